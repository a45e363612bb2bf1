import { dayMs, endNoticePeriod, letPass } from '@evict/local';
import { startDyingWorker } from '@evict/testkit';
import { describe, expect, test } from 'vitest';
import { send as sendTo } from '../support/api.ts';
import { day } from '../support/facts.ts';
import { filingEvidence, holdoverFiling } from '../support/grounds.ts';
import { detailOf } from '../support/history.ts';
import { liveWorld, reaches } from '../support/live-case.ts';
import { expectIssues, expectRefusal } from '../support/refusals.ts';
import { marylandFacts } from '../support/live.ts';
import { startService } from '../support/service.ts';
import { citation, correctionsOf, reportsOf } from './reports.ts';

// These tests cover what attorneys report, correct and remove over REST.

const service = await startService({ liveMode: true });
const { stack } = service;
const { store } = stack;
const { attorney, inReview, operate } = liveWorld(service);
const avery = await attorney();
const { report, accepted } = reportsOf(avery);

type Given = Awaited<ReturnType<typeof inReview>>;
const attempt = { stage: 'notice', method: 'personal' } as const;
const servedToday = { ...attempt, status: 'served', servedDate: day(0), expires: day(9), citation };

/** A case whose notice period runs from today through `expires`. */
async function inPeriod(expires: string): Promise<Given> {
  const given = await inReview();
  await avery.approve(given.id);
  await accepted(given, 'service-attempts', { ...attempt, status: 'pending' });
  await accepted(given, 'service-attempts', { ...servedToday, expires });
  return given;
}

async function lastAttempt({ id }: Given): Promise<string> {
  const { serviceAttempts } = await avery.read(id);
  return `service-attempts/${serviceAttempts.at(-1).id}`;
}

async function eventsOf(id: string, action: string) {
  const { events } = await avery.read(id);
  return events.filter((event: { action: string }) => event.action === action);
}

describe('a notice period that was reported incorrectly', () => {
  test('ends on the corrected day, even if the worker crashes while it records the correction', async () => {
    const given = await inPeriod(day(3));
    const { id, customer, ref } = given;
    const before = await customer.read(id);
    const path = await lastAttempt(given);
    const correction = { expires: day(10), reason: 'Terry Example was told of ten days.' };
    // The worker dies after the correction is committed and before Temporal learns of it.
    await stack.stopWorker();
    const gone = startDyingWorker(stack);
    // 503 is acceptable here: it means that the outcome is unknown.
    const sent = sendTo(stack.baseUrl, 'PATCH', `/v1/attorney/cases/${id}/${path}`, {
      body: correction,
      credential: avery.credential,
    });
    expect(await gone).toBe('SIGKILL');
    await stack.startWorker();
    expect([200, 503]).toContain((await sent).status);

    const after = await customer.read(id);
    expect(after).toMatchObject({
      state: 'cure_period',
      deadlines: [{ name: 'notice_expires', date: day(10), citation }],
      documents: before.documents,
      data: { progress: { notice: { servedDate: day(0), expires: day(10) } } },
    });
    await letPass(stack, ref, 10 * dayMs);
    expect(await operate(ref, { kind: 'expire_notice' })).toEqual({ ok: false, code: 'period_running' });
    await endNoticePeriod(stack, ref);
    await reaches(customer, id, 'filing_review');

    const told = (await customer.events(id)).filter(({ action }) => action === 'start_cure_period');
    expect(told).toHaveLength(2);
    expect(told[1]).toMatchObject({ actorType: 'attorney', fromState: null, toState: null });
    expect(told[1]?.detail).toEqual({
      deadline: day(10),
      previousDeadline: day(3),
      servedDate: day(0),
      previousServedDate: day(0),
      citation,
      previousCitation: citation,
      corrected: true,
    });
    const [corrected] = await eventsOf(id, 'corrected');
    expect(corrected.detail).toMatchObject({ from: { expires: day(3) }, to: { expires: day(10) } });
    expect((await eventsOf(id, 'attorney_action')).at(-1).detail).toMatchObject({ reason: correction.reason });
    expect(await store.prisma.mail.count({ where: correctionsOf(id) })).toBe(1);
    await expectRefusal(report(given, path, correction, 'PATCH'), 409, 'invalid_transition');
  });
});

