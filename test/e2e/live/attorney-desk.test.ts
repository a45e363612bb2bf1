import { reconcileOnce } from '@evict/case-worker/reconcile/round';
import type { Document, Event, Note } from '@evict/contract';
import { limits } from '@evict/contract';
import { setAttorneyLicenses, setAttorneyVerified } from '@evict/store/attorneys';
import { describe, expect, test } from 'vitest';
import { pdf } from '../support/grounds.ts';
import { type Attorney, liveWorld, reaches } from '../support/live-case.ts';
import { factsIn } from '../support/live.ts';
import { expectIssues, expectRefusal } from '../support/refusals.ts';
import { startService } from '../support/service.ts';

const service = await startService({ liveMode: true });
const { store } = service.stack;
const world = liveWorld(service);
const { summaryInReview, attach, operate } = world;
const avery = await world.attorney();

async function viewsOf(caseId: string): Promise<string[]> {
  const views = await store.prisma.tenantDataView.findMany({ where: { caseId }, orderBy: { createdAt: 'asc' } });
  return views.map(({ what, actor }) => `${what} ${actor}`);
}

test('a token shows whose it is, as the operators have it on record', async () => {
  const blair = await world.attorney({ states: ['VA', 'MD', 'VA'] });
  const me = async () => (await blair.send('GET', '/v1/attorney/me')).body;
  const { id, email } = blair;
  const licenses = ['MD', 'VA'].map((state) => ({ state, barNumber: '1234567890' }));
  const told = { id, name: 'Alex Counsel', email, barNumber: '1234567890', states: ['MD', 'VA'], verified: true };
  const profile = { ...told, licenses, asksFirst: false };
  expect(await me()).toEqual(profile);
  await setAttorneyVerified(store, id, false);
  await setAttorneyLicenses(store, id, []);
  expect(await me()).toEqual({ ...profile, states: [], licenses: [], verified: false });
  await setAttorneyLicenses(store, id, ['VA', 'DC'], { VA: '99812' });
  const numbers = [
    { state: 'DC', barNumber: '1234567890' },
    { state: 'VA', barNumber: '99812' },
  ];
  expect(await me()).toMatchObject({ states: ['DC', 'VA'], licenses: numbers });
  await setAttorneyLicenses(store, id, ['VA']);
  expect((await me()).licenses).toEqual([numbers[1]]);
});

describe('what an approval has to name', () => {
  const demandOf = async (caseId: string) => {
    const { status, body } = await avery.send('GET', `/v1/attorney/cases/${caseId}/review`);
    expect(status).toBe(200);
    return body as { stage: string | null; documents: Document[] };
  };
  const hashes = ({ documents }: { documents: Document[] }) => documents.map(({ contentHash }) => contentHash);
  const nothing = { stage: null, documents: [] };

  test('is the summary and every attached paper of the stage, which together are an approval', async () => {
    const { customer, id, ref } = await summaryInReview();
    const { document } = await attach(ref, 'notice', { filename: 'notice-to-quit.pdf' });
    await attach(ref, 'proof');
    await attach(ref, 'filing');
    const { stage, documents } = await demandOf(id);
    const [summary] = (await customer.read(id)).documents;
    expect([stage, documents]).toEqual([
      'notice',
      [
        { id: summary?.id, kind: 'evidence', filename: 'case-summary.pdf', contentHash: summary?.contentHash },
        { id: document.id, kind: 'notice', filename: 'notice-to-quit.pdf', contentHash: document.contentHash },
      ],
    ]);
    for (const one of documents) {
      const others = hashes({ documents }).filter((hash) => hash !== one.contentHash);
      await expectRefusal(avery.review(id, 'approve', others), 409, 'stale_approval');
    }
    expect((await avery.review(id, 'approve', hashes({ documents }))).body.state).toBe('notice_approved');
    expect(await demandOf(id)).toEqual(nothing);
  });

  test('is a paper in place of the one that it replaces', async () => {
    const { id, ref } = await summaryInReview();
    const first = await attach(ref, 'notice');
    const second = await attach(ref, 'notice', { replaces: [first.document.id] });
    const demand = await demandOf(id);
    expect(hashes(demand).slice(1)).toEqual([second.document.contentHash]);
    expect((await avery.review(id, 'approve', hashes(demand))).body.state).toBe('notice_approved');
  });

  test('is nothing while a draft, on hold, or after the end', async () => {
    const { customer, id } = await summaryInReview();
    await customer.withdraw(id);
    expect(await demandOf(id)).toEqual(nothing);
    await avery.outcome(id, { type: 'closed' });
    expect(await demandOf(id)).toEqual(nothing);
    const draft = await summaryInReview();
    await avery.review(draft.id, 'request_changes');
    expect(await demandOf(draft.id)).toEqual(nothing);
  });

  test('follows evidence, also if the workflow was never notified of it', async () => {
    const { id } = await summaryInReview();
    const before = await demandOf(id);
    // The gateway died after its commit and before its signal: only the row has the evidence.
    await store.prisma.case.update({ where: { id }, data: { factsVersion: { increment: 1 } } });
    expect(await demandOf(id)).toEqual({ stage: 'notice', documents: [] });
    await reconcileOnce(service.stack, { settledMs: 0, pauseMs: 0 });
    await expect.poll(async () => (await demandOf(id)).documents.length, { timeout: 30_000 }).toBe(1);
    const after = await demandOf(id);
    expect(after.documents[0]?.id).not.toBe(before.documents[0]?.id);
    expect((await avery.review(id, 'approve', hashes(after))).body.state).toBe('notice_approved');
  });

  test('is empty while the summary is being made', async () => {
    const { customer, id } = await summaryInReview();
    await service.stack.stopWorker();
    try {
      await customer.upload(id, { filename: 'letter.pdf', purpose: 'other', bytes: pdf('A late letter') });
      expect(await demandOf(id)).toEqual({ stage: 'notice', documents: [] });
    } finally {
      await service.stack.startWorker();
    }
    await expect.poll(async () => (await demandOf(id)).documents.length, { timeout: 30_000 }).toBe(1);
    expect((await avery.review(id, 'approve', hashes(await demandOf(id)))).body.state).toBe('notice_approved');
  });

  test('is read on record', async () => {
    const { id } = await summaryInReview();
    await demandOf(id);
    expect(await viewsOf(id)).toEqual([`review ${avery.id}`]);
  });
});

