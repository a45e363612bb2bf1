import { randomUUID } from 'node:crypto';
import { workOnce } from '@evict/customer-gateway/case-imports';
import { claimCaseImport, listPendingRows } from '@evict/store/case-imports';
import { eraseCase } from '@evict/store/erasure';
import { expect, test } from 'vitest';
import { buildFacts } from '../support/facts.ts';
import { expectIssues, expectRefusal } from '../support/refusals.ts';
import { type Customer, sharedService } from '../support/service.ts';

const service = await sharedService();
const { store, blobs } = service.stack;

const row = (reference: unknown, changes: object = {}) => ({ ...buildFacts(), reference, ...changes });

async function start(by: Pick<Customer, 'send'>, rows: readonly unknown[], more: object = {}): Promise<string> {
  const { status, body } = await by.send('POST', '/v1/case-imports', { body: { rows, ...more } });
  expect([status, body.status]).toEqual([202, 'running']);
  return body.id as string;
}

async function done(by: Pick<Customer, 'send'>, id: string) {
  const read = async () => (await by.send('GET', `/v1/case-imports/${id}`)).body;
  await expect.poll(async () => (await read()).status).toBe('done');
  return (await read()).counts;
}

const rowsOf = async (by: Pick<Customer, 'send'>, id: string, query = '') =>
  (await by.send('GET', `/v1/case-imports/${id}/rows${query}`)).body;

test('each valid row becomes a draft with its reference and checked gates, and importing the row again creates no duplicate', async () => {
  const customer = await service.signUp();
  const rows = [row('A'), row('B', { parties: [] }), row('A'), { reference: 'C' }, null, row('D\0')];
  const first = await start(customer, rows);
  expect(await done(customer, first)).toEqual({ rows: 6, created: 2, updated: 0, unchanged: 0, invalid: 4 });
  const { items } = await rowsOf(customer, first);
  expect(
    items.map((one: { row: number; status: string; reference: string | null }) => [one.row, one.reference, one.status]),
  ).toEqual([
    [1, 'A', 'created'],
    [2, 'B', 'created'],
    [3, 'A', 'invalid'],
    [4, 'C', 'invalid'],
    [5, null, 'invalid'],
    [6, null, 'invalid'],
  ]);
  expect([items[0].gates.passed, items[1].gates.passed, items[2].gates]).toEqual([true, false, null]);
  expect(items[2].issues).toEqual([expect.objectContaining({ path: 'reference', code: 'repeated' })]);
  expect(items[3].issues.map(({ path }: { path: string }) => path)).toContain('property');
  expect((await customer.read(items[0].caseId)).reference).toBe('A');
  // No tenant data remains outside the cases.
  expect(await store.prisma.caseImportRow.count({ where: { importId: first, input: { not: null } } })).toBe(0);

  const again = await start(customer, [row('A'), row('B'), row('B2', { ground: 'holdover' })]);
  expect(await done(customer, again)).toEqual({ rows: 3, created: 1, updated: 1, unchanged: 1, invalid: 0 });
  expect((await customer.read(items[1].caseId)).data.parties).toHaveLength(2);
  expect((await customer.send('GET', '/v1/cases')).body.items).toHaveLength(3);
  await customer.submit(items[0].caseId);
  const late = await start(customer, [row('A', { amountOwedCents: 7 }), row('B2'), row('A2')]);
  expect(await done(customer, late)).toEqual({ rows: 3, created: 1, updated: 0, unchanged: 0, invalid: 2 });
  const refused = (await rowsOf(customer, late, '?status=invalid')).items;
  expect(refused.map(({ issues }: { issues: { code: string }[] }) => issues[0]?.code)).toEqual([
    'invalid_state',
    'fixed',
  ]);
});

test("a row whose names were read from the wrong column isn't imported", async () => {
  const customer = await service.signUp();
  const named = (reference: string, name: string) =>
    row(reference, {
      parties: [
        { role: 'plaintiff', name: 'Sandbox Holdings LLC' },
        { role: 'defendant', name },
      ],
    });
  const rows = [named('A', 'pat@example.com'), named('B', 't0012345'), named('C', '1200'), named('D', 'Pat Example')];
  const id = await start(customer, rows);
  expect(await done(customer, id)).toMatchObject({ created: 1, invalid: 3 });
  const { items } = await rowsOf(customer, id, '?status=invalid');
  expect(items.map(({ issues }: { issues: unknown }) => issues)).toEqual([
    [{ path: 'parties[1].name', code: 'not_a_name', message: 'This is an email address, not a name.' }],
    [{ path: 'parties[1].name', code: 'not_a_name', message: 'This looks like a code, not a name.' }],
    [{ path: 'parties[1].name', code: 'not_a_name', message: 'This is a number, not a name.' }],
  ]);
});

