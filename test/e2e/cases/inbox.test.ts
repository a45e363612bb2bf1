import { maxIntakeBytes } from '@evict/contract';
import { sha256Hex } from '@evict/store/bytes';
import { eraseCase } from '@evict/store/erasure';
import { newId } from '@evict/store/ids';
import { keepIntakeFile } from '@evict/store/intake';
import { deletionRules } from '@evict/store/retention';
import { expect, test } from 'vitest';
import { buildFacts } from '../support/facts.ts';
import { pdf } from '../support/grounds.ts';
import { factsIn, inLiveMode } from '../support/live.ts';
import { expectIssues, expectRefusal } from '../support/refusals.ts';
import { type Customer, sharedService } from '../support/service.ts';

const service = await sharedService();
const { signUp, stack } = service;
const { store } = stack;

interface Sent {
  filename?: string;
  purpose?: string;
  note?: string;
}

const files = '/v1/intake/files';
const cases = '/v1/intake/cases';
const csv = Buffer.from('Date,Charge,Payment\n2026-05-01,1400.00,\n2026-05-04,,900.00\n');
const bodyOf = (bytes: Uint8Array, sent: Sent = {}) => ({
  filename: 'lease.pdf',
  ...sent,
  contentBase64: Buffer.from(bytes).toString('base64'),
});

async function keep(customer: Pick<Customer, 'send'>, bytes: Uint8Array, sent?: Sent): Promise<string> {
  const { status, body } = await customer.send('POST', files, { body: bodyOf(bytes, sent) });
  expect(status).toBe(201);
  return body.id;
}

const idsOf = async (customer: Pick<Customer, 'send'>): Promise<string[]> =>
  (await customer.send('GET', files)).body.items.map(({ id }: { id: string }) => id);

const begin = (customer: Pick<Customer, 'send'>, intakeFileIds: string[], facts: object = buildFacts()) =>
  customer.send('POST', cases, { body: { ...facts, intakeFileIds } });

/** Creates what looks like an XLSX file and claims to inflate to a gigabyte. */
function bomb(): Buffer {
  const header = (name: string) => {
    const head = Buffer.alloc(30);
    head.writeUInt32LE(0x04_03_4b_50, 0);
    head.writeUInt32LE(0x40_00_00_00, 22);
    head.writeUInt16LE(name.length, 26);
    return Buffer.concat([head, Buffer.from(name)]);
  };
  return Buffer.concat([header('[Content_Types].xml'), header('xl/workbook.xml'), Buffer.alloc(1024)]);
}

