import { randomUUID } from 'node:crypto';
import { type Route, routes } from '@evict/contract';
import { createAuthenticator } from '@evict/credentials/testing';
import {
  listAttorneys,
  revokeAttorneyToken,
  setAsksFirst,
  setAttorneyLicenses,
  setAttorneyVerified,
} from '@evict/store/attorneys';
import { describe, expect, test } from 'vitest';
import { attorneyPassword } from '../support/attorneys.ts';
import { exampleBody, pathToNothing } from '../support/paths.ts';
import { buildFacts } from '../support/facts.ts';
import { pdf } from '../support/grounds.ts';
import { type Attorney, liveWorld, reaches } from '../support/live-case.ts';
import { factsIn } from '../support/live.ts';
import { expectRefusal } from '../support/refusals.ts';
import { sharedService } from '../support/service.ts';

const service = await sharedService();
const { send } = service;
const { store } = service.stack;
const world = liveWorld(service);
const avery = await world.attorney();
const { id } = await world.inReview();
const { documents } = await avery.read(id);

const all = Object.entries<Route>(routes);
const forAttorneys = all.filter(([, { auth }]) => auth === 'attorney');
const forCustomers = all.filter(([, { auth }]) => auth === 'customer' || auth === 'session');

/** Sends every kind of attorney request that has a case id in its path. */
function requestsTo(attorney: Pick<Attorney, 'send'>, caseId: string, documentId = documents[0]?.id) {
  return forAttorneys
    .filter(([, { path }]) => path.includes('{id}'))
    .map(([, route]) => {
      const path = route.path.replace('{id}', caseId).replace('{docId}', documentId);
      return attorney.send(route.method, pathToNothing({ ...route, path }), { body: exampleBody(route) });
    });
}

async function historyOf(caseId: string): Promise<string[]> {
  const events = await store.prisma.caseEvent.findMany({ where: { caseId }, orderBy: { id: 'asc' } });
  return events.map((event) => event.id);
}

describe("an attorney's credential", () => {
  test('gets 403 at every endpoint for customers', async () => {
    for (const [, route] of forCustomers) {
      const sent = { body: exampleBody(route) };
      await expectRefusal(avery.send(route.method, pathToNothing(route), sent), 403, 'forbidden');
    }
  });

  test('acts in live mode even if X-Service-Mode says test, and an invalid mode is refused', async () => {
    const inMode = (mode: string) => avery.send('GET', '/v1/attorney/queue', { headers: { 'x-service-mode': mode } });
    expect((await inMode('test')).body.items.map((item: { id: string }) => item.id)).toContain(id);
    expect((await inMode('live')).status).toBe(200);
    await expectRefusal(inMode('prod'), 400, 'invalid_request');
  });

  test("stops working as soon as it is revoked, and another attorney's keeps working", async () => {
    const blair = await world.attorney({ states: ['WY'] });
    const mine = async () => (await listAttorneys(store)).find((one) => one.id === blair.id)?.tokens ?? [];
    const [token] = await mine();
    expect(token).toMatchObject({ lastFour: blair.credential.slice(-4), revokedAt: null });
    await revokeAttorneyToken(store, token?.id ?? '');
    await expectRefusal(blair.send('GET', '/v1/attorney/queue'), 401, 'unauthenticated');
    expect((await avery.send('GET', '/v1/attorney/queue')).status).toBe(200);
    const [revoked] = await mine();
    expect(revoked?.revokedAt).toBeInstanceOf(Date);
  });

  test('is stored only as a hash', async () => {
    const { rows } = await store.pool.query('SELECT t::text AS kept FROM "AttorneyToken" t');
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.map(({ kept }) => kept).join('\n')).not.toContain(avery.credential);
  });
});

test('after an attorney adds a passkey, signing in requires it, and another passkey or a used signature is refused', async () => {
  const attorney = await world.attorney({ states: ['UT'] });
  const mine = service.actingAs(await attorney.signIn());
  const device = createAuthenticator('https://www.example.com');
  const proof = { body: { currentPassword: attorneyPassword } };
  const options = (await mine.send('POST', '/v1/me/passkeys/options', proof)).body;
  const body = { name: 'Laptop', response: device.register(options) };
  expect((await mine.send('POST', '/v1/me/passkeys', { body })).status).toBe(201);
  expect((await mine.send('GET', '/v1/me/factors')).body.passkeys).toMatchObject([{ name: 'Laptop' }]);
  expect((await mine.send('GET', '/v1/me/sessions')).body.items).toMatchObject([{ current: true }]);

  const logIn = { body: { email: attorney.email, password: attorneyPassword } };
  const owes = async () =>
    (await expectRefusal(send('POST', '/v1/auth/attorney/login', logIn), 403, 'forbidden')).secondFactor;
  const complete = (path: string, ticket: string, response: object) =>
    send('POST', path, { body: { method: 'passkey', ticket, response } });
  const { ticket, passkeyOptions } = await owes();
  const signed = device.sign(passkeyOptions);
  // An attorney's ticket can't open a customer's session.
  await expectRefusal(complete('/v1/auth/login/second-step', ticket, signed), 400, 'invalid_reset_token');
  const path = '/v1/auth/attorney/login/second-step';
  const { status, body: opened } = await complete(path, ticket, signed);
  expect([status, opened.user.id]).toEqual([200, attorney.id]);
  expect((await send('GET', '/v1/attorney/queue', { credential: opened.token })).status).toBe(200);
  const again = await owes();
  const stranger = createAuthenticator('https://www.example.com').sign(again.passkeyOptions);
  await expectRefusal(complete(path, again.ticket, stranger), 401, 'invalid_credentials');
  await expectRefusal(complete(path, again.ticket, signed), 401, 'invalid_credentials');
});

