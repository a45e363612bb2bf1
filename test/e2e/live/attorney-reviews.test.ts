import { createAttorneyToken, setAttorneyLicenses } from '@evict/store/attorneys';
import { hashOfKey } from '@evict/store/requests';
import { credentialPrefixes, mintCredential } from '@evict/credentials';
import { describe, expect, test } from 'vitest';
import type { ApiResponse } from '../support/api.ts';
import { type Attorney, liveWorld } from '../support/live-case.ts';
import { factsIn } from '../support/live.ts';
import { expectIssues, expectRefusal } from '../support/refusals.ts';
import { startService } from '../support/service.ts';

const service = await startService({ liveMode: true });
const { store, client } = service.stack;
const { attorney: newAttorney, summaryInReview } = liveWorld(service);

/** An attorney with a case under review, in a state where nobody else is licensed. */
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

const codeOf = ({ status, body }: ApiResponse) => (status === 200 ? 'taken' : `${status} ${body.error.code}`);

async function actionsOf(caseId: string): Promise<string[]> {
  const events = await store.prisma.caseEvent.findMany({ where: { caseId }, orderBy: { sequence: 'asc' } });
  return events.map(({ action }) => action);
}

/** How many commands of the attorney changed the case. */
async function takenOf(caseId: string): Promise<number> {
  const isTaken = { path: ['ok'], equals: true };
  return store.prisma.command.count({ where: { caseId, author: 'attorney', outcome: isTaken } });
}