test('the message of a missing approval says what is missing and where to look', async () => {
  const { id, ref } = await summaryInReview();
  await attach(ref, 'notice');
  const [summary] = (await avery.read(id)).documents.map(({ contentHash }: Document) => contentHash);
  const messageOf = async (code: string, responding: ReturnType<Attorney['send']>) => {
    const { status, body } = await responding;
    expect([status, body.error.code, body.error.details]).toEqual([409, code, null]);
    return body.error.message as string;
  };
  const judgment = { type: 'judgment', outcome: 'plaintiff' } as const;
  const messages = [
    await messageOf('guard_failed', avery.outcome(id, judgment)),
    await messageOf('stale_approval', avery.review(id, 'approve', [])),
    await messageOf('stale_approval', avery.review(id, 'approve', [summary])),
  ];
  expect(messages[0]).toMatch(/^The attorney has not approved the current filing documents/);
  expect(messages[1]).toMatch(/^The approval does not name the current case summary/);
  expect(messages[2]).toMatch(/^The approval does not name every attached document/);
  for (const message of messages) {
    expect(message).toContain('GET /v1/attorney/cases/{id}/review');
    expect(message).not.toMatch(/[0-9a-f]{64}/);
  }
});

describe('notes', () => {
  const path = (caseId: string) => `/v1/attorney/cases/${caseId}/notes`;

  test('is not stored where the case becomes that of another attorney meanwhile', async () => {
    const { id } = await summaryInReview();
    const blair = await world.attorney({ states: ['WY'] });
    const client = await store.pool.connect();
    try {
      await client.query('BEGIN');
      await client.query(`UPDATE "Case" SET "attorneyId" = $2 WHERE id = $1`, [id, blair.id]);
      const sent = avery.send('POST', path(id), { body: { body: 'Too late.' } });
      const waiting = `SELECT count(*)::int AS waiting FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      await expect.poll(async () => (await store.pool.query(waiting)).rows[0].waiting).toBe(1);
      await client.query('COMMIT');
      await expectRefusal(sent, 404, 'not_found');
    } finally {
      client.release();
    }
    expect(await store.prisma.note.count({ where: { caseId: id } })).toBe(0);
  });
  const write = (attorney: Attorney, caseId: string, body: unknown) => attorney.send('POST', path(caseId), { body });
  const bodies = async (reading: Promise<{ status: number; body: { items: Note[] } }>) => {
    const { status, body } = await reading;
    expect(status).toBe(200);
    return body.items.map(({ author, body: text }) => `${author}: ${text}`);
  };

  test('are the one conversation of customer and attorney, oldest first, and mailed to the other side', async () => {
    const { customer, id } = await summaryInReview();
    await customer.send('POST', `/v1/cases/${id}/notes`, { body: { body: 'When do you serve?' } });
    const written = await write(avery, id, { body: 'On Monday.\n<b>Größe 🏠</b>' });
    expect([written.status, written.body]).toEqual([
      201,
      {
        id: expect.stringMatching(/^note_/),
        author: 'service',
        writtenBy: 'attorney',
        body: 'On Monday.\n<b>Größe 🏠</b>',
        createdAt: expect.any(String),
      },
    ]);
    const conversation = ['customer: When do you serve?', 'service: On Monday.\n<b>Größe 🏠</b>'];
    expect(await bodies(avery.send('GET', path(id)))).toEqual(conversation);
    expect(await bodies(customer.send('GET', `/v1/cases/${id}/notes`))).toEqual(conversation);
    const mails = await store.prisma.mail.findMany({ where: { payload: { path: ['caseId'], equals: id } } });
    const kinds = mails.filter(({ kind }) => kind.endsWith('_note')).map(({ kind }) => kind);
    expect(kinds.toSorted()).toEqual(['customer_note', 'service_note']);
    expect(JSON.stringify(mails)).not.toMatch(/Monday|Größe/);
    expect(await viewsOf(id)).toEqual([`notes ${avery.id}`]);
    const { events } = await avery.read(id);
    expect(events.map(({ action }: Event) => action)).toContain('tenant_data_viewed');
  });

  test('include what the attorney wrote when asking for changes, and are accepted after the end', async () => {
    const { customer, id } = await summaryInReview();
    await avery.review(id, 'request_changes', [], 'Correct the rent.');
    expect((await write(avery, id, { body: 'And the unit.' })).status).toBe(201);
    await customer.submit(id);
    await reaches(customer, id, 'notice_review');
    await avery.outcome(id, { type: 'closed' });
    expect((await write(avery, id, { body: 'Closed as agreed.' })).status).toBe(201);
    const service_ = ['service: Correct the rent.', 'service: And the unit.', 'service: Closed as agreed.'];
    expect(await bodies(avery.send('GET', path(id)))).toEqual(service_);
  });

  test('have 1 to 5000 characters, and every fault is named', async () => {
    const { id } = await summaryInReview();
    expect((await write(avery, id, { body: '𝒜'.repeat(5000) })).status).toBe(201);
    expect(await expectIssues(write(avery, id, { body: 'x'.repeat(5001) }))).toEqual(['body too_long']);
    expect(await expectIssues(write(avery, id, {}))).toEqual(['body required']);
    expect(await expectIssues(write(avery, id, { body: 'a\0', author: 'customer' }))).toEqual([
      'author unknown_field',
      'body invalid_text',
    ]);
  });

  test('are at most 20 in 10 minutes for the attorney over all cases; one that is repeated or refused counts for none', async () => {
    const casey = await world.attorney({ states: ['KS'] });
    const [one, other] = [await summaryInReview(factsIn('KS')), await summaryInReview(factsIn('KS'))];
    const sent = { body: { body: 'Once.' }, headers: { 'idempotency-key': 'the-one' } };
    const first = await casey.send('POST', path(one.id), sent);
    for (let repeated = 0; repeated < 3; repeated += 1)
      expect((await casey.send('POST', path(one.id), sent)).body).toEqual(first.body);
    await expectIssues(write(casey, one.id, {}));
    const all = Array.from({ length: 25 }, (_, index) =>
      write(casey, [one, other][index % 2]?.id ?? '', { body: 'x' }),
    );
    const responses = await Promise.all(all);
    const refused = responses.filter(({ status }) => status === 429);
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(limits.attorneyNote.count - 1);
    expect(refused).toHaveLength(25 - (limits.attorneyNote.count - 1));
    for (const { headers } of refused)
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(limits.attorneyNote.windowSeconds - 60);
    // The customer's own limit is another one.
    const reply = await one.customer.send('POST', `/v1/cases/${one.id}/notes`, { body: { body: 'Thanks.' } });
    expect(reply.status).toBe(201);
  });

  test('are not shown to an attorney whom the case was taken from while the list was open', async () => {
    const [drew, ellis] = [await world.attorney({ states: ['ND'] }), await world.attorney({ states: ['SD'] })];
    const { customer, id, ref } = await summaryInReview(factsIn('ND'));
    await customer.send('POST', `/v1/cases/${id}/notes`, { body: { body: 'Only for my attorney.' } });
    await setAttorneyLicenses(store, ellis.id, ['ND']);
    await operate(ref, { kind: 'hold' });
    await operate(ref, { kind: 'assign', attorneyId: ellis.id });
    await expectRefusal(drew.send('GET', path(id)), 404, 'not_found');
    expect(await bodies(ellis.send('GET', path(id)))).toEqual(['customer: Only for my attorney.']);
  });
});