test('service, deadlines, facts and holds are recorded with every detail, and their corrections stay in the history', async () => {
  const given = await inReview(
    marylandFacts({ parties: [...marylandFacts().parties, { role: 'defendant', name: 'Robin Example' }] }),
  );
  const { id, customer } = given;
  await avery.approve(id);
  for (const partyIndex of [1, 2])
    await accepted(given, 'service-attempts', { ...attempt, status: 'pending', partyIndex });
  const first = { ...servedToday, expires: day(0), citation: 'Rule 1', partyIndex: 1 };
  expect((await accepted(given, 'service-attempts', first)).state).toBe('notice_sent');
  expect((await accepted(given, 'service-attempts', { ...servedToday, partyIndex: 2 })).state).toBe('cure_period');
  expect(detailOf(await customer.events(id), 'start_cure_period')).toEqual({ deadline: day(9), citation });

  const answer = { name: 'Answer of Terry', date: day(-3), citation: 'Rule 3-307' };
  const added = await accepted(given, 'deadlines', answer);
  const [, { id: deadlineId }] = added.deadlines;
  expect(added.deadlines[1]).toEqual({ id: deadlineId, ...answer });
  const moved = await accepted(given, `deadlines/${deadlineId}`, { date: day(4), reason: 'Extended.' }, 'PATCH');
  expect(moved.deadlines[1]).toMatchObject({ ...answer, date: day(4) });
  await accepted(given, `deadlines/${deadlineId}`, { name: 'Answer', citation: 'Rule 4' }, 'PATCH');
  const gone = await accepted(given, `deadlines/${deadlineId}`, { reason: 'Terry has answered.' }, 'DELETE');
  expect(gone.deadlines).toHaveLength(1);
  expect((await eventsOf(id, 'corrected')).map(({ detail }: { detail: unknown }) => detail)).toEqual([
    expect.objectContaining({ from: { date: day(-3) }, to: { date: day(4) } }),
    expect.objectContaining({
      name: { from: 'Answer of Terry', to: 'Answer' },
      citation: { from: 'Rule 3-307', to: 'Rule 4' },
    }),
    expect.objectContaining({ from: { date: day(4) }, to: null, name: { from: 'Answer', to: null } }),
  ]);
  // The reason is optional, and so is the body.
  for (const body of [undefined, {}]) {
    const other = await accepted(given, 'deadlines', { name: 'Reply', date: day(5), citation: 'Rule 5' });
    const left = await accepted(given, `deadlines/${other.deadlines[1].id}`, body, 'DELETE');
    expect(left.deadlines).toHaveLength(1);
  }

  const fact = { date: day(0), detail: 'Terry has left the keys.' };
  await accepted(given, 'facts', { kind: 'moved_out', ...fact });
  expect((await eventsOf(id, 'moved_out'))[0]).toMatchObject({ actorType: 'attorney', detail: fact });

  await accepted(given, 'hold', { reason: 'bankruptcy', until: day(30), notes: 'Chapter 7 of Terry.' });
  expect(detailOf(await customer.events(id), 'hold')).toEqual({
    reason: 'bankruptcy',
    heldFrom: 'cure_period',
    until: day(30),
  });
  expect((await accepted(given, 'resume')).state).toBe('cure_period');

  await accepted(given, await lastAttempt(given), { citation: 'Rule 9', reason: 'Typo.' }, 'PATCH');
  const governing = [{ name: 'notice_expires', date: day(9), citation: 'Rule 9' }];
  expect((await customer.read(id)).deadlines).toEqual(governing);
});

test("a filing's envelope and court case numbers can be corrected, and the case shows the corrected court case number", async () => {
  const given = await inReview(holdoverFiling({ property: marylandFacts().property }), filingEvidence);
  const { id, customer } = given;
  await expectRefusal(report(given, 'filings', { status: 'submitted' }), 409, 'guard_failed');
  await avery.approve(id);
  await accepted(given, 'filings', { status: 'submitted', envelopeId: 'ENV-1' });
  const other = report(given, 'filings', { status: 'rejected', envelopeId: 'ENV-9' });
  expect(await expectIssues(other)).toEqual(['envelopeId other_number']);
  const path = `filings/${(await avery.read(id)).filings[0].id}`;
  const numbered = (courtCaseNumber: string) => ({ courtCaseNumber, reason: 'Misread.' });
  await expectRefusal(report(given, path, numbered('C-1'), 'PATCH'), 409, 'guard_failed');
  const correction = { envelopeId: 'ENV-2', reason: 'Misread.' };
  for (let sent = 0; sent < 2; sent += 1) await accepted(given, path, correction, 'PATCH');
  await accepted(given, 'filings', { status: 'accepted', courtCaseNumber: 'C-1' });
  expect((await accepted(given, path, numbered('C-2'), 'PATCH')).courtCaseNumber).toBe('C-2');
  expect((await avery.read(id)).filings).toMatchObject([{ envelopeId: 'ENV-2', courtCaseNumber: 'C-2' }]);
  const told = (await customer.events(id)).filter(({ action }) => /^(submit_filing|filing_accepted)$/.test(action));
  expect(told.map(({ action, detail }) => [action, detail])).toMatchObject([
    ['submit_filing', {}],
    ['submit_filing', { corrected: true }],
    ['filing_accepted', { courtCaseNumber: 'C-1' }],
    ['filing_accepted', { courtCaseNumber: 'C-2', previousCourtCaseNumber: 'C-1', corrected: true }],
  ]);
});
