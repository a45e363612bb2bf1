import { createAttorneyToken, setAttorneyLicenses } from '@evict/store/attorneys';
import { hashOfKey } from '@evict/store/requests';
import { credentialPrefixes, mintCredential } from '@evict/credentials';
import { eraseCase } from '@evict/store/erasure';
import { describe, expect, test } from 'vitest';
import { type Attorney, liveWorld } from '../support/live-case.ts';
import { factsIn } from '../support/live.ts';
import { expectRefusal } from '../support/refusals.ts';
import { sharedService } from '../support/service.ts';

const service = await sharedService();
const { store, client } = service.stack;
const { attorney: newAttorney, summaryInReview } = liveWorld(service);

/** An attorney with a case under review, in a state where no other attorney is licensed. */
async function engaged(state: string) {
  const attorney = await newAttorney({ states: [state] });
  const { customer, id } = await summaryInReview(factsIn(state));
  const [summary] = (await customer.read(id)).documents;
  return { attorney, customer, id, hash: summary?.contentHash ?? '' };
}

type Sender = Pick<Attorney, 'send'>;
const withKey = (key: string) => ({ 'idempotency-key': key });
const reviewOf = ({ send }: Sender, id: string, body: object, headers = {}) =>
  send('POST', `/v1/attorney/cases/${id}/reviews`, { body, headers });
const closedOf = ({ send }: Sender, id: string, headers = {}) =>
  send('POST', `/v1/attorney/cases/${id}/outcomes`, { body: { type: 'closed' }, headers });

async function actionsOf(caseId: string): Promise<string[]> {
  const events = await store.prisma.caseEvent.findMany({ where: { caseId }, orderBy: { sequence: 'asc' } });
  return events.map(({ action }) => action);
}

async function lengthOfHistory(caseId: string): Promise<number> {
  return (await client.workflow.getHandle(caseId).fetchHistory()).events?.length ?? 0;
}

test('an attorney without a valid license is refused as not eligible even if the case is closed, and a renewed license counts at once', async () => {
  const { attorney, id } = await engaged('VA');
  await closedOf(attorney, id);
  await setAttorneyLicenses(store, attorney.id, ['MD']);
  const body = { decision: 'approve', documentHashes: [] };
  await expectRefusal(reviewOf(attorney, id, body), 403, 'attorney_not_eligible');
  await expectRefusal(closedOf(attorney, id), 403, 'attorney_not_eligible');
  await setAttorneyLicenses(store, attorney.id, ['MD', 'VA']);
  await expectRefusal(reviewOf(attorney, id, body), 409, 'invalid_transition');
  await expectRefusal(closedOf(attorney, id), 409, 'invalid_transition');
});

