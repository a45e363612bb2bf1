import { randomUUID } from 'node:crypto';
import { endNoticePeriod } from '@evict/local';
import { createNote } from '@evict/store/notes';
import { writeCommand } from '@evict/store/commands';
import { eraseCase, setLegalHold } from '@evict/store/erasure';
import { storeResponse } from '@evict/store/requests';
import { createLogger } from '@evict/telemetry';
import { describe, expect, test } from 'vitest';
import { buildFacts, day } from '../support/facts.ts';
import { pdf } from '../support/grounds.ts';
import { liveWorld, reaches } from '../support/live-case.ts';
import { inLiveMode } from '../support/live.ts';
import { factsAbout, newName, tablesWith } from '../support/named-case.ts';
import { findInDatabases } from '../support/search-databases.ts';
import { type Customer, startService } from '../support/service.ts';

const logged: string[] = [];
const logger = createLogger('test', 'trace', { write: (line) => void logged.push(line) });
const service = await startService({ liveMode: true, logger });
const { store, blobs } = service.stack;
const { attorney, operate, attach } = liveWorld(service);
const avery = await attorney();

const ground = { basis: 'owner_request', consent: { words: 'By phone to Robin.', date: null } } as const;
const erase = (caseId: string) => eraseCase(store, { caseId, operator: 'robin', ground, list: '', blobs });

/** Sends each request with its own idempotency key, so its response is stored for replays. */
function keyed(customer: Pick<Customer, 'send'>) {
  return async (path: string, body?: unknown) => {
    const response = await customer.send('POST', path, {
      headers: { 'idempotency-key': randomUUID() },
      ...(body !== undefined && { body }),
    });
    expect(response.status, path).toBeLessThan(300);
    return response.body;
  };
}

function file(name: string, purpose = 'other') {
  return { filename: `${name}.pdf`, purpose, contentBase64: pdf(`About ${name}`).toString('base64') };
}

async function expectNothingLeft(name: string): Promise<void> {
  expect(await tablesWith(service.stack, name)).toEqual([]);
  expect(logged.filter((line) => line.toLowerCase().includes(name.toLowerCase()))).toEqual([]);
}

