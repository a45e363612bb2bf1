import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { maxIntakeFiles, unknownAddressRate } from '@evict/contract';
import { urlAs } from '@evict/local';
import { createReceiver } from '@evict/mail-in/receiver';
import { createVirusScan } from '@evict/http';
import { openStore } from '@evict/store/database';
import { newId } from '@evict/store/ids';
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
async function receiver({ liveMode = true } = {}) {
  const own = openStore(urlAs('mail_in', databaseUrl));
  const refuseInfected = createVirusScan(clamd.address);
  const made = createReceiver({ store: own, domain, refuseInfected, logger, tls: null, liveMode, verifiedOnly: false });
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
  const file = {
    filename: 'a.zip',
    contentHash: '0'.repeat(64),
    sizeBytes: 1,
    refused: 'unsupported_type',
    mode: 'test',
  };
  const ids = Array.from({ length: maxIntakeFiles - 1 }, () => newId('intakeFile'));
  await store.prisma.intakeFile.createMany({
    data: ids.map((id) => ({ id, organizationId: organization.id, ...file })),
  });
  expect(await refusalOf(send(address))).toBe(552);
  expect((await inbox()).length).toBe(20);
});

test('twenty mails at once are all kept', async () => {
  const { address, inbox } = await newAddress();
  const content = Buffer.concat([pdf('Lease'), Buffer.alloc(1024 ** 2)]);
  await Promise.all(Array.from({ length: 20 }, () => send(address, { attachments: [{ ...lease, content }] })));
  expect((await inbox()).length).toBe(20);
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

test('unknown addresses are refused, and a network that asks for many of them is shut out for a while', async () => {
  const guessing = await receiver();
  const [mailbox] = (await newAddress()).address.split('@');
  for (const to of [`${'a'.repeat(32)}@${domain}`, `${mailbox}@example.com`, `postmaster@${domain}`]) {
    expect(await refusalOf(send(to, {}, guessing))).toBe(550);
  }
  const guess = () => refusalOf(send(`${'b'.repeat(32)}@${domain}`, {}, guessing));
  const codes: (number | undefined)[] = [];
  for (let wave = 0; wave * 10 < unknownAddressRate.burst; wave += 1)
    codes.push(...(await Promise.all(Array.from({ length: 10 }, guess))));
  expect(new Set(codes)).toEqual(new Set([550, 421]));
  expect(await refusalOf(send((await newAddress()).address, {}, guessing))).toBe(421);
});
