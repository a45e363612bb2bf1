import { setLegalHold } from '@evict/store/erasure';
import { expect, test } from 'vitest';
import { buildFacts } from '../support/facts.ts';
import { pdf } from '../support/grounds.ts';
import { liveWorld } from '../support/live-case.ts';
import { factsIn } from '../support/live.ts';
import { expectRefusal } from '../support/refusals.ts';
import { type Customer, sharedService } from '../support/service.ts';

// The erasure list is tested in ops/retention.test.ts.

const service = await sharedService();
const { store } = service.stack;
const world = liveWorld(service);
const customer = await service.signUp();

const remove = (by: Customer, path: string) => by.send('DELETE', `/v1/cases/${path}`);
const rowOf = (id: string) => store.prisma.case.findUniqueOrThrow({ where: { id } });
const bytesOf = (caseId: string) => store.prisma.blob.count({ where: { caseId } });

test('deleting a draft withdraws and erases it at once, and creates one webhook delivery', async () => {
  const { id } = await customer.create(buildFacts());
  const document = await customer.upload(id, { bytes: pdf('lease') });
  const endpoint = (await customer.send('POST', '/v1/webhook-endpoints', { body: { url: 'https://example.com/in' } }))
    .body;
  expect((await remove(customer, id)).status).toBe(204);
  await expectRefusal(customer.send('GET', `/v1/cases/${id}`), 409, 'erased');
  await expectRefusal(customer.send('GET', `/v1/cases/${id}/documents/${document.id}`), 410, 'erased');
  await expectRefusal(remove(customer, id), 409, 'erased');
  expect((await customer.send('GET', '/v1/cases')).body.items.map((one: { id: string }) => one.id)).not.toContain(id);
  const row = await rowOf(id);
  expect([row.state, row.facts]).toMatchObject(['withdrawn', { parties: [] }]);
  expect(await bytesOf(id)).toBe(0);
  const deliveries = await store.prisma.webhookDelivery.findMany({ where: { endpointId: endpoint.id } });
  expect(deliveries).toHaveLength(1);
  await customer.send('DELETE', `/v1/webhook-endpoints/${endpoint.id}`);
});

test('only a draft that was never submitted can be deleted, and only by its own organization', async () => {
  const rejected = await customer.submitted(buildFacts({ freeText: 'sandbox:request_changes' }));
  await customer.act(rejected.id, 'advance');
  expect((await customer.read(rejected.id)).state).toBe('draft');
  const submitted = await customer.submitted(buildFacts());
  for (const { id } of [rejected, submitted]) await expectRefusal(remove(customer, id), 409, 'invalid_state');
  const { id } = await customer.create(buildFacts());
  const stranger = await service.signUp();
  await expectRefusal(remove(stranger, id), 404, 'not_found');
  expect((await customer.read(id)).state).toBe('draft');
});

test('a legal hold keeps the contents of a deleted draft', async () => {
  const { id } = await customer.create(buildFacts());
  await setLegalHold(store, { caseId: id, on: true, operator: 'robin' });
  expect((await remove(customer, id)).status).toBe(204);
  const row = await rowOf(id);
  expect([row.state, row.erasedAt]).toEqual(['withdrawn', null]);
  expect(row.facts).toMatchObject({ ground: 'nonpayment' });
});

test('ten concurrent requests delete a draft only once, and if a submit and a deletion run at the same time, only one takes effect', async () => {
  const { id } = await customer.create(buildFacts());
  const answers = await Promise.all(Array.from({ length: 10 }, () => remove(customer, id)));
  expect(answers.filter(({ status }) => status !== 204 && status !== 409)).toEqual([]);
  expect(answers.map(({ status }) => status)).toContain(204);
  expect(await store.prisma.caseEvent.count({ where: { caseId: id, action: 'withdraw' } })).toBe(1);
  const both = await customer.create(buildFacts());
  const [submitted, deleted] = await Promise.all([customer.act(both.id, 'submit'), remove(customer, both.id)]);
  const { state } = await rowOf(both.id);
  const isDeleted = state === 'withdrawn';
  expect([deleted.status === 204, submitted.status === 200]).toEqual([isDeleted, !isDeleted]);
});

test("deleting a draft's file deletes its bytes and frees its storage quota, and is refused after submission", async () => {
  const { id } = await customer.create(buildFacts());
  const [kept, removed] = [
    await customer.upload(id, { bytes: pdf('kept') }),
    await customer.upload(id, { bytes: pdf('removed') }),
  ];
  const { organizationId } = customer;
  const stored = () => store.prisma.storedBytes.aggregate({ where: { organizationId }, _sum: { bytes: true } });
  const before = await stored();
  const { updatedAt } = await customer.read(id);
  expect((await remove(customer, `${id}/documents/${removed.id}`)).status).toBe(204);
  const after = await customer.read(id);
  expect(after.documents.map((one) => one.id)).toEqual([kept.id]);
  expect(after.updatedAt > updatedAt).toBe(true);
  expect(Number(before._sum.bytes) - Number((await stored())._sum.bytes)).toBe(pdf('removed').length);
  expect(await bytesOf(id)).toBe(1);
  await expectRefusal(remove(customer, `${id}/documents/${removed.id}`), 404, 'not_found');
  const stranger = await service.signUp();
  await expectRefusal(remove(stranger, `${id}/documents/${kept.id}`), 404, 'not_found');
  await customer.submit(id);
  await expectRefusal(remove(customer, `${id}/documents/${kept.id}`), 409, 'invalid_state');
  const [summary] = (await customer.read(id)).documents.filter(({ kind }) => kind !== 'evidence');
  await expectRefusal(remove(customer, `${id}/documents/${summary?.id}`), 409, 'invalid_state');
});

test('a deleted file that an attorney may have reviewed stays available to the attorney, but not to the customer', async () => {
  const state = 'NH';
  const avery = await world.attorney({ states: [state] });
  const { id, customer: live } = await world.inReview(factsIn(state), [{ bytes: pdf('reviewed') }]);
  await avery.review(id, 'request_changes', [], 'Remove the page of another tenant.');
  const [reviewed] = (await live.read(id)).documents.filter(({ kind }) => kind === 'evidence');
  const path = `documents/${reviewed?.id}`;
  expect((await remove(live, `${id}/${path}`)).status).toBe(204);
  await expectRefusal(live.send('GET', `/v1/cases/${id}/${path}`), 404, 'not_found');
  expect((await live.read(id)).documents).not.toContainEqual(reviewed);
  expect((await avery.send('GET', `/v1/attorney/cases/${id}/${path}`)).status).toBe(200);
});