describe('an erasure', () => {
  test("leaves no trace of the tenant's name in any database, in Temporal or in the log after a complete sandbox case", async () => {
    const name = newName();
    const customer = await service.signUp();
    const post = keyed(customer);
    await post('/v1/webhook-endpoints', { url: 'https://hooks.example.com/cases' });
    const { id } = await post('/v1/cases', factsAbout(name));
    await customer.edit(id, { freeText: `${name} sandbox:filing_rejected sandbox:service_failed` });
    await post(`/v1/cases/${id}/documents`, file(name));
    expect((await customer.send('PUT', `/v1/cases/${id}/reference`, { body: { reference: name } })).status).toBe(200);
    await customer.validate(id);
    await post(`/v1/cases/${id}/submit`);
    await post(`/v1/cases/${id}/facts`, { kind: 'payment', date: day(0), detail: `${name} paid half.` });
    for (let step = 0; step < 15; step += 1) await post(`/v1/cases/${id}/advance`);
    expect((await customer.read(id)).state).toBe('closed');
    expect(await tablesWith(service.stack, name)).toEqual(
      'BlobChunk Case CaseEvent CaseSearch Command Document IdempotencyKey'.split(' '),
    );

    expect(await erase(id)).toMatchObject({ ok: true, again: false });
    await expectNothingLeft(name);
  });

  test("leaves no trace of the tenant's name after a live case in which customer, attorney and operators wrote it", async () => {
    const name = newName();
    const account = await service.signUp();
    const customer = inLiveMode(service, account);
    const ref = { organizationId: account.organizationId, mode: 'live' } as const;
    const post = keyed(customer);
    await post('/v1/webhook-endpoints', { url: 'https://hooks.example.com/cases' });
    const { id } = await post('/v1/cases', factsAbout(name, { state: 'MD' }));
    const live = { caseId: id, ...ref };
    const ask = keyed(avery);
    const review = async (decision: string) => {
      const { documents } = (await avery.read(id)) as { documents: { contentHash: string }[] };
      const documentHashes = documents.map(({ contentHash }) => contentHash);
      await ask(`/v1/attorney/cases/${id}/reviews`, { decision, notes: `See ${name}.`, documentHashes });
    };
    const reason = `Because of ${name}.`;
    const numbers = { envelopeId: `E-${name}`, courtCaseNumber: `D-${name}` };
    const does = async (command: Parameters<typeof operate>[1]) =>
      expect(await operate(live, command)).toEqual({ ok: true });
    const service_ = {
      kind: 'record_service',
      stage: 'notice',
      method: 'personal',
      date: null,
      expires: null,
    } as const;
    const filing = { kind: 'record_filing', ...numbers } as const;

    await post(`/v1/cases/${id}/documents`, file(name));
    await post(`/v1/cases/${id}/submit`);
    await reaches(customer, id, 'notice_review');
    await post(`/v1/cases/${id}/notes`, { body: `A question about ${name}.` });
    await createNote(store, { caseId: id, writtenBy: 'platform', body: `An answer about ${name}.` });
    await review('request_changes');
    await customer.edit(id, { freeText: `Corrected for ${name}.` });
    await post(`/v1/cases/${id}/submit`);
    await attach(live, 'notice', { filename: `${name}-notice.pdf`, bytes: pdf(`Notice to ${name}`) });
    await review('approve');
    await does({ ...service_, status: 'pending' });
    await does({ ...service_, status: 'failed', failureReason: reason });
    await does({ ...service_, status: 'pending' });
    await does({ ...service_, status: 'served', date: day(0), expires: day(9), citation: `Law of ${name}` });
    await post(`/v1/cases/${id}/facts`, { kind: 'moved_out', date: day(0), detail: `${name} has gone.` });
    await does({ kind: 'hold', notes: reason });
    await does({ kind: 'resume', notes: reason });
    await endNoticePeriod(service.stack, live);
    await reaches(customer, id, 'filing_review');
    await attach(live, 'filing', { filename: `${name}-complaint.pdf` });
    await review('approve');
    await does({ ...filing, status: 'submitted' });
    const rejectionReasons = [{ code: 'other' as const, description: `${name} is spelled otherwise.` }];
    await does({ ...filing, status: 'rejected', rejectionReasons });
    await attach(live, 'filing', { filename: `${name}-corrected.pdf` });
    await does({ kind: 'rework_filing', reason });
    await review('approve');
    await does({ ...filing, status: 'submitted' });
    await does({ ...filing, status: 'accepted' });
    await post(`/v1/cases/${id}/documents`, file(name));
    await ask(`/v1/attorney/cases/${id}/outcomes`, { type: 'closed' });
    expect((await customer.read(id)).state).toBe('closed');
    expect(await store.prisma.mail.count({ where: { payload: { path: ['caseId'], equals: id } } })).toBeGreaterThan(0);
    expect(await store.prisma.webhookDelivery.count({ where: { caseId: id } })).toBeGreaterThan(0);
    expect(await tablesWith(service.stack, name)).toEqual(
      'BlobChunk Case CaseEvent CaseSearch Command Document Filing IdempotencyKey Note ServiceAttempt'.split(' '),
    );

    expect(await erase(id)).toMatchObject({ ok: true, again: false });
    await expectNothingLeft(name);
  });
});

test("the search with which these tests check erasures covers Temporal's tables: it finds the id of an unerased case there", async () => {
  const customer = await service.signUp();
  const { id } = await customer.submitted(buildFacts());
  const found = await findInDatabases(service.stack, id.slice(-12));
  expect(found.includes('temporal.history_node')).toBe(true);
  expect(found.includes('temporal.executions_visibility')).toBe(true);
});

