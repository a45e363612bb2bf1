import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { maxIntakeFiles } from '@evict/contract';
import { urlAs } from '@evict/local';
import { openStore } from '@evict/store/database';
import { sha256Hex } from '@evict/store/bytes';
import { newId } from '@evict/store/ids';
import { keepIntakeFile } from '@evict/store/intake';
import { metrics } from '@evict/telemetry';
import { eicar } from '@evict/testkit';
import { generate } from 'selfsigned';
import { afterAll, expect, test } from 'vitest';
import { pdf } from '../support/grounds.ts';
import { inLiveMode } from '../support/live.ts';
import { connected, domain, lease, refusalOf, startMailIn } from '../support/mail-in.ts';

const { service, clamd, databaseUrl, logged, port, receiver, send, sendRaw, newAddress, fill } = await startMailIn();
const { store } = service.stack;

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
    ['logo.png', null, 'not_attached', 'mail'],
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

test('without a verdict on a file, and with a full inbox, the sender hears of it', async () => {
  const { address, inbox, session } = await newAddress();
  const counted = async () => {
    const { values } = await metrics.mailsReceived.get();
    return ['kept', 'refused', 'later'].map((one) => values.find(({ labels }) => labels.outcome === one)?.value ?? 0);
  };
  const before = await counted();
  clamd.answerWith(() => 'UNKNOWN COMMAND');
  expect(await refusalOf(send(address))).toBe(451);
  clamd.answerWith(() => 'stream: OK');
  await send(address);
  const { organization } = (await session.send('GET', '/v1/me')).body;
  await fill(organization.id, maxIntakeFiles - 1);
  expect(await refusalOf(send(address))).toBe(552);
  expect((await inbox()).length).toBe(20);
  expect((await counted()).map((count, at) => count - (before[at] ?? 0))).toEqual([1, 1, 1]);
});

test('a new certificate is shown to the next connection, a broken one to none, and nobody is cut', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'certificate-'));
  afterAll(() => rm(folder, { recursive: true }));
  const write = async (name: string, files: readonly ('tls.key' | 'tls.crt')[]) => {
    const pems = await generate([{ name: 'commonName', value: name }]);
    const texts = { 'tls.key': pems.private, 'tls.crt': pems.cert };
    for (const file of files) await writeFile(join(folder, file), texts[file]);
  };
  await write('old', ['tls.key', 'tls.crt']);
  const secured = await receiver({ certificate: folder, certificateMs: 20 });
  const shown = async () => {
    const { socket, say } = await connected(secured);
    await say('STARTTLS\r\n', '220');
    const tls = connectTls({ socket, rejectUnauthorized: false });
    await once(tls, 'secureConnect');
    const name = tls.getPeerCertificate().subject.CN;
    return { tls, name };
  };
  const first = await shown();
  expect(first.name).toBe('old');
  await write('of another key', ['tls.key']);
  await expect.poll(() => logged.some((line) => line.includes('certificate not renewed'))).toBe(true);
  expect((await shown()).name).toBe('old');
  await write('new', ['tls.crt', 'tls.key']);
  await expect.poll(async () => (await shown()).name).toBe('new');
  first.tls.write('NOOP\r\n');
  expect(String((await once(first.tls, 'data'))[0])).toMatch(/^250 /);
  const { values } = await metrics.certificateExpires.get();
  expect(values.find(({ labels }) => labels.server === 'mail')?.value).toBeGreaterThan(Date.now() / 1000);
});

test('the process reads and changes nothing but by its two functions', async () => {
  const own = openStore(urlAs('mail_in', databaseUrl), 1);
  afterAll(() => own.close());
  const { rows } = await store.pool.query(
    `SELECT relname FROM pg_class WHERE relkind IN ('r', 'v') AND relnamespace = 'public'::regnamespace
      AND (has_table_privilege('evict_mail_in', oid, 'SELECT, INSERT, UPDATE, DELETE') OR has_any_column_privilege('evict_mail_in', oid, 'SELECT, INSERT, UPDATE'))`,
  );
  expect(rows).toEqual([]);
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
  await sendRaw(address, raw);
  const items: { id: string; filename: string; refused: string | null; contentHash: string }[] = await inbox();
  expect(Object.fromEntries(items.map(({ filename, refused }) => [filename, refused]))).toEqual({
    '8bit.csv': null,
    'Grüße.html': 'unsupported_type',
    'ledger.csv': null,
    'photo.png': null,
    'logo.png': 'not_attached',
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
