import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { pdf } from '../support/grounds.ts';
import { connected, domain, lease, mailTo, refusalOf, startMailIn } from '../support/mail-in.ts';

const { port, receiver, send, newAddress } = await startMailIn();

test('a mail that breaks off, is too large, or holds no file is not taken', async () => {
  const { address, inbox } = await newAddress();
  const socket = connect(port, '127.0.0.1');
  let said = '';
  socket.on('data', (data) => (said += data.toString()));
  const answered = (code: string) => expect.poll(() => said.includes(`\n${code}`) || said.startsWith(code)).toBe(true);
  await answered('220');
  socket.write(`EHLO a\r\nMAIL FROM:<a@b.co>\r\nRCPT TO:<${address}>\r\nDATA\r\n`);
  await answered('354');
  socket.write('Subject: cut\r\n\r\nhalf of it');
  socket.destroy();
  await once(socket, 'close');
  const attachments = [lease, { filename: 'a.bin', content: Buffer.alloc(20 * 1024 ** 2) }];
  expect(await refusalOf(send(address, { attachments }))).toBe(552);
  expect(await refusalOf(send(address, { attachments: [] }))).toBe(554);
  const many = Array.from({ length: 21 }, () => lease);
  expect(await refusalOf(send(address, { attachments: many }))).toBe(554);
  expect(await inbox()).toEqual([]);
});

test('fifteen mails at once are all kept', async () => {
  const { address, inbox } = await newAddress();
  const content = Buffer.concat([pdf('Lease'), Buffer.alloc(1024 ** 2)]);
  await Promise.all(Array.from({ length: 15 }, () => send(address, { attachments: [{ ...lease, content }] })));
  expect((await inbox()).length).toBe(15);
}, 60_000);

test('a few unknown addresses end a session, and hinder nobody else of its network', async () => {
  const [mailbox] = (await newAddress()).address.split('@');
  for (const to of [`${'a'.repeat(32)}@${domain}`, `${mailbox}@example.com`, `postmaster@${domain}`]) {
    expect(await refusalOf(send(to))).toBe(550);
  }
  const { say, closed } = await connected(port);
  await say('MAIL FROM:<a@b.co>\r\n', '250');
  for (let time = 0; time < 3; time += 1) await say(`RCPT TO:<${'b'.repeat(32)}@${domain}>\r\n`, '550');
  await say(`RCPT TO:<${'b'.repeat(32)}@${domain}>\r\n`, '421');
  await closed;
  const { address, inbox } = await newAddress();
  await send(address);
  expect(await inbox()).toHaveLength(1);
});

test('a session ends by its age, but not within a message', async () => {
  const brief = await receiver({ maxSessionMs: 5000 });
  const { address, inbox } = await newAddress();
  const idle = await connected(brief);
  const noops = setInterval(() => idle.socket.write('NOOP\r\n'), 100);
  const busy = await connected(brief);
  await busy.say(mailTo(address), '354');
  await idle.closed;
  clearInterval(noops);
  await busy.say(
    `Message-ID: <1@b.co>\r\nContent-Type: application/pdf\r\n\r\n${lease.content.toString('latin1')}\r\n.\r\n`,
    '250',
  );
  await busy.closed;
  expect(await inbox()).toHaveLength(1);
});

test('a session takes so many messages, and a network has so many sessions', async () => {
  const { say, closed } = await connected(port);
  for (let time = 0; time < 20; time += 1) await say('MAIL FROM:<a@b.co>\r\nRSET\r\n', '250');
  await say('MAIL FROM:<a@b.co>\r\n', '421');
  await closed;
  const own = await receiver();
  const open = await Promise.all(Array.from({ length: 20 }, () => connected(own)));
  const { address, inbox } = await newAddress();
  expect(await refusalOf(send(address, {}, own))).toBe(421);
  open[0]?.socket.destroy();
  await expect.poll(() => refusalOf(send(address, { messageId: '<1@b.co>' }, own))).toBeNaN();
  expect(await inbox()).toHaveLength(1);
});

test('the messages of one network that are under way together take so much memory', async () => {
  const own = await receiver();
  const { address, inbox } = await newAddress();
  const open = await Promise.all([1, 2, 3].map(() => connected(own)));
  const large = Buffer.alloc(20 * 1024 ** 2, `${'a'.repeat(76)}\r\n`);
  for (const { say, socket } of open.slice(0, 2)) {
    await say(mailTo(address), '354');
    await new Promise((resolve) => socket.write(large, resolve));
  }
  await open[2]?.say(mailTo(address), '354');
  open[2]?.socket.write(large);
  await open[2]?.say('\r\n.\r\n', '451');
  for (const { socket } of open) socket.destroy();
  await expect.poll(() => refusalOf(send(address, { messageId: '<1@b.co>' }, own))).toBeNaN();
  expect(await inbox()).toHaveLength(1);
}, 60_000);

test('a message has one recipient, so that an inbox that is full or revoked costs no other its files', async () => {
  const [first, second] = [await newAddress(), await newAddress()];
  const { say, socket } = await connected(port);
  await say(`MAIL FROM:<a@b.co>\r\nRCPT TO:<${first.address}>\r\n`, '250');
  await say(`RCPT TO:<${second.address}>\r\n`, '452');
  socket.destroy();
});
