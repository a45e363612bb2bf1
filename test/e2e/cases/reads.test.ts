import { createHash } from 'node:crypto';
import { findApiKey } from '@evict/store/accounts';
import {
  findApiKeyAndCase,
  findCase,
  findCaseJson,
  findDocument,
  getCase,
  listCases,
  listCustomerEvents,
  presentCase,
  writeCase,
} from '@evict/store/cases';
import { caseQuery, type CaseView, caseWorkflowId } from '@evict/temporal';
import { expect, test } from 'vitest';
import { allRows } from '../support/all-rows.ts';
import { buildFacts } from '../support/facts.ts';
import { pdf } from '../support/grounds.ts';
import { startService } from '../support/service.ts';

const { stack, signUp } = await startService();
const { store, client } = stack;
const unbounded = { maxBytes: 2 ** 30 };
const customer = await signUp();
const scope = { organizationId: customer.organizationId, mode: 'test' } as const;

// A draft, and a case whose filing came back: the documents of its first attempt are superseded.
const draft = await customer.create(buildFacts());
const evidence = [{ purpose: 'other', bytes: pdf('Lease') }] as const;
const { id } = await customer.submitted(buildFacts({ freeText: 'sandbox:filing_rejected' }), evidence);
const advanced = await customer.advanceBy(id, 6);

test('the statements of the hot reads return what Prisma returns', async () => {
  const rows = await store.prisma.case.findMany({
    where: scope,
    include: {
      documents: { where: { superseded: false }, orderBy: [{ createdAt: 'asc' }, { specId: 'asc' }, { id: 'asc' }] },
    },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  });
  expect(rows.map((row) => row.id)).toEqual([id, draft.id]);
  // Nobody is engaged for a test case.
  const expected = rows.map((row) => ({ ...row, attorney: null, clockAheadMs: Number(row.clockAheadMs) }));
  const page = await listCases(store, scope, {}, { limit: 1, after: null, ...unbounded });
  const rest = await listCases(store, scope, {}, { limit: 1, after: page.items[0] ?? null, ...unbounded });
  expect([page.more, rest.more]).toEqual([true, false]);
  const cases = await Promise.all(rows.map((row) => findCase(store, scope, row.id)));
  expect(expected).toMatchObject(cases);
  expect(await Promise.all(rows.map((row) => getCase(store, row.id)))).toEqual(cases);

  const texts = [...page.items, ...rest.items];
  expect(await Promise.all(rows.map((row) => findCaseJson(store, scope, row.id)))).toEqual(texts);
  expect(texts.map((text) => JSON.parse(writeCase(text)) as unknown)).toEqual(
    cases.map((row) => row && (JSON.parse(JSON.stringify(presentCase(row))) as unknown)),
  );

  const events = await store.prisma.caseEvent.findMany({
    where: { caseId: id, internal: false },
    orderBy: { sequence: 'asc' },
  });
  expect(events).toMatchObject(await allRows(listCustomerEvents(store, id)));

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

test('the read row of a case agrees with its workflow', async () => {
  const view = await client.workflow.getHandle(caseWorkflowId(id)).query<CaseView>(caseQuery);
  const { record } = view;
  expect(advanced).toMatchObject({ state: view.state, nextAction: view.nextAction, deadlines: record.deadlines });
  expect(advanced.state).toBe(record.state);
  expect(advanced.data.progress).toMatchObject({
    notice: { servedDate: record.notice?.servedDate, expires: record.notice?.expires },
    hearing: record.hearing,
    judgment: record.judgment,
  });
  const read = advanced.documents.map((document) => ({ id: document.id, contentHash: document.contentHash }));
  expect(read).toEqual(expect.arrayContaining([...record.stageDocuments.notice, ...record.stageDocuments.filing]));
});