describe('the audit shell of an erased live case', () => {
  test('still shows who did what and when, who approved which bytes, and what the case cost', async () => {
    const { customer, id } = await closedLive();
    const before = await customer.read(id);
    const gates = (await customer.validate(id)).results;
    const events = (await store.prisma.caseEvent.findMany({ where: { caseId: id } })).length;
    await erase(id);
    const row = await store.prisma.case.findUniqueOrThrow({
      where: { id },
      include: { events: true, documents: true, charges: true },
    });
    expect(row).toMatchObject({
      mode: 'live',
      state: 'closed',
      ground: 'nonpayment',
      entryPoint: 'notice',
      jurisdiction: 'MD',
      attorneyId: avery.id,
      factsHash: null,
      noticeFactsHash: null,
      createdAt: new Date(before.createdAt),
      updatedAt: new Date(before.updatedAt),
    });
    expect(row.gates).toEqual({ passed: true, results: gates.map(({ gate, status }) => ({ gate, status })) });
    expect(row.charges).toMatchObject([{ kind: 'platform_fee', state: 'due', amountCents: 14_900 }]);
    expect(row.documents.map(({ id: document, kind, contentHash }) => ({ id: document, kind, contentHash }))).toEqual(
      expect.arrayContaining(
        before.documents.map(({ id: document, kind, contentHash }) => ({ id: document, kind, contentHash })),
      ),
    );
    expect(row.events).toHaveLength(events + 1);
    const approval = row.events.find(({ action }) => action === 'review_recorded');
    expect(approval?.detail).toEqual({
      decision: 'approve',
      reviewer: avery.id,
      documentHashes: expect.arrayContaining([before.documents[0]?.contentHash]) as string[],
    });
    const attested = row.events.filter(({ action }) => action === 'attested');
    expect(attested.map(({ detail }) => detail)).toEqual([{ version: '1' }]);
    const others = row.events.filter(({ action }) => !['review_recorded', 'attested', 'erased'].includes(action));
    expect(others.every(({ detail }) => detail === null)).toBe(true);
    expect(row.events.find(({ action }) => action === 'erased')).toMatchObject({
      sequence: null,
      internal: true,
      actorType: 'platform',
      detail: { operator: 'robin', basis: 'owner_request' },
    });
    expect(await store.prisma.erasure.findUnique({ where: { subject: id } })).toMatchObject({
      operator: 'robin',
      basis: 'owner_request',
      erasedAt: row.erasedAt,
    });
  });
});

describe('a request with an idempotency key', () => {
  test("gets 409 when it is repeated after the erasure of its case, and doesn't create the case again", async () => {
    const customer = await service.signUp();
    const send = (body: object) => customer.send('POST', '/v1/cases', { body, headers: { 'idempotency-key': 'one' } });
    const facts = factsAbout(newName());
    const { id } = (await send(facts)).body;
    await customer.withdraw(id);
    await erase(id);
    // Nothing remains that distinguishes the original request from any other with the same key.
    for (const body of [facts, factsAbout(newName())]) {
      const again = await send(body);
      expect([again.status, again.body.error.code]).toEqual([409, 'erased']);
      expect(again.headers.get('idempotent-replayed')).toBe('true');
    }
    expect(await store.prisma.case.count({ where: { organizationId: customer.organizationId } })).toBe(1);
  });

  test('from another organization gets the same response before and after the erasure of the case', async () => {
    const customer = await service.signUp();
    const stranger = await service.signUp();
    const { id } = await customer.create(factsAbout(newName()));
    await customer.withdraw(id);
    const guess = (raw: string) =>
      stranger.send('POST', `/v1/cases/${id}/submit`, { raw, headers: { 'idempotency-key': raw } });
    const before = [await guess('{}'), await guess('{"no":"body"}')];
    expect(before.map(({ status }) => status)).toEqual([404, 400]);
    await erase(id);
    const after = [await guess('{}'), await guess('{"no":"body"}')];
    expect(after.map(({ bytes }) => bytes)).toEqual(before.map(({ bytes }) => bytes));
  });

  test('whose case is erased while the request runs leaves no stored response', async () => {
    const customer = await service.signUp();
    const name = newName();
    const { id } = await keyed(customer)('/v1/cases', factsAbout(name));
    await customer.withdraw(id);
    const { rows } = await store.pool.query<{ scope: string; key: string; owner: string }>(
      `UPDATE "IdempotencyKey" SET status = NULL, headers = NULL, body = NULL, subject = NULL WHERE subject = $1
      RETURNING scope, key, owner`,
      [id],
    );
    const [running] = rows;
    if (!running) throw new Error('the request had a key');
    await erase(id);
    const claim = { ...running, claimId: '', takenOver: false };
    await storeResponse(store, claim, { status: 201, contentType: 'application/json', body: Buffer.from(name) }, id);
    await expectNothingLeft(name);
  });
});