describe('a review', () => {
  test('takes effect for only one of several concurrent requests, whether they agree or contradict each other', async () => {
    const { attorney, id, hash } = await engaged('PA');
    const responses = await Promise.all([
      ...Array.from({ length: 4 }, () => reviewOf(attorney, id, { decision: 'approve', documentHashes: [hash] })),
      reviewOf(attorney, id, { decision: 'reject', documentHashes: [] }),
    ]);
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await actionsOf(id)).filter((action) => action === 'review_recorded')).toHaveLength(1);
    const isTaken = { path: ['ok'], equals: true };
    expect(await store.prisma.command.count({ where: { caseId: id, author: 'attorney', outcome: isTaken } })).toBe(1);
  });

  test('that is refused stores neither its notes nor a command, and uses up none of the 2,000 Updates that Temporal allows per run', async () => {
    const { attorney, customer, id, hash } = await engaged('NC');
    const before = await lengthOfHistory(id);
    for (const documentHashes of [[], ['0'.repeat(64)], [hash.toUpperCase()], [hash, 'Terry Example']]) {
      const body = { decision: 'approve', notes: 'Looks right.', documentHashes };
      await expectRefusal(reviewOf(attorney, id, body), 409, 'stale_approval');
    }
    await expectRefusal(attorney.send('POST', `/v1/attorney/cases/${id}/resume`), 409, 'invalid_transition');
    expect(await store.prisma.command.count({ where: { caseId: id, author: 'attorney' } })).toBe(0);
    expect(await lengthOfHistory(id)).toBe(before);
    // A request for changes without notes writes none.
    const { body } = await reviewOf(attorney, id, { decision: 'request_changes', documentHashes: [] });
    expect(body.state).toBe('draft');
    expect((await customer.send('GET', `/v1/cases/${id}/notes`)).body.items).toEqual([]);
  });

  test('that requests changes keeps a copy of the reviewed facts, which only the attorney sees and which is erased with the case', async () => {
    const { attorney, customer, id } = await engaged('GA');
    const { data, beforeChanges: none } = await attorney.read(id);
    expect(none).toBeNull();
    const { progress: _progress, ...facts } = data;
    await reviewOf(attorney, id, { decision: 'request_changes', documentHashes: [] });
    const edited = await customer.edit(id, { freeText: 'Changed since.', amountOwedCents: 1 });
    expect(edited).not.toHaveProperty('beforeChanges');
    const kept = { at: expect.any(String) as string, facts: { ...factsIn('GA'), ...facts } };
    expect((await attorney.read(id)).beforeChanges).toEqual(kept);
    await customer.submit(id);
    expect((await attorney.read(id)).beforeChanges).toEqual(kept);
    expect((await closedOf(attorney, id)).body.state).toBe('closed');
    const ground = { basis: 'owner_request', consent: { words: 'By phone to Robin.', date: null } } as const;
    const request = { caseId: id, operator: 'robin', ground, list: '', blobs: service.stack.blobs };
    expect(await eraseCase(store, request)).toMatchObject({ ok: true });
    expect(await store.prisma.case.findUniqueOrThrow({ where: { id } })).toMatchObject({ beforeChanges: null });
  });
});

describe('an Idempotency-Key', () => {
  test("of an attorney doesn't collide with the same key of a customer or another attorney, but can't be reused for another request or with another token", async () => {
    const [one, other] = [await engaged('FL'), await engaged('AZ')];
    const close = ({ attorney, id }: typeof one) => closedOf(attorney, id, withKey('same'));
    expect([(await close(one)).status, (await close(other)).status]).toEqual([200, 200]);
    const created = await one.customer.send('POST', '/v1/cases', { body: factsIn('FL'), headers: withKey('same') });
    expect(created.status).toBe(201);
    await expectRefusal(reviewOf(one.attorney, one.id, {}, withKey('same')), 409, 'idempotency_conflict');
    expect((await close(one)).headers.get('idempotent-replayed')).toBe('true');
    // With another token of the same attorney, the key is a conflict.
    const { secret: credential, hash, lastFour } = mintCredential(credentialPrefixes.attorneyToken);
    await createAttorneyToken(store, one.attorney.id, { hash, lastFour });
    const again: Sender = { send: (method, path, sent) => service.send(method, path, { credential, ...sent }) };
    await expectRefusal(closedOf(again, one.id, withKey('same')), 409, 'idempotency_conflict');
  });

  test("returns the result of a command whose response was lost, even if the command ended the attorney's access", async () => {
    const { attorney, id } = await engaged('CO');
    const decline = () => reviewOf(attorney, id, { decision: 'reject', documentHashes: [] }, withKey('lost'));
    expect((await decline()).body.state).toBe('on_hold');
    await store.pool.query(
      `UPDATE "IdempotencyKey" SET status = NULL, headers = NULL, body = NULL, "leaseUntil" = now()
        WHERE scope = $1 AND key = $2`,
      [attorney.id, hashOfKey({ scope: attorney.id, key: 'lost' })],
    );
    const before = await actionsOf(id);
    const again = await decline();
    expect([again.status, again.body.state, again.body.id]).toEqual([200, 'on_hold', id]);
    expect(await actionsOf(id)).toEqual(before);
    await expectRefusal(attorney.send('GET', `/v1/attorney/cases/${id}`), 404, 'not_found');
  });
});
