import { describe, expect, test } from 'vitest';
import { buildFacts, day } from '../support/facts.ts';
import { pdf } from '../support/grounds.ts';
import { expectRefusal } from '../support/refusals.ts';
import { type Customer, startService } from '../support/service.ts';

const { signUp, actingAs } = await startService({ liveMode: true });
const [mine, theirs] = await Promise.all([signUp(), signUp()]);
const live = actingAs(mine.session.credential, { 'x-service-mode': 'live' });
const { body: liveKey } = await live.send('POST', '/v1/api-keys');
const byLiveKey = actingAs(liveKey.secret);
const { id } = await mine.create(buildFacts());
const evidence = await mine.upload(id, { bytes: pdf('lease') });

const inMaryland = buildFacts({ property: { ...buildFacts().property, state: 'MD' } });

/** Every request that names a case or a document of one. */
function requestsTo(customer: Customer, caseId: string, documentId: string) {
  const path = `/v1/cases/${caseId}`;
  return [
    customer.send('GET', path),
    customer.send('PATCH', path, { body: { freeText: 'theirs' } }),
    customer.send('PUT', `${path}/reference`, { body: { reference: 'theirs' } }),
    customer.send('GET', `${path}/events`),
    customer.send('GET', `${path}/notes`),
    customer.send('POST', `${path}/notes`, { body: { body: 'Theirs.' } }),
    customer.send('GET', `${path}/charges`),
    customer.send('GET', `${path}/facts`),
    customer.send('POST', `${path}/facts`, { body: { kind: 'payment', date: day(0) } }),
    customer.tryUpload(caseId, { bytes: pdf('theirs') }),
    customer.send('GET', `${path}/documents/${documentId}`),
    ...['validate', 'submit', 'advance', 'report-cure', 'withdraw'].map((action) => customer.act(caseId, action)),
  ];
}

describe.each([
  { who: 'a key of another organization', customer: theirs },
  { who: 'the session of another organization', customer: theirs.session },
  { who: 'a session of the same organization in live mode', customer: live },
  { who: 'a live key of the same organization', customer: byLiveKey },
])('to $who', ({ customer }) => {
  test('a case is not there, at any endpoint, and nothing of it changes', async () => {
    const before = await mine.read(id);
    for (const responding of requestsTo(customer, id, evidence.id)) await expectRefusal(responding, 404, 'not_found');
    expect(await mine.read(id)).toEqual(before);
    expect(await mine.events(id)).toEqual([]);
    expect((await customer.send('GET', '/v1/cases')).body.items).toEqual([]);
  });
});

test('the owner’s session in test mode sees what the test key made', async () => {
  expect(await mine.session.read(id)).toEqual(await mine.read(id));
  expect((await mine.session.download(id, evidence.id)).bytes.equals(pdf('lease'))).toBe(true);
});

test('an id that names nothing is 404, at every endpoint', async () => {
  const unknown = 'case_00000000-0000-4000-8000-000000000000';
  for (const responding of requestsTo(mine, unknown, evidence.id)) await expectRefusal(responding, 404, 'not_found');
  for (const other of ['1', '%00', 'case_%27%20OR%201=1', '..%2Fcases', id.toUpperCase(), evidence.id])
    await expectRefusal(mine.send('GET', `/v1/cases/${other}`), 404, 'not_found');
});

test('a document is found through its own case alone', async () => {
  const other = await mine.create(buildFacts());
  await expectRefusal(mine.send('GET', `/v1/cases/${other.id}/documents/${evidence.id}`), 404, 'not_found');
  const ofThem = await theirs.create(buildFacts());
  await expectRefusal(theirs.send('GET', `/v1/cases/${ofThem.id}/documents/${evidence.id}`), 404, 'not_found');
  for (const unknown of ['doc_00000000-0000-4000-8000-000000000000', 'doc_1', id]) {
    await expectRefusal(mine.send('GET', `/v1/cases/${id}/documents/${unknown}`), 404, 'not_found');
  }
});

test('a case in live mode is seen by its live key and session, and not in test mode', async () => {
  const eviction = await live.create(inMaryland);
  expect(eviction).toMatchObject({ mode: 'live', state: 'draft' });
  for (const responding of requestsTo(mine, eviction.id, evidence.id))
    await expectRefusal(responding, 404, 'not_found');
  expect(await byLiveKey.read(eviction.id)).toEqual(eviction);
  expect((await live.send('GET', '/v1/cases')).body.items).toEqual([eviction]);
});

test('a reference is unique within its organization and mode alone', async () => {
  for (const customer of [mine, theirs, live]) {
    const { id: own } = await customer.create(inMaryland);
    const setting = customer.send('PUT', `/v1/cases/${own}/reference`, { body: { reference: 'Same' } });
    expect((await setting).status).toBe(200);
  }
});