test('a dry run reports the outcome of each row but creates no case, a cursor works only with its own filter, and no other organization can read the import', async () => {
  const customer = await service.signUp();
  const id = await start(customer, [row('A'), row('B'), row(7)], { dryRun: true });
  expect(await done(customer, id)).toEqual({ rows: 3, created: 2, updated: 0, unchanged: 0, invalid: 1 });
  expect((await customer.send('GET', '/v1/cases')).body.items).toEqual([]);
  const page = await rowsOf(customer, id, '?limit=1');
  expect(page.items).toMatchObject([{ row: 1, caseId: null, gates: { passed: true } }]);
  const next = await rowsOf(customer, id, `?limit=1&cursor=${page.nextCursor}`);
  expect(next.items).toMatchObject([{ row: 2 }]);
  const other = `/v1/case-imports/${id}/rows?status=invalid&cursor=${page.nextCursor}`;
  expect(await expectIssues(customer.send('GET', other))).toEqual(['cursor cursor']);
  // The next import deletes the rows of a dry run, which are stored as they were sent.
  await done(customer, await start(customer, [row('Z')], { dryRun: true }));
  expect(await store.prisma.caseImportRow.count({ where: { importId: id } })).toBe(0);
  const stranger = await service.signUp();
  await expectRefusal(stranger.send('GET', `/v1/case-imports/${id}`), 404, 'not_found');
  await expectRefusal(stranger.send('GET', `/v1/case-imports/${id}/rows`), 404, 'not_found');
});

test('a live import refuses the sandbox state, and a request repeated with its idempotency key starts only one import', async () => {
  const { session } = await service.signUp();
  const live = service.actingAs(session.credential, { 'X-Service-Mode': 'live' });
  const sent = { body: { rows: [row('A')] }, headers: { 'Idempotency-Key': 'once' } };
  const [first, second] = await Promise.all([1, 2].map(() => live.send('POST', '/v1/case-imports', sent)));
  expect(first?.body.id).toBe(second?.body.id);
  await done(live, first?.body.id);
  const { items } = await rowsOf(live, first?.body.id);
  expect(items).toMatchObject([{ status: 'invalid', issues: [{ code: 'unsupported_state' }] }]);
});

test('an unfinished import is finished by other gateways, even several at once, and no row is imported twice', async () => {
  const customer = await service.signUp();
  const { organizationId } = customer;
  const rows = Array.from({ length: 120 }, (_, index) => row(`R${index}`));
  const id = `imp_${randomUUID()}`;
  await store.prisma.caseImport.create({
    data: { id, organizationId, mode: 'test', dryRun: false },
  });
  await store.prisma.caseImportRow.createMany({
    data: rows.map((one, index) => ({ importId: id, row: index + 1, input: JSON.stringify(one) })),
  });
  // Runs several workers at once, as several gateways would.
  const gateways = Array.from({ length: 4 }, async () => {
    while (await workOnce(store, { test: 1e9, live: 1e9 }));
  });
  await Promise.all(gateways);
  expect(await done(customer, id)).toEqual({ rows: 120, created: 120, updated: 0, unchanged: 0, invalid: 0 });
  expect(await store.prisma.case.count({ where: { organizationId } })).toBe(120);
  expect([await claimCaseImport(store), await listPendingRows(store, id, 10)]).toEqual([null, []]);
});

test("full storage makes an import's rows invalid but doesn't fail the import, a third concurrent import is refused, and erasing a case deletes its import row", async () => {
  const customer = await service.signUp();
  const id = await start(customer, [row('A')]);
  await done(customer, id);
  const [{ caseId }] = (await rowsOf(customer, id)).items;
  const { organizationId } = await store.prisma.case.findUniqueOrThrow({ where: { id: caseId } });
  await customer.withdraw(caseId);
  await eraseCase(store, { caseId, operator: 'robin', list: '', blobs });
  expect((await rowsOf(customer, id)).items).toEqual([]);

  const where = { organizationId_mode: { organizationId, mode: 'test' } };
  await store.prisma.storedBytes.update({ where, data: { bytes: 500 * 1024 ** 2 } });
  const full = await start(customer, [row('B')]);
  expect(await done(customer, full)).toMatchObject({ created: 0, invalid: 1 });
  expect((await rowsOf(customer, full)).items).toMatchObject([{ issues: [{ code: 'storage_quota' }] }]);

  const running = { organizationId, mode: 'test', dryRun: false, claimedUntil: new Date(Date.now() + 3_600_000) };
  await store.prisma.caseImport.createMany({ data: [1, 2].map(() => ({ ...running, id: `imp_${randomUUID()}` })) });
  await expectRefusal(customer.send('POST', '/v1/case-imports', { body: { rows: [row('C')] } }), 409, 'invalid_state');
});
