import { createHash } from 'node:crypto';
import { findApiKey } from '@evict/store/accounts';
import {
  type CaseRow,
  findApiKeyAndCase,
  findCase,
  findCaseJson,
  findCommandedCase,
  findDocument,
  listCases,
  listCustomerEvents,
  presentCase,
  writeCase,
} from '@evict/store/cases';
import { expect, test } from 'vitest';
import { allRows } from '../support/all-rows.ts';
import { buildFacts } from '../support/facts.ts';
import { pdf } from '../support/grounds.ts';
import { startService } from '../support/service.ts';

const { stack, signUp } = await startService();
const { store } = stack;
const unbounded = { maxBytes: 2 ** 30 };
const customer = await signUp();
const scope = { organizationId: customer.organizationId, mode: 'test' } as const;

// A draft, and a case whose filing came back: the documents of its first attempt are superseded.
const draft = await customer.create(buildFacts());
const evidence = [{ purpose: 'other', bytes: pdf('Lease') }] as const;
const { id } = await customer.submitted(buildFacts({ freeText: 'sandbox:filing_rejected' }), evidence);
await customer.advanceBy(id, 6);

test('the statements of the hot reads return what Prisma returns', async () => {
  const rows = await store.prisma.case.findMany({
    where: scope,
    include: {
      documents: { where: { superseded: false }, orderBy: [{ createdAt: 'asc' }, { specId: 'asc' }, { id: 'asc' }] },
    },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  });
  expect(rows.map((row) => row.id)).toEqual([id, draft.id]);
  // Nobody is engaged for a test case, and what is owed is the balance of its ledger.
  const others = { attorney: null, ledgerBalanceCents: buildFacts().amountOwedCents, now: 0 };
  const expected = rows.map((row) => ({ ...row, ...others, clockAheadMs: Number(row.clockAheadMs) }));
  const page = await listCases(store, scope, {}, { limit: 1, after: null, ...unbounded });
  const end = { at: rows[0]?.createdAt ?? new Date(0), id };
  const rest = await listCases(store, scope, {}, { limit: 1, after: end, ...unbounded });
  expect([page.more, rest.more]).toEqual([true, false]);
  const cases = await Promise.all(rows.map(async (row) => timeless(await findCase(store, scope, row.id))));
  expect(expected).toMatchObject(cases);
  const after = await Promise.all(rows.map((row) => findCommandedCase(store, { scope, caseId: row.id }, 'unknown')));
  expect(after.map((found) => found && [timeless(found.row), found.command])).toEqual(cases.map((row) => [row, null]));

  const texts = [...page.items, ...rest.items];
  expect(await Promise.all(rows.map((row) => findCaseJson(store, scope, row.id)))).toEqual(texts);
  expect(texts.map((text) => JSON.parse(writeCase(text)) as unknown)).toEqual(
    cases.map((row) => JSON.parse(JSON.stringify(presentCase(row))) as unknown),
  );

  const events = await store.prisma.caseEvent.findMany({
    where: { caseId: id, internal: false },
    orderBy: { sequence: 'asc' },
  });
  const listed = await allRows(listCustomerEvents(store, { scope, caseId: id }));
  expect(events).toMatchObject(listed.map(({ authorId: _author, ...event }) => event));

  const documents = await store.prisma.document.findMany({ where: { caseId: id } });
  expect(documents.filter(({ superseded }) => superseded)).toHaveLength(2);
  for (const document of documents) {
    const found = await findDocument(store, scope, id, document.id);
    expect({ ...document, erasedAt: null }).toMatchObject(found ?? {});
  }
});

test('one statement reads the same key and case as two', async () => {
  const { credential } = customer;
  const hash = createHash('sha256').update(credential).digest();
  const key = await findApiKey(store, hash);
  expect(key).not.toBeNull();
  expect(await findApiKeyAndCase(store, hash, id)).toEqual({
    key,
    prefetched: { id, row: (await listCases(store, scope, {}, { limit: 2, after: null, ...unbounded })).items[0] },
  });
  const other = await (await signUp()).create(buildFacts());
  expect(await findApiKeyAndCase(store, hash, other.id)).toEqual({ key, prefetched: { id: other.id, row: null } });
  expect(await findApiKeyAndCase(store, createHash('sha256').update('no key').digest(), id)).toBeNull();
});

/** Without the time of the read. */
function timeless(row: CaseRow | null): CaseRow {
  if (!row) throw new Error('the case has no row');
  return { ...row, now: 0 };
}
