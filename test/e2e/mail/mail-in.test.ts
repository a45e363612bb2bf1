import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { maxIntakeFiles } from '@evict/contract';
import { urlAs } from '@evict/local';
import { createReceiver } from '@evict/mail-in/receiver';
import { createVirusScan } from '@evict/http';
import { openStore } from '@evict/store/database';
import { sha256Hex } from '@evict/store/bytes';
import { newId } from '@evict/store/ids';
import { keepIntakeFile } from '@evict/store/intake';
import { createLogger } from '@evict/telemetry';
import { cloneDatabase, eicar, startTestClamd } from '@evict/testkit';
import { createTransport, type SendMailOptions } from 'nodemailer';
import { afterAll, expect, test } from 'vitest';
import { pdf } from '../support/grounds.ts';
import { inLiveMode } from '../support/live.ts';
import { type Customer, startService } from '../support/service.ts';

const domain = 'inbox.example.com';
const clamd = await startTestClamd();
const databaseUrl = await cloneDatabase();
const service = await startService({ databaseUrl, liveMode: true });
const { store } = service.stack;
const logged: string[] = [];
const logger = createLogger('test', 'trace', { write: (line) => void logged.push(line) });

/** A receiver under its own role of the database. */
async function receiver({ liveMode = true, maxSessionMs = 300_000 } = {}) {
  const own = openStore(urlAs('mail_in', databaseUrl));
  const refuseInfected = createVirusScan(clamd.address);
  const made = createReceiver({
    store: own,
    domain,
    refuseInfected,
    logger,
    tls: null,
    liveMode,
    verifiedOnly: false,
    maxSessionMs,
  });
  const listening = await made.listen({ port: 0, host: '127.0.0.1' });
  const stop = async () => {
    await listening.close();
    await own.close();
  };
  afterAll(stop);
  return listening.port;
}
afterAll(() => clamd.stop());

const port = await receiver();

const mailer = (to = port) => createTransport({ host: '127.0.0.1', port: to, ignoreTLS: true });
const lease = { filename: 'lease.pdf', content: pdf('Lease') };

const send = (to: string, more: SendMailOptions = {}, at = port) =>
  mailer(at).sendMail({
    from: 'pm@example.com',
    to,
    subject: 'Secret subject',
    text: 'Hello',
    attachments: [lease],
    ...more,
  });

/** The code with which a mail is refused. */
async function refusalOf(sending: Promise<unknown>): Promise<number | undefined> {
  const error: unknown = await sending.then(
    () => null,
    (reason: unknown) => reason,
  );
  const { responseCode, message = '' } = (error ?? {}) as { responseCode?: number; message?: string };
  return responseCode ?? Number(/\b[45]\d\d\b/.exec(message)?.[0]);
}

async function newAddress(session?: Pick<Customer, 'send'>) {
  const caller = session ?? (await service.signUp()).session;
  const { id, address } = (await caller.send('POST', '/v1/intake/addresses')).body;
  const inbox = async () => (await caller.send('GET', '/v1/intake/files')).body.items;
  return { id, address: address as string, session: caller, inbox };
}

/** Puts so many files into an inbox. */
async function fill(organizationId: string, count: number) {
  const file = {
    filename: 'a.zip',
    contentHash: '0'.repeat(64),
    sizeBytes: 1,
    refused: 'unsupported_type',
    mode: 'test',
  };
  const ids = Array.from({ length: count }, () => newId('intakeFile'));
  await store.prisma.intakeFile.createMany({ data: ids.map((id) => ({ id, organizationId, ...file })) });
}