describe('erasing', () => {
  test('a draft, an open case, a case on hold or an unknown case is refused', async () => {
    const customer = await service.signUp();
    const draft = await customer.create(factsAbout(newName()));
    const held = await customer.submitted(buildFacts({ freeText: 'sandbox:reject' }));
    expect((await customer.advance(held.id)).state).toBe('on_hold');
    const open = await customer.submitted(buildFacts());
    for (const { id } of [draft, held, open]) expect(await erase(id)).toEqual({ ok: false, code: 'not_finished' });
    expect(await erase(`case_${randomUUID()}`)).toEqual({ ok: false, code: 'not_found' });
    expect((await customer.read(draft.id)).data).toMatchObject({ freeText: expect.any(String) as string });
  });

  test('a case under legal hold is refused until the hold ends, and the start and end of the hold are recorded with the operator', async () => {
    const customer = await service.signUp();
    const { id } = await customer.create(factsAbout(newName()));
    await customer.withdraw(id);
    const { updatedAt } = await customer.read(id);
    const hold = (on: boolean) => setLegalHold(store, { caseId: id, on, operator: 'robin' });
    expect(await hold(true)).toEqual({ ok: true });
    expect(await hold(true)).toEqual({ ok: true });
    expect(await erase(id)).toEqual({ ok: false, code: 'legal_hold' });
    expect((await customer.read(id)).updatedAt).toBe(updatedAt);
    expect(await hold(false)).toEqual({ ok: true });
    const actions = { caseId: id, action: 'operator_action' };
    const events = await store.prisma.caseEvent.findMany({ where: actions, orderBy: { createdAt: 'asc' } });
    expect(events).toMatchObject([
      { sequence: null, internal: true, detail: { operator: 'robin', command: 'legal_hold_on' } },
      { sequence: null, internal: true, detail: { operator: 'robin', command: 'legal_hold_off' } },
    ]);
    expect(await erase(id)).toMatchObject({ ok: true });
    expect(await hold(true)).toEqual({ ok: false, code: 'erased' });
    const nobodys = { caseId: `case_${randomUUID()}`, on: true, operator: 'robin' };
    expect(await setLegalHold(store, nobodys)).toEqual({ ok: false, code: 'not_found' });
  });

  test('a case prevents later notes and commands from being stored', async () => {
    const { id, ref } = await closedLive();
    await erase(id);
    expect(await createNote(store, { caseId: id, writtenBy: 'platform', body: 'late' })).toBeNull();
    const late = { id: randomUUID(), caseId: id, author: 'operator', authorId: 'robin' } as const;
    const hold = { kind: 'hold', notes: 'late' } as const;
    await expect(writeCommand(store, { ...late, body: hold })).rejects.toThrow('could not be written');
    expect(await store.prisma.command.count({ where: { caseId: id } })).toBe(0);
    // A submit whose first attempt was lost starts a workflow, which finds nothing to decide and ends.
    expect(await service.stack.cases.send(ref, 'submit', late.id)).toEqual({ ok: false, code: 'not_on_record' });
    await service.stack.client.workflow.getHandle(id).result();
  });
});

/** Creates a live case with a document, which its attorney has approved once and then closed. */
async function closedLive() {
  const account = await service.signUp();
  const customer = inLiveMode(service, account);
  const { id } = await customer.create(factsAbout(newName(), { state: 'MD' }));
  const { id: documentId } = await customer.upload(id, { bytes: pdf('Lease') });
  await customer.submit(id);
  await reaches(customer, id, 'notice_review');
  expect((await avery.approve(id)).status).toBe(200);
  await avery.outcome(id, { type: 'closed' });
  const ref = { caseId: id, organizationId: account.organizationId, mode: 'live' as const };
  return { customer, id, documentId, ref };
}
