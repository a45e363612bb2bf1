import { eraseCase } from '@evict/store/erasure';
import { expect, test } from 'vitest';
import { buildFacts } from '../support/facts.ts';
import { expectIssues, expectRefusal } from '../support/refusals.ts';
import { type Customer, sharedService } from '../support/service.ts';

const service = await sharedService();
const { store, blobs } = service.stack;
const customer = await service.signUp();

const put = (by: Pick<Customer, 'send'>, id: string, reference: unknown) =>
  by.send('PUT', `/v1/cases/${id}/reference`, { body: { reference } });
const newDraft = async () => (await customer.create(buildFacts())).id;

test('a draft has no reference until one is set, and then every response shows it', async () => {
  const { id, reference } = await customer.create(buildFacts());
  expect(reference).toBeNull();
  const set = await put(customer, id, 'Müller / 4B');
  expect(set.status).toBe(200);
  expect(set.body).toEqual(await customer.read(id));
  expect(set.body.reference).toBe('Müller / 4B');
  expect((await customer.edit(id, { freeText: 'x' })).reference).toBe('Müller / 4B');
  const listed = (await customer.send('GET', '/v1/cases?limit=1')).body.items[0];
  expect([listed.id, listed.reference]).toEqual([id, 'Müller / 4B']);
  expect((await customer.submit(id)).case.reference).toBe('Müller / 4B');
  expect((await customer.advance(id)).reference).toBe('Müller / 4B');
  expect((await customer.withdraw(id)).reference).toBe('Müller / 4B');
});

test('setting a reference changes nothing else except updatedAt, and setting the same one again changes nothing', async () => {
  const before = await customer.read(await newDraft());
  const { body: set } = await put(customer, before.id, 'A');
  expect(set).toEqual({ ...before, reference: 'A', updatedAt: set.updatedAt });
  expect(set.updatedAt > before.updatedAt).toBe(true);
  expect((await put(customer, before.id, 'A')).body).toEqual(set);
  const { body: removed } = await put(customer, before.id, null);
  expect(removed).toEqual({ ...before, updatedAt: removed.updatedAt });
  expect(await customer.events(before.id)).toEqual([]);
});

test('if several cases are given the same reference at once, only one gets it', async () => {
  const ids = await Promise.all(Array.from({ length: 8 }, () => newDraft()));
  const responses = await Promise.all(ids.map((id) => put(customer, id, 'Wanted by all')));
  const refused = responses.filter(({ status }) => status !== 200);
  expect(refused).toHaveLength(7);
  for (const { status, body } of refused) {
    expect([status, body.error]).toMatchObject([409, { code: 'invalid_state', details: null }]);
  }
  const shown = await Promise.all(ids.map((id) => customer.read(id)));
  expect(shown.filter(({ reference }) => reference !== null)).toHaveLength(1);
});

test('two cases that try to swap their references at the same time are both refused, without a deadlock', async () => {
  const [one, two] = [await newDraft(), await newDraft()];
  await put(customer, one, 'One');
  await put(customer, two, 'Two');
  for (let round = 0; round < 5; round += 1) {
    const statuses = await Promise.all([put(customer, one, 'Two'), put(customer, two, 'One')]);
    expect(statuses.map(({ status }) => status)).toEqual([409, 409]);
  }
});

test('if a reference is set while the case advances, neither change is lost', async () => {
  const { id } = await customer.submitted(buildFacts());
  const steps = async () => {
    for (let step = 0; step < 4; step += 1) await customer.advance(id);
  };
  const references = async () => {
    for (let count = 0; count < 20; count += 1) expect((await put(customer, id, `R${count}`)).status).toBe(200);
  };
  await Promise.all([steps(), references()]);
  expect(await customer.read(id)).toMatchObject({ state: 'filing_submitted', reference: 'R19' });
});

test('a finished case keeps its reference, and no other case can have it until the case is erased', async () => {
  const [id, next] = [await newDraft(), await newDraft()];
  await put(customer, id, 'Ended');
  await customer.withdraw(id);
  for (const reference of ['Other', 'Ended', null]) {
    await expectRefusal(put(customer, id, reference), 409, 'invalid_state');
  }
  await expectRefusal(put(customer, next, 'Ended'), 409, 'invalid_state');
  expect((await customer.read(id)).reference).toBe('Ended');
  await eraseCase(store, { caseId: id, operator: 'robin', list: '', blobs });
  await expectRefusal(put(customer, id, 'Ended'), 409, 'erased');
  expect((await store.prisma.case.findUniqueOrThrow({ where: { id } })).reference).toBeNull();
  expect((await put(customer, next, 'Ended')).status).toBe(200);
});

test('a reference can have up to 100 characters of any kind, and a request to set one ignores an Idempotency-Key and reports invalid values', async () => {
  const id = await newDraft();
  const headers = { 'idempotency-key': 'one' };
  for (const reference of ['👩'.repeat(100), '\'; DROP TABLE "Case"; --', ' ']) {
    const sent = customer.send('PUT', `/v1/cases/${id}/reference`, { body: { reference }, headers });
    expect((await sent).body.reference).toBe(reference);
  }
  expect(await expectIssues(put(customer, id, 'x'.repeat(101)))).toEqual(['reference too_long']);
  expect(await expectIssues(put(customer, id, undefined))).toEqual(['reference required']);
});