test('the files of a mail are in the inbox before it is taken, and those that are none are named there', async () => {
  const { address, inbox, session, id } = await newAddress();
  const csv = Buffer.from('Date,Amount\n2026-05-01,1400\n');
  const attachments = [
    lease,
    { filename: '../ledger\u0007.csv', content: csv },
    { filename: 'all.zip', content: Buffer.from('PK\u0003\u0004') },
    { filename: 'bad.pdf', content: Buffer.concat([pdf('x'), Buffer.from(eicar)]) },
    { filename: 'huge.pdf', content: Buffer.concat([pdf('x'), Buffer.alloc(10 * 1024 ** 2)]) },
    { filename: 'logo.png', content: Buffer.from('89504e470d0a1a0a', 'hex'), cid: 'logo' },
  ];
  await send(address.toUpperCase().replace(domain.toUpperCase(), domain), {
    attachments,
    html: '<img src="cid:logo">',
  });
  const items = await inbox();
  expect(
    items
      .map(({ filename, contentType, refused, source }: Record<string, string>) => [
        filename,
        contentType,
        refused,
        source,
      ])
      .toSorted(),
  ).toEqual([
    ['.._ledger_.csv', 'text/csv', null, 'mail'],
    ['all.zip', null, 'unsupported_type', 'mail'],
    ['bad.pdf', null, 'infected', 'mail'],
    ['huge.pdf', null, 'too_large', 'mail'],
    ['lease.pdf', 'application/pdf', null, 'mail'],
  ]);
  const kept = items.find(({ filename }: { filename: string }) => filename === 'lease.pdf');
  const content = await session.send('GET', `/v1/intake/files/${kept.id}/content`);
  expect(content.bytes.equals(lease.content)).toBe(true);
  const refused = items.find(({ filename }: { filename: string }) => filename === 'bad.pdf');
  expect((await session.send('GET', `/v1/intake/files/${refused.id}/content`)).status).toBe(404);
  const [listed] = (await session.send('GET', '/v1/intake/addresses')).body.items;
  expect([listed.id, Date.parse(listed.lastUsedAt) > 0]).toEqual([id, true]);
  expect(logged.filter((line) => line.includes('mail taken'))).not.toEqual([]);
  expect(logged.filter((line) => /Secret subject|lease\.pdf|pm@example\.com|ledger/.test(line))).toEqual([]);
});

test('mail is taken in the mode of its address alone, and no longer once it is revoked', async () => {
  const customer = await service.signUp();
  const live = await newAddress(inLiveMode(service, customer));
  const { address, inbox, session, id } = await newAddress(customer.session);
  await send(address);
  expect([(await inbox()).length, (await live.inbox()).length]).toEqual([1, 0]);
  await send(live.address);
  expect((await live.inbox()).length).toBe(1);
  const withoutLive = await receiver({ liveMode: false });
  expect(await refusalOf(send(live.address, {}, withoutLive))).toBe(550);
  await session.send('DELETE', `/v1/intake/addresses/${id}`);
  expect(await refusalOf(send(address))).toBe(550);
  expect((await inbox()).length).toBe(1);
});

test('a mail that is sent again adds nothing, also after its sender missed the 250', async () => {
  const { address, inbox } = await newAddress();
  const messageId = '<once@example.com>';
  // The connection ends where the server says that it has the mail.
  const between = createServer((client) => {
    const server = connect(port, '127.0.0.1');
    let hasData = false;
    client.on('error', () => {}).pipe(server);
    server
      .on('error', () => {})
      .on('data', (answer) => {
        if (hasData && /^250/m.test(answer.toString())) return void client.destroy();
        hasData ||= /^354/m.test(answer.toString());
        client.write(answer);
      });
  });
  await once(between.listen(0, '127.0.0.1'), 'listening');
  afterAll(() => void between.close());
  const { port: cut } = between.address() as { port: number };
  await expect(send(address, { messageId }, cut)).rejects.toThrow('closed');
  expect(await inbox()).toHaveLength(1);
  await send(address, { messageId });
  await Promise.all([1, 2, 3].map(() => send(address, { messageId })));
  expect(await inbox()).toHaveLength(1);
  await send(address, { messageId: '<twice@example.com>' });
  expect(await inbox()).toHaveLength(2);
});

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