describe('a license', () => {
  test('that has lapsed is reported before the state of the case, and a renewed one counts at once', async () => {
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

  test('that has lapsed still lets an attorney confirm that all work has stopped, and nothing else', async () => {
    const { attorney, customer, id } = await engaged('TX');
    await setAttorneyLicenses(store, attorney.id, []);
    await expectRefusal(closedOf(attorney, id), 403, 'attorney_not_eligible');
    await customer.withdraw(id);
    await expectRefusal(attorney.outcome(id, { type: 'writ_issued' }), 403, 'attorney_not_eligible');
    expect((await closedOf(attorney, id)).body.state).toBe('withdrawn');
    await expectRefusal(closedOf(attorney, id), 403, 'attorney_not_eligible');
  });
});

describe('a review or outcome', () => {
  test('is validated before the case is looked up', async () => {
    const attorney = await newAttorney({ states: ['OH'] });
    const path = '/v1/attorney/cases/case_00000000-0000-4000-8000-000000000000';
    expect(await expectIssues(attorney.send('POST', `${path}/reviews`, { body: {} }))).toEqual([
      'decision required',
      'documentHashes required',
    ]);
    const body = { type: 'hearing_scheduled', date: '2026-02-30' };
    expect(await expectIssues(attorney.send('POST', `${path}/outcomes`, { body }))).toEqual(['date date']);
  });

  test('sent twice at once takes effect once', async () => {
    const { attorney, id, hash } = await engaged('PA');
    const body = { decision: 'approve', documentHashes: [hash] };
    const responses = await Promise.all(Array.from({ length: 5 }, () => reviewOf(attorney, id, body)));
    const codes = responses.map(codeOf).toSorted((a, b) => a.localeCompare(b));
    expect(codes).toEqual([...Array<string>(4).fill('409 invalid_transition'), 'taken']);
    const actions = await actionsOf(id);
    expect(actions.filter((action) => action === 'review_recorded')).toHaveLength(1);
    expect(await takenOf(id)).toBe(1);
  });

  test('and its opposite at once: one of them takes effect', async () => {
    const { attorney, id, hash } = await engaged('IL');
    const responses = await Promise.all([
      reviewOf(attorney, id, { decision: 'approve', documentHashes: [hash] }),
      reviewOf(attorney, id, { decision: 'reject', documentHashes: [] }),
      reviewOf(attorney, id, { decision: 'request_changes', documentHashes: [] }),
    ]);
    const taken = responses.filter(({ status }) => status === 200);
    expect(taken).toHaveLength(1);
    const actions = await actionsOf(id);
    expect(actions.filter((action) => action === 'review_recorded')).toHaveLength(1);
  });

  test('that requests changes without notes makes the case a draft and writes no note', async () => {
    const { attorney, customer, id } = await engaged('MI');
    const { body } = await reviewOf(attorney, id, { decision: 'request_changes', documentHashes: [] });
    expect(body.state).toBe('draft');
    expect((await customer.send('GET', `/v1/cases/${id}/notes`)).body.items).toEqual([]);
  });

  test('that is refused leaves no notes behind', async () => {
    const { attorney, id, hash } = await engaged('NC');
    for (const documentHashes of [[], ['0'.repeat(64)], [hash.toUpperCase()], [hash, 'Terry Example']]) {
      const body = { decision: 'approve', notes: 'Looks right.', documentHashes };
      await expectRefusal(reviewOf(attorney, id, body), 409, 'stale_approval');
    }
    // Each is refused on the row, before anything is written.
    expect(await store.prisma.command.count({ where: { caseId: id, author: 'attorney' } })).toBe(0);
  });

  test('reveals none of its text to Temporal', async () => {
    const { attorney, id, hash } = await engaged('GA');
    const notes = 'Ask Terry Example about the Welsh horse.';
    await reviewOf(attorney, id, { decision: 'approve', notes, documentHashes: [hash, 'the horse of Terry Example'] });
    await reviewOf(attorney, id, { decision: 'request_changes', notes, documentHashes: ['the Welsh horse'] });
    const history = JSON.stringify(await client.workflow.getHandle(id).fetchHistory());
    const payloads = [...history.matchAll(/"data":"([A-Za-z0-9+/=]+)"/g)].map(([, data = '']) =>
      Buffer.from(data, 'base64').toString(),
    );
    const told = [history, ...payloads].join('\n');
    expect(told).toContain('review');
    expect(told).not.toMatch(/Terry|Welsh|horse/);
  });
});

describe('an Idempotency-Key', () => {
  test('of an attorney is theirs alone: customers and other attorneys can use the same one', async () => {
    const [one, other] = [await engaged('FL'), await engaged('AZ')];
    const close = ({ attorney, id }: typeof one) => closedOf(attorney, id, withKey('same'));
    expect([(await close(one)).status, (await close(other)).status]).toEqual([200, 200]);
    const created = await one.customer.send('POST', '/v1/cases', { body: factsIn('FL'), headers: withKey('same') });
    expect(created.status).toBe(201);
    await expectRefusal(reviewOf(one.attorney, one.id, {}, withKey('same')), 409, 'idempotency_conflict');
    expect((await close(one)).headers.get('idempotent-replayed')).toBe('true');
  });

  test('used with another token of the same attorney is a conflict', async () => {
    const { attorney, id } = await engaged('NJ');
    await closedOf(attorney, id, withKey('mine'));
    const { secret: credential, hash, lastFour } = mintCredential(credentialPrefixes.attorneyToken);
    await createAttorneyToken(store, attorney.id, { hash, lastFour });
    const again = {
      send: (method: string, path: string, sent = {}) => service.send(method, path, { credential, ...sent }),
    };
    await expectRefusal(closedOf(again, id, withKey('mine')), 409, 'idempotency_conflict');
  });

  test('sent many times at once has one effect, and all get its response', async () => {
    const { attorney, id, hash } = await engaged('WA');
    const body = { decision: 'approve', documentHashes: [hash] };
    const responses = await Promise.all(Array.from({ length: 10 }, () => reviewOf(attorney, id, body, withKey('one'))));
    expect(new Set(responses.map(({ bytes }) => bytes.toString())).size).toBe(1);
    expect(responses[0]?.body.state).toBe('notice_approved');
    expect((await actionsOf(id)).filter((action) => action === 'approve_notice')).toHaveLength(1);
  });

  test('finds a command whose response was lost, even if it has taken the case from its attorney', async () => {
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