test('an inbox file is kept unchanged for 30 days, and can be listed, downloaded as an attachment and deleted', async () => {
  const customer = await signUp();
  const bytes = Buffer.concat([pdf('Lease'), Buffer.alloc(3 * 1024 ** 2, 7)]);
  const { status, body } = await customer.send('POST', files, {
    body: bodyOf(bytes, { filename: 'Größe "1".pdf', purpose: 'authority', note: 'Unit 3B' }),
  });
  const shown = { id: body.id, filename: 'Größe "1".pdf', purpose: 'authority', contentHash: sha256Hex(bytes) };
  expect([status, body]).toEqual([201, { ...shown, expiresAt: expect.any(String) }]);
  const [item] = (await customer.send('GET', files)).body.items;
  const { createdAt, ...rest } = item;
  const about = { note: 'Unit 3B', contentType: 'application/pdf', sizeBytes: bytes.length };
  expect(rest).toEqual({ ...body, ...about });
  expect(Date.parse(rest.expiresAt) - Date.parse(createdAt)).toBe(30 * 86_400_000);
  const content = await customer.send('GET', `${files}/${body.id}/content`);
  expect(content.bytes.equals(bytes)).toBe(true);
  expect(Object.fromEntries(content.headers)).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename="Gr__e _1_.pdf"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%221%22.pdf`,
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  });
  expect((await customer.send('DELETE', `${files}/${body.id}`)).status).toBe(204);
  await expectRefusal(customer.send('DELETE', `${files}/${body.id}`), 404, 'not_found');
  expect(await store.prisma.intakeFile.count({ where: { id: body.id } })).toBe(0);
});

test.each<[string, string, Buffer, string | null]>([
  ['a CSV file', 'ledger.csv', csv, 'text/csv; charset=utf-8'],
  ['tab-separated text', 'ledger.TSV', Buffer.from('Date\tRent\r\n'), 'text/csv; charset=utf-8'],
  ['a CSV file from Windows', 'ledger.csv', Buffer.from('Größe,Miete\n', 'latin1'), 'text/csv; charset=utf-8'],
  ['ten megabytes of CSV', 'ledger.csv', Buffer.alloc(10 * 1024 ** 2, '1,2\n'), 'text/csv; charset=utf-8'],
  ['a workbook with a zip bomb', 'a.xlsx', bomb(), 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ['a PDF named like a CSV file', 'ledger.csv', pdf('x'), 'application/pdf'],
  ['HTML named like a CSV file', 'ledger.csv', Buffer.from(' <script>alert(1)</script>'), null],
  ['binary data named like a CSV file', 'ledger.csv', Buffer.from('a,b\n\0'), null],
  ['CSV text named like HTML', 'ledger.html', csv, null],
  ['a ZIP archive', 'a.xlsx', Buffer.from('PK\u0003\u0004xl/workbook.xml'), null],
  ['a program', 'lease.pdf', Buffer.from('MZ\u0090\0'), null],
])("%s is stored with its real type, or refused if the inbox doesn't accept it", async (_, filename, bytes, type) => {
  const customer = await signUp();
  const sent = customer.send('POST', files, { body: bodyOf(bytes, { filename }) });
  if (type === null) return expectRefusal(sent, 415, 'unsupported_media_type');
  const { id } = (await sent).body;
  const { headers, bytes: read } = await customer.send('GET', `${files}/${id}/content`);
  expect([headers.get('content-type'), read.equals(bytes)]).toEqual([type, true]);
});

test('an oversized file is refused and not stored', async () => {
  const customer = await signUp();
  const large = Buffer.concat([pdf('Lease'), Buffer.alloc(10 * 1024 ** 2)]);
  await expectRefusal(customer.send('POST', files, { body: bodyOf(large) }), 413, 'payload_too_large');
  expect(await idsOf(customer)).toEqual([]);
});

test('the inbox is listed newest first in pages, and a cursor works only for its own inbox', async () => {
  const [customer, other] = [await signUp(), await signUp()];
  const ids: string[] = [];
  for (const name of ['1', '2', '3']) ids.unshift(await keep(customer, pdf(name)));
  const first = (await customer.send('GET', `${files}?limit=2`)).body;
  const second = (await customer.send('GET', `${files}?limit=2&cursor=${first.nextCursor}`)).body;
  expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(ids);
  expect(second.nextCursor).toBeNull();
  expect(await expectIssues(other.send('GET', `${files}?cursor=${first.nextCursor}`))).toEqual(['cursor cursor']);
});

test('an inbox file is visible only in its own organization and mode', async () => {
  const [customer, other] = [await signUp(), await signUp()];
  const id = await keep(customer, pdf('Lease'));
  for (const stranger of [other, inLiveMode(service, customer)]) {
    expect(await idsOf(stranger)).toEqual([]);
    await expectRefusal(stranger.send('GET', `${files}/${id}/content`), 404, 'not_found');
    await expectRefusal(stranger.send('DELETE', `${files}/${id}`), 404, 'not_found');
  }
  expect(await expectIssues(begin(other, [id]))).toEqual(['intakeFileIds[0] unknown_file']);
  expect(await idsOf(customer)).toEqual([id]);
});

test("an inbox file can't be used once it is 30 days old by the database's clock, and a retention rule deletes it", async () => {
  const customer = await signUp();
  const [old, young] = [await keep(customer, pdf('old')), await keep(customer, pdf('young'))];
  const age = (id: string, by: string) =>
    store.pool.query(`UPDATE "IntakeFile" SET "createdAt" = now() - $2::interval WHERE id = $1`, [id, by]);
  await age(old, '30 days 1 second');
  await age(young, '29 days 23 hours');
  expect(await idsOf(customer)).toEqual([young]);
  await expectRefusal(customer.send('GET', `${files}/${old}/content`), 404, 'not_found');
  await expectRefusal(customer.send('DELETE', `${files}/${old}`), 404, 'not_found');
  expect(await expectIssues(begin(customer, [old]))).toEqual(['intakeFileIds[0] unknown_file']);
  expect(deletionRules.find(({ table }) => table === 'IntakeFile')).toMatchObject({ column: 'createdAt', days: 30 });
});

test('the size of an inbox is limited, even for concurrent uploads', async () => {
  const customer = await signUp();
  const id = await keep(customer, pdf('Lease'));
  const room = 3 * 1000;
  await store.pool.query(`UPDATE "IntakeFile" SET "sizeBytes" = $2 WHERE id = $1`, [id, maxIntakeBytes.test - room]);
  const body = bodyOf(Buffer.concat([pdf('x'), Buffer.alloc(1000 - pdf('x').length)]));
  const sent = await Promise.all(Array.from({ length: 8 }, () => customer.send('POST', files, { body })));
  expect(sent.filter(({ status }) => status === 201)).toHaveLength(3);
  expect(sent.filter(({ status }) => status === 409)).toHaveLength(5);
});

test('an upload repeated with its idempotency key creates only one file', async () => {
  const customer = await signUp();
  const sent = { body: bodyOf(pdf('Lease')), headers: { 'idempotency-key': 'once' } };
  const answers = await Promise.all([1, 2, 3].map(() => customer.send('POST', files, sent)));
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
  expect(await idsOf(customer)).toHaveLength(1);
});

test('repeating the upload of a file no longer returns its name after the file is deleted or its case is erased', async () => {
  const customer = await signUp();
  const repeat = (key: string) =>
    customer.send('POST', files, {
      body: bodyOf(pdf(key), { filename: 'Terry Example.pdf' }),
      headers: { 'idempotency-key': key },
    });
  const [removed, begun] = [(await repeat('removed')).body.id, (await repeat('begun')).body.id];
  await customer.send('DELETE', `${files}/${removed}`);
  await expectRefusal(repeat('removed'), 409, 'erased');
  const { id: caseId } = (await begin(customer, [begun])).body;
  expect((await repeat('begun')).body.id).toBe(begun);
  await customer.withdraw(caseId);
  await eraseCase(store, { caseId, operator: 'robin', list: '', blobs: service.stack.blobs });
  await expectRefusal(repeat('begun'), 409, 'erased');
});

test('a case can be created with inbox files as its evidence, and they leave the inbox', async () => {
  const customer = await signUp();
  const lease = Buffer.concat([pdf('Lease'), Buffer.alloc(600 * 1024, 3)]);
  const ids = [await keep(customer, lease, { filename: 'lease.pdf' })];
  ids.push(await keep(customer, pdf('Agreement'), { filename: 'agreement.pdf', purpose: 'authority' }));
  const { status, body } = await begin(customer, ids);
  expect(status).toBe(201);
  expect(body).toEqual(await customer.read(body.id));
  expect(body.documents.map(({ filename }: { filename: string }) => filename).toSorted()).toEqual([
    'agreement.pdf',
    'lease.pdf',
  ]);
  const stored = await store.prisma.document.findMany({ where: { caseId: body.id }, orderBy: { filename: 'asc' } });
  expect(stored.map(({ purpose, kind }) => [kind, purpose])).toEqual([
    ['evidence', 'authority'],
    ['evidence', 'other'],
  ]);
  const download = await customer.download(body.id, stored[1]?.id ?? '');
  expect(download.bytes.equals(lease)).toBe(true);
  expect(await idsOf(customer)).toEqual([]);
  const live = await begin(inLiveMode(service, customer), [], factsIn('MD'));
  expect([live.status, live.body.mode]).toEqual([201, 'live']);
});

test("if some inbox files can't be used as evidence, each of them is reported, and no case is created", async () => {
  const customer = await signUp();
  const [ledger, lease] = [await keep(customer, csv, { filename: 'l.csv' }), await keep(customer, pdf('Lease'))];
  const unknown = lease.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
  expect(await expectIssues(begin(customer, [unknown, lease, ledger]))).toEqual([
    'intakeFileIds[0] unknown_file',
    'intakeFileIds[2] not_evidence',
  ]);
  expect(await idsOf(customer)).toEqual([lease, ledger]);
  expect((await customer.send('GET', '/v1/cases')).body.items).toEqual([]);
});

test('only one of several concurrent requests can use a file to create a case, and a request repeated with its idempotency key returns the same case', async () => {
  const customer = await signUp();
  const [shared, own] = [await keep(customer, pdf('Lease')), await keep(customer, pdf('Notice'))];
  const both = await Promise.all([
    begin(customer, [shared]),
    begin(customer, [own, shared]),
    begin(customer, [shared]),
  ]);
  expect(both.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(both.filter(({ status }) => status === 400)).toHaveLength(2);
  expect((await customer.send('GET', '/v1/cases')).body.items).toHaveLength(1);
  const sent = { body: { ...buildFacts(), intakeFileIds: [await keep(customer, pdf('Other'))] } };
  const retried = await Promise.all(
    [1, 2].map(() => customer.send('POST', cases, { ...sent, headers: { 'idempotency-key': 'begin' } })),
  );
  expect(new Set(retried.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
});

test('if one request deletes a file while another creates a case with it, only one of the two succeeds', async () => {
  const customer = await signUp();
  for (let time = 0; time < 5; time += 1) {
    const id = await keep(customer, pdf(`Lease ${time}`));
    const [begun, removed] = await Promise.all([begin(customer, [id]), customer.send('DELETE', `${files}/${id}`)]);
    expect(['201 404', '400 204']).toContain(`${begun.status} ${removed.status}`);
  }
});

test("a file that is uploaded while its organization is being erased isn't stored", async () => {
  const { organizationId } = await signUp();
  const erasure = await store.pool.connect();
  await erasure.query('BEGIN');
  await erasure.query('SELECT FROM "Organization" WHERE id = $1 FOR UPDATE', [organizationId]);
  const file = {
    id: newId('intakeFile'),
    filename: 'lease.pdf',
    purpose: null,
    note: null,
    contentHash: '',
    contentType: 'application/pdf',
    needsPassword: false,
    content: pdf('Lease'),
  };
  const scope = { organizationId, mode: 'test' } as const;
  const uploaded = keepIntakeFile(store, scope, file, { mostFiles: 9, mostBytes: 9999 });
  const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  await expect.poll(async () => (await store.pool.query(waiting)).rowCount).toBe(1);
  await erasure.query('UPDATE "User" SET "erasedAt" = now() WHERE "organizationId" = $1', [organizationId]);
  await erasure.query('COMMIT');
  erasure.release();
  expect(await uploaded).toBeNull();
  expect(await store.prisma.intakeFile.count({ where: { organizationId } })).toBe(0);
});