describe("a case that isn't assigned to the attorney", () => {
  const expectNothing = async (attorney: Pick<Attorney, 'send'>, caseId: string, documentId?: string) => {
    const before = await historyOf(caseId);
    for (const responding of requestsTo(attorney, caseId, documentId))
      await expectRefusal(responding, 404, 'not_found');
    expect(await historyOf(caseId)).toEqual(before);
    expect(await store.prisma.command.count({ where: { caseId, author: 'attorney' } })).toBe(0);
  };

  test('is not found if it is assigned to another attorney', async () => {
    const other = await world.attorney({ states: ['WA'] });
    await expectNothing(other, id);
    expect(await other.queue()).toEqual([]);
  });

  test('is not found if it is a draft or has no attorney', async () => {
    const facts = factsIn('AK');
    const unassigned = await world.submitted(facts);
    await expectNothing(avery, unassigned.id);
    const draft = await unassigned.customer.create(facts);
    await expectNothing(avery, draft.id);
  });

  test("is not found if it is a sandbox case, even if its row contains the attorney's id", async () => {
    const tester = await service.signUp();
    const sandbox = await tester.submitted(buildFacts());
    await store.prisma.case.update({ where: { id: sandbox.id }, data: { attorneyId: avery.id } });
    await expectNothing(avery, sandbox.id, sandbox.documents[0]?.id);
    expect((await avery.queue()).map((item: { id: string }) => item.id)).not.toContain(sandbox.id);
  });

  test("is not found if it doesn't exist", async () => {
    for (const unknown of ['case_1', '%00', 'case_%27%20OR%201=1', '..%2Fcases']) {
      for (const responding of requestsTo(avery, unknown)) await expectRefusal(responding, 404, 'not_found');
    }
  });

  test('is not found once the attorney has declined it', async () => {
    const blair = await world.attorney({ states: ['VT'] });
    const facts = factsIn('VT');
    const declined = await world.inReview(facts);
    const before = await blair.read(declined.id);
    const { body } = await blair.review(declined.id, 'reject');
    expect(body.state).toBe('on_hold');
    for (const responding of requestsTo(blair, declined.id, before.documents[0]?.id)) {
      await expectRefusal(responding, 404, 'not_found');
    }
  });
});

test("a document can't be read through the URL of another case, and the attempt records no event", async () => {
  const other = await world.inReview();
  const [foreign] = (await other.customer.read(other.id)).documents;
  const before = await historyOf(id);
  for (const documentId of [foreign?.id, `doc_${randomUUID()}`, 'doc_1']) {
    await expectRefusal(avery.send('GET', `/v1/attorney/cases/${id}/documents/${documentId}`), 404, 'not_found');
  }
  expect(await historyOf(id)).toEqual(before);
});

test('an attorney can still read a finished case, and a draft that they returned for changes', async () => {
  const changed = await world.inReview();
  await avery.review(changed.id, 'request_changes');
  expect((await avery.read(changed.id)).state).toBe('draft');
  const closed = await world.inReview();
  await avery.outcome(closed.id, { type: 'closed' });
  expect((await avery.read(closed.id)).state).toBe('closed');
  expect((await avery.queue()).map((item: { id: string }) => item.id)).not.toContain(changed.id);
});