test('without a verdict on a file, and with a full inbox, the sender hears of it', async () => {
  const { address, inbox, session } = await newAddress();
  clamd.answerWith(() => 'UNKNOWN COMMAND');
  expect(await refusalOf(send(address))).toBe(451);
  clamd.answerWith(() => 'stream: OK');
  await send(address);
  const { organization } = (await session.send('GET', '/v1/me')).body;
  await fill(organization.id, maxIntakeFiles - 1);
  expect(await refusalOf(send(address))).toBe(552);
  expect((await inbox()).length).toBe(20);
});

test('fifteen mails at once are all kept', async () => {
  const { address, inbox } = await newAddress();
  const content = Buffer.concat([pdf('Lease'), Buffer.alloc(1024 ** 2)]);
  await Promise.all(Array.from({ length: 15 }, () => send(address, { attachments: [{ ...lease, content }] })));
  expect((await inbox()).length).toBe(15);
}, 60_000);

test('the process reads and changes nothing but by its two functions', async () => {
  const own = openStore(urlAs('mail_in', databaseUrl), 1);
  afterAll(() => own.close());
  const { rows } = await store.pool.query(
    `SELECT relname FROM pg_class WHERE relkind IN ('r', 'v') AND relnamespace = 'public'::regnamespace
      AND (has_table_privilege('evict_mail_in', oid, 'SELECT, INSERT, UPDATE, DELETE') OR has_any_column_privilege('evict_mail_in', oid, 'SELECT, INSERT, UPDATE'))`,
  );
  expect(rows).toEqual([]);
});

/** A session of SMTP by hand. */
async function connected(at = port) {
  const socket = connect(at, '127.0.0.1').on('error', () => {});
  let said = '';
  socket.on('data', (data) => (said += data.toString()));
  const say = async (text: string, code: string) => {
    said = '';
    socket.write(text);
    await expect.poll(() => said, { timeout: 20_000 }).toMatch(new RegExp(`^${code} `, 'm'));
  };
  await say('', '220');
  await say('EHLO a\r\n', '250');
  return { socket, say, closed: once(socket, 'close') };
}

const mailTo = (address: string) => `MAIL FROM:<a@b.co>\r\nRCPT TO:<${address}>\r\nDATA\r\n`;

test('a few unknown addresses end a session, and hinder nobody else of its network', async () => {
  const [mailbox] = (await newAddress()).address.split('@');
  for (const to of [`${'a'.repeat(32)}@${domain}`, `${mailbox}@example.com`, `postmaster@${domain}`]) {
    expect(await refusalOf(send(to))).toBe(550);
  }
  const { say, closed } = await connected();
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
  const { say, closed } = await connected();
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
  const { say, socket } = await connected();
  await say(`MAIL FROM:<a@b.co>\r\nRCPT TO:<${first.address}>\r\n`, '250');
  await say(`RCPT TO:<${second.address}>\r\n`, '452');
  socket.destroy();
});

test('the files of a message are kept together or not at all', async () => {
  const { address, inbox, session: caller } = await newAddress();
  const { organization } = (await caller.send('GET', '/v1/me')).body;
  await fill(organization.id, maxIntakeFiles - 2);
  const files = ['a', 'b', 'c'].map((name) => ({ filename: `${name}.pdf`, content: pdf(name) }));
  expect(await refusalOf(send(address, { attachments: files }))).toBe(552);
  expect((await inbox()).some(({ source }: { source: string }) => source === 'mail')).toBe(false);
  expect(await store.prisma.mailedMessage.count({ where: { organizationId: organization.id } })).toBe(0);
  await send(address, { attachments: files.slice(1) });
  expect((await inbox()).filter(({ source }: { source: string }) => source === 'mail')).toHaveLength(2);
});

test('a mail that is sent again does not bring back a file that was removed', async () => {
  const { address, inbox, session: caller } = await newAddress();
  await send(address, { messageId: '<once@b.co>' });
  const [{ id }] = await inbox();
  await caller.send('DELETE', `/v1/intake/files/${id}`);
  await send(address, { messageId: '<once@b.co>' });
  expect(await inbox()).toEqual([]);
});