describe('an ineligible attorney', async () => {
  const blair = await world.attorney({ states: ['ND'] });
  const { id: theirs, customer } = await world.inReview(factsIn('ND'));
  const { documents: papers } = await blair.read(theirs);
  const viewsOf = (caseId: string) => store.prisma.tenantDataView.count({ where: { caseId } });

  test.each([
    ['who is no longer verified', () => setAttorneyVerified(store, blair.id, false)],
    ['whose license has ended', () => setAttorneyLicenses(store, blair.id, ['SD'])],
  ])('%s has no access to their cases, but can still read their queue and profile', async (_, lapse) => {
    await lapse();
    const views = await viewsOf(theirs);
    for (const responding of requestsTo(blair, theirs, papers[0]?.id)) {
      const { status, body } = await responding;
      // The document has to exist, because documents are looked up before the license is checked.
      expect([status, body.error.code]).toEqual([403, 'attorney_not_eligible']);
    }
    expect(await viewsOf(theirs)).toBe(views);
    expect((await blair.send('GET', '/v1/attorney/queue')).body.items).toHaveLength(1);
    expect((await blair.send('GET', '/v1/attorney/me')).status).toBe(200);
    await setAttorneyVerified(store, blair.id, true);
    await setAttorneyLicenses(store, blair.id, ['ND']);
    expect((await blair.read(theirs)).state).toBe('notice_review');
  });

  test('can confirm a withdrawal, and the response and its replay show only what a conflict check needs', async () => {
    await customer.withdraw(theirs);
    await setAttorneyLicenses(store, blair.id, []);
    const confirm = () =>
      blair.send('POST', `/v1/attorney/cases/${theirs}/outcomes`, {
        body: { type: 'closed' },
        headers: { 'idempotency-key': 'confirm' },
      });
    const [first, again] = [await confirm(), await confirm()];
    expect([first.status, first.body.state, again.status]).toEqual([200, 'withdrawn', 200]);
    for (const { body } of [first, again]) {
      expect(Object.keys(body.data).toSorted()).toEqual(['attestations', 'parties', 'progress', 'property']);
      expect(body.documents).toEqual([]);
    }
    await expectRefusal(blair.send('GET', `/v1/attorney/cases/${theirs}`), 403, 'attorney_not_eligible');
  });
});

describe('replaying a response to an attorney', () => {
  const key = { 'idempotency-key': 'of-the-note' };
  const note = (attorney: Pick<Attorney, 'send'>, caseId: string) =>
    attorney.send('POST', `/v1/attorney/cases/${caseId}/notes`, { body: { body: 'I have your case.' }, headers: key });
  const approve = (attorney: Pick<Attorney, 'send'>, caseId: string, documentHashes: string[]) =>
    attorney.send('POST', `/v1/attorney/cases/${caseId}/reviews`, {
      body: { decision: 'approve', documentHashes },
      headers: { 'idempotency-key': 'of-the-review' },
    });

  test('is recorded as a view of the case, and is refused once the license has ended', async () => {
    const blair = await world.attorney({ states: ['NE'] });
    const { id: theirs } = await world.inReview(factsIn('NE'));
    const { documents: papers } = await blair.read(theirs);
    const hashes = papers.map((one: { contentHash: string }) => one.contentHash);
    const first = await approve(blair, theirs, hashes);
    const views = () => store.prisma.tenantDataView.count({ where: { caseId: theirs, what: 'case' } });
    const before = await views();
    const again = await approve(blair, theirs, hashes);
    expect([again.status, again.headers.get('idempotent-replayed'), again.body]).toEqual([200, 'true', first.body]);
    expect(await views()).toBe(before + 1);
    await setAttorneyLicenses(store, blair.id, []);
    await expectRefusal(approve(blair, theirs, hashes), 403, 'attorney_not_eligible');
    expect(await views()).toBe(before + 1);
  });

  test('is refused once the case is assigned to another attorney', async () => {
    const [blair, casey] = [await world.attorney({ states: ['NM'] }), await world.attorney({ states: ['NV'] })];
    const { id: theirs, ref } = await world.inReview(factsIn('NM'));
    expect((await note(blair, theirs)).status).toBe(201);
    expect((await note(blair, theirs)).headers.get('idempotent-replayed')).toBe('true');
    await setAttorneyLicenses(store, casey.id, ['NM', 'NV']);
    await world.operate(ref, { kind: 'assign', attorneyId: casey.id });
    await expectRefusal(note(blair, theirs), 404, 'not_found');
  });
});

test('an offered case shows only what a conflict check needs, even in the response to declining it', async () => {
  const blair = await world.attorney({ states: ['SC'] });
  await setAsksFirst(store, blair.id, true);
  const facts = { ...factsIn('SC'), freeText: 'They shout at night.' };
  const { id: offered, customer } = await world.submitted(facts, [{ filename: 'lease.pdf', bytes: pdf('lease') }]);
  await reaches(customer, offered, 'attorney_assigned');
  const [evidence] = (await store.prisma.document.findMany({ where: { caseId: offered } })).map((one) => one.id);
  const { data, ...shown } = await blair.read(offered);
  expect(data).toMatchObject({ property: facts.property, parties: facts.parties, attestations: {} });
  expect(Object.keys(data).toSorted()).toEqual(['attestations', 'parties', 'progress', 'property']);
  expect(data.progress.ledgerBalanceCents).toBeNull();
  expect(shown).toMatchObject({ evidence: [], documents: [], events: [], filings: [], serviceAttempts: [] });
  expect(shown.gates.results).toEqual([]);
  expect(await store.prisma.tenantDataView.findMany({ where: { caseId: offered } })).toMatchObject([
    { what: 'conflict_check' },
  ]);
  for (const path of ['/review', '/notes', '/facts', `/documents/${evidence}`])
    await expectRefusal(blair.send('GET', `/v1/attorney/cases/${offered}${path}`), 409, 'guard_failed');
  const { body } = await blair.review(offered, 'reject');
  expect(body.state).toBe('on_hold');
  expect(JSON.stringify(body)).not.toMatch(/shout|amountCents|lease/);
});