test('every named or attached part is a file, with the bytes that were sent', async () => {
  const { address, inbox, session: caller } = await newAddress();
  const csv = 'Date,Amount\r\n2026-05-01,1400\r\n';
  const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex').toString('base64');
  const part = (content: string, ...headers: string[]) => ['--b', ...headers, '', content].join('\r\n');
  const raw = [
    'Message-ID: <1@b.co>\r\nContent-Type: multipart/related; boundary=b\r\n',
    part('Hello', 'Content-Type: text/plain'),
    part(csv, 'Content-Type: text/plain', 'Content-Disposition: inline; filename=ledger.csv'),
    part(
      `\r\n${csv}`,
      'Content-Type: text/csv',
      'Content-Disposition: attachment; filename=8bit.csv',
      'Content-Transfer-Encoding: 8bit',
    ),
    part('<p>Hello</p>', 'Content-Type: text/html; name="=?utf-8?Q?Gr=C3=BC=C3=9Fe.html?="'),
    part(
      png,
      'Content-Type: image/png; name=photo.png',
      'Content-Disposition: attachment',
      'Content-Transfer-Encoding: base64',
    ),
    part(png, 'Content-Type: image/png; name=logo.png', 'Content-ID: <logo>', 'Content-Transfer-Encoding: base64'),
    part('Subject: x\r\n\r\nforwarded', 'Content-Type: message/rfc822'),
    '--b--',
  ].join('\r\n');
  await mailer().sendMail({ envelope: { from: 'a@b.co', to: address }, raw });
  const items: { id: string; filename: string; refused: string | null; contentHash: string }[] = await inbox();
  expect(Object.fromEntries(items.map(({ filename, refused }) => [filename, refused]))).toEqual({
    '8bit.csv': null,
    'Grüße.html': 'unsupported_type',
    'ledger.csv': null,
    'photo.png': null,
    unnamed: 'unsupported_type',
  });
  const sent = { 'ledger.csv': csv, '8bit.csv': `\r\n${csv}` };
  for (const [name, content] of Object.entries(sent)) {
    const { id, contentHash } = items.find(({ filename }) => filename === name)!;
    expect(contentHash).toBe(sha256Hex(Buffer.from(content)));
    expect((await caller.send('GET', `/v1/intake/files/${id}/content`)).bytes.toString()).toBe(content);
  }
});

test('no file outlives the erasure of its organization, which others wait for', async () => {
  const customer = await service.signUp();
  const { address, session: caller } = await newAddress(customer.session);
  const { organization } = (await caller.send('GET', '/v1/me')).body;
  const client = await store.pool.connect();
  // An erasure that has locked and not yet committed.
  await client.query('BEGIN');
  await client.query('SELECT FROM "Organization" WHERE id = $1 FOR UPDATE', [organization.id]);
  const mailed = refusalOf(send(address));
  const file = {
    id: newId('intakeFile'),
    filename: 'a.pdf',
    purpose: null,
    note: null,
    contentHash: '',
    contentType: 'application/pdf',
    needsPassword: false,
    content: pdf('x'),
  };
  const scope = { organizationId: organization.id, mode: 'test' } as const;
  const uploaded = keepIntakeFile(service.stack.store, scope, file, { mostFiles: 9, mostBytes: 9999 });
  const waiting = `SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  await expect.poll(async () => (await store.pool.query(waiting)).rows[0].count).toBe(2);
  await client.query('DELETE FROM "MailInAddress" WHERE "organizationId" = $1', [organization.id]);
  await client.query('UPDATE "User" SET "erasedAt" = now() WHERE "organizationId" = $1', [organization.id]);
  await client.query('COMMIT');
  client.release();
  expect([await mailed, await uploaded]).toEqual([550, null]);
  expect(await store.prisma.intakeFile.count({ where: { organizationId: organization.id } })).toBe(0);
});
