import { describe, expect, test } from 'vitest';
import { attention, type CaseRecord, type Command, nextAction, waitOf } from '../index.ts';
import { play, start, submitted, takeSteps } from '../../test/cases.ts';
import {
  acceptFiling,
  approveAll,
  approvedOfTwo,
  atCourt,
  attach,
  attorney,
  codeOf,
  hold,
  inPeriod,
  noticeOut,
  operator,
  outcome,
  playAll,
  resume,
  sendNotice,
  sendSummons,
  serveNotice,
  serveSummons,
  submitFiling,
} from '../../test/live-cases.ts';

const day = 86_400_000;
const failNotice = { ...sendNotice, status: 'failed' } as const;
const heard = outcome({ type: 'hearing_scheduled', date: '2026-08-12' });
const judged = outcome({ type: 'judgment', outcome: 'plaintiff' });

const summonsOut = playAll(atCourt, [sendSummons]);
const summonsServed = playAll(summonsOut, [serveSummons]);
const inFilingReview = play(inPeriod, { kind: 'end_notice_period' }).record;
const atCourtOfTwo = playAll(approvedOfTwo('filing'), [submitFiling, acceptFiling]);

/** Builds the attorney's correction of a service attempt, by default the last one. */
const correct = (record: CaseRecord, change: object, index = -1): Command => ({
  ...attorney,
  kind: 'correct_service',
  attemptId: record.serviceAttempts.at(index)?.id ?? 'att_none',
  date: null,
  expires: null,
  ...change,
});
const voids = (record: CaseRecord, index?: number) => correct(record, { voided: true }, index);
const actionsOf = (record: CaseRecord, command: Command) => play(record, command).events.map(({ action }) => action);

describe('service', () => {
  test('has to be reported with its dates, because no deadline of state law is computed', () => {
    for (const lacking of [{ expires: null }, { date: null }, { citation: undefined }])
      expect(codeOf(noticeOut, { ...serveNotice, ...lacking } as Command)).toBe('service_dates_missing');
    expect(codeOf(summonsOut, { ...serveSummons, date: null })).toBe('service_dates_missing');
  });

  test("can't be dated in the future, after the end of its period, or before the approval's day as counted in Hawaii", () => {
    // The approval was given at 09:00 UTC, when it was still June 30 in Hawaii.
    const codes = (record: CaseRecord, command: (date: string) => Command) =>
      ['2026-07-05', '2026-06-29', '2026-06-30'].map((date) =>
        codeOf(record, command(date), Date.parse('2026-07-04T00:00:00Z')),
      );
    const refused = ['service_in_future', 'served_before_approval', 'ok'];
    expect(codes(noticeOut, (date) => ({ ...serveNotice, date }))).toEqual(refused);
    expect(codes(summonsOut, (date) => ({ ...serveSummons, date }))).toEqual(refused);
    expect(codes(inPeriod, (date) => correct(inPeriod, { date, expires: '2026-07-13' }))).toEqual(refused);
    expect(codeOf(noticeOut, { ...serveNotice, expires: '2026-07-02' })).toBe('period_before_service');
  });

  test('that failed is recorded with the reason', () => {
    const { record, events } = play(noticeOut, { ...failNotice, failureReason: 'A dog.' });
    expect(record.serviceAttempts).toMatchObject([{ status: 'failed', failureReason: 'A dog.' }]);
    expect(events[0]?.detail).toMatchObject({ reason: 'A dog.' });
  });

  test.each([
    ['a notice on hold', playAll(noticeOut, [hold]), serveNotice],
    ['a summons on hold', playAll(summonsOut, [hold]), serveSummons],
    ['a summons after the judgment', playAll(summonsOut, [heard, judged]), serveSummons],
    ['a notice in a sandbox case', takeSteps(submitted(), 1).record, serveNotice],
  ])("of %s can't be reported as successful or failed", (_what, record, served) => {
    expect(codeOf(record, served)).toBe('invalid_transition');
    expect(codeOf(record, { ...served, status: 'failed', expires: null })).toBe('invalid_transition');
  });
});

describe('a notice period', () => {
  const end = Date.parse('2026-07-14T10:00:00Z');

  test.each<[string, Command]>([
    ['operators', { ...operator, kind: 'expire_notice' }],
    ['the timer', { kind: 'end_notice_period' }],
  ])('is not ended by %s before its last day is over everywhere in the United States', (_, command) => {
    expect(waitOf(inPeriod, start)).toMatchObject({ kind: 'notice_period', dueAt: end });
    expect(codeOf(inPeriod, command, end - 1)).toBe('period_running');
    expect(codeOf(inPeriod, command, end)).toBe('ok');
  });

  test('ends on the right day after a correction, and its old end stays in the history', () => {
    const before = inPeriod;
    const { record, events } = play(before, correct(before, { expires: '2026-07-20' }));
    expect(record).toMatchObject({
      state: 'cure_period',
      notice: { servedDate: '2026-07-03', expires: '2026-07-20' },
      deadlines: [{ name: 'notice_expires', date: '2026-07-20' }],
    });
    expect(waitOf(record, start).dueAt).toBe(Date.parse('2026-07-21T10:00:00Z'));
    const [, corrected, restated] = events;
    expect(events.map(({ action }) => action)).toEqual(['attorney_action', 'corrected', 'start_cure_period']);
    expect(corrected).toMatchObject({ actorType: 'attorney', internal: true, toState: null });
    expect(corrected?.detail).toEqual({
      attemptId: before.serviceAttempts[0]?.id,
      from: { servedDate: '2026-07-03', expires: '2026-07-13' },
      to: { servedDate: '2026-07-03', expires: '2026-07-20' },
      citation: { from: 'Rule 1', to: 'Rule 1' },
    });
    expect(restated).toMatchObject({ actorType: 'attorney', internal: false, fromState: null, toState: null });
    expect(restated?.detail).toEqual({
      deadline: '2026-07-20',
      citation: 'Rule 1',
      servedDate: '2026-07-03',
      previousDeadline: '2026-07-13',
      previousServedDate: '2026-07-03',
      previousCitation: 'Rule 1',
      corrected: true,
    });
    // Repeating the recorded value records only the command.
    const same = play(record, correct(record, { expires: '2026-07-20' }));
    expect(same.events.map(({ action }) => action)).toEqual(['attorney_action']);
    expect({ ...same.record, sequence: record.sequence }).toEqual(record);
  });

  test('cites another rule after its citation is corrected', () => {
    const before = inPeriod;
    const { record, events } = play(before, correct(before, { citation: 'Rule 2', reason: 'The wrong rule.' }));
    expect(record.deadlines).toEqual([{ name: 'notice_expires', date: '2026-07-13', citation: 'Rule 2' }]);
    expect(events.map(({ detail }) => detail)).toMatchObject([
      { command: 'correct_service', reason: 'The wrong rule.', citation: 'Rule 2' },
      { citation: { from: 'Rule 1', to: 'Rule 2' } },
      { citation: 'Rule 2', previousCitation: 'Rule 1', corrected: true },
    ]);
  });

  test('ends at once when its end is corrected to a past day, and a correction during a hold takes effect when the case resumes', () => {
    const now = start + 10 * day;
    const past = play(inPeriod, correct(inPeriod, { expires: '2026-07-04' })).record;
    expect(waitOf(past, now)).toMatchObject({ kind: 'notice_period' });
    expect(waitOf(past, now).dueAt).toBeLessThan(now);
    const held = playAll(inPeriod, [hold]);
    const resumed = playAll(held, [correct(held, { expires: '2026-07-20' }), resume]);
    expect(waitOf(resumed, start).dueAt).toBe(Date.parse('2026-07-21T10:00:00Z'));
  });

  test('keeps its length when the day of service is corrected', () => {
    const { deadlines } = play(inPeriod, correct(inPeriod, { date: '2026-07-05' })).record;
    expect(deadlines).toEqual([{ name: 'notice_expires', date: '2026-07-15', citation: 'Rule 1' }]);
  });

  test("can't be corrected before it starts or after it is over, and can't be given contradictory dates", () => {
    const before = inPeriod;
    const codes = (change: object, record = before) => codeOf(record, correct(before, change));
    expect(codes({ expires: '2026-07-20' }, inFilingReview)).toBe('invalid_transition');
    expect(codes({ expires: '2026-07-02' })).toBe('period_before_service');
    expect(codes({ date: '2026-07-14', expires: '2026-07-13' })).toBe('period_before_service');
    expect(codes({ date: '2026-07-04', expires: '2026-07-13' })).toBe('ok');
    expect(codes({ date: '2026-07-03', citation: 'Rule 2' })).toBe('ok');
    expect(codes({ attemptId: 'att_other' })).toBe('not_found');
    const unserved = noticeOut;
    expect(codeOf(unserved, correct(unserved, { expires: '2026-07-20' }))).toBe('invalid_transition');
  });
});

describe('a notice that is voided', () => {
  test.each([
    ['while its period runs', inPeriod],
    ['in filing review', inFilingReview],
  ])('%s is reviewed again, and its service stays on record as failed', (_when, before) => {
    const { record, events, actions } = play(before, voids(before));
    expect(actions).toEqual(['service_failed', 'begin_review']);
    expect(record).toMatchObject({
      state: 'notice_review',
      notice: null,
      deadlines: [],
      approvals: { notice: null, filing: null },
      serviceAttempts: [{ status: 'failed', servedDate: '2026-07-03', expires: '2026-07-13' }],
    });
    expect(record.stageDocuments.notice).toHaveLength(1);
    expect(events.find(({ action }) => action === 'corrected')?.detail).toMatchObject({
      from: { servedDate: '2026-07-03', expires: '2026-07-13' },
      to: null,
      voided: true,
    });
    // The timer of the old period is gone, and a new summary is due.
    expect(waitOf(record, record.restingSince).kind).toBe('documents');
    const dates = { date: '2026-07-21', expires: '2026-08-04' };
    const again = playAll(record, [approveAll('notice'), sendNotice, { ...serveNotice, ...dates }]);
    expect(again).toMatchObject({ state: 'cure_period', notice: { expires: '2026-08-04' } });
  });

  test('returns to review when the case resumes, if the case was on hold', () => {
    const held = playAll(inPeriod, [hold]);
    const { record, actions } = play(held, voids(held));
    expect(actions).toEqual(['service_failed']);
    expect(record).toMatchObject({ state: 'on_hold', notice: null });
    expect(play(record, resume).record.state).toBe('notice_review');
  });

  test('has no pending attempt at service, and a notice can be voided only once, after its service and before the filing', () => {
    const out = playAll(approvedOfTwo('notice'), [
      { ...sendNotice, partyIndex: 1 },
      { ...sendNotice, partyIndex: 2 },
      { ...serveNotice, partyIndex: 1 },
    ]);
    const { record } = play(out, voids(out, 0));
    expect(record.state).toBe('notice_review');
    expect(record.serviceAttempts.map(({ status }) => status)).toEqual(['failed', 'failed']);
    const filed = playAll(inFilingReview, [attach('filing', 'complaint'), approveAll('filing'), submitFiling]);
    const unserved = noticeOut;
    const refused = [codeOf(record, voids(out, 0)), codeOf(filed, voids(filed)), codeOf(unserved, voids(unserved))];
    expect(refused).toEqual(['invalid_transition', 'invalid_transition', 'invalid_transition']);
  });
});

describe('the service of a summons', () => {
  test('can be corrected until judgment', () => {
    const before = summonsServed;
    const { record, events } = play(before, correct(before, { date: '2026-07-02' }));
    expect(record.serviceAttempts.at(-1)?.servedDate).toBe('2026-07-02');
    const detail = { servedDate: '2026-07-02', previousServedDate: '2026-07-03' };
    expect(events.at(-1)).toMatchObject({ action: 'summons_served', toState: null, detail });
    expect(codeOf(before, correct(before, { citation: 'Rule 2' }))).toBe('notice_only');
    const after = playAll(before, [heard, judged]);
    for (const command of [correct(before, { date: '2026-07-02' }), voids(before)])
      expect(codeOf(after, command)).toBe('invalid_transition');
  });

  test('has to be repeated if it is voided', () => {
    const { record, actions } = play(summonsServed, voids(summonsServed));
    expect(actions).toEqual(['service_failed', 'send_summons']);
    expect(record.state).toBe('summons_sent');
    expect(playAll(record, [sendSummons, serveSummons]).state).toBe('summons_served');
  });

  test('leaves a scheduled hearing in place if it is voided, but the case then needs attention', () => {
    const hearing = playAll(summonsServed, [heard]);
    expect(attention(hearing)).toEqual([]);
    const unserved = play(hearing, voids(hearing)).record;
    expect(unserved).toMatchObject({ state: 'hearing_scheduled', hearing: { date: '2026-08-12' } });
    expect(attention(unserved)).toEqual(['summons_unserved']);
    expect(nextAction(unserved).description).toContain('No valid service of the summons is on record');
    expect(attention(playAll(unserved, [hold]))).toEqual(['on_hold', 'summons_unserved']);
    expect(attention(playAll(unserved, [sendSummons]))).toEqual([]);
    const served = play(playAll(unserved, [sendSummons]), serveSummons);
    expect(attention(served.record)).toEqual([]);
    // This service is late, but it counts.
    expect(served.record.state).toBe('hearing_scheduled');
    expect(served.events.at(-1)).toMatchObject({ action: 'summons_served', toState: null, internal: false });
  });

  test('on several defendants is complete once all are served, and a correction is announced only if it moves the last day', () => {
    const sent = playAll(atCourtOfTwo, [
      { ...sendSummons, partyIndex: 1 },
      { ...sendSummons, partyIndex: 2 },
      { ...serveSummons, partyIndex: 1, date: '2026-07-02' },
    ]);
    for (const record of [sent, playAll(sent, [hold]), playAll(sent, [heard])])
      expect(actionsOf(record, correct(record, { date: '2026-07-01' }, 0))).toEqual(['attorney_action', 'corrected']);
    const both = playAll(sent, [{ ...serveSummons, partyIndex: 2, date: '2026-07-05' }]);
    expect(both.state).toBe('summons_served');
    expect(actionsOf(both, correct(both, { date: '2026-07-03' }, 0))).toEqual(['attorney_action', 'corrected']);
    expect(play(both, correct(both, { date: '2026-07-06' }, 0)).events.at(-1)).toMatchObject({
      action: 'summons_served',
      detail: { servedDate: '2026-07-06', previousServedDate: '2026-07-05' },
    });
  });
});

describe('several defendants', () => {
  const bothOut = playAll(approvedOfTwo('notice'), [
    { ...sendNotice, partyIndex: 1 },
    { ...sendNotice, partyIndex: 2 },
  ]);
  const oneOut = playAll(approvedOfTwo('notice'), [{ ...sendNotice, partyIndex: 1 }]);
  const first = { ...serveNotice, partyIndex: 1 } as const;

  test('must all be served before the period starts, and the last dates govern', () => {
    const one = playAll(bothOut, [{ ...serveNotice, partyIndex: 2, date: '2026-07-05', expires: '2026-07-15' }]);
    expect(one.state).toBe('notice_sent');
    const both = playAll(one, [first]);
    expect(both).toMatchObject({ state: 'cure_period', notice: { servedDate: '2026-07-05', expires: '2026-07-15' } });
    // The second attempt governs, so correcting the first changes nothing until the first is the last one.
    const corrected = play(both, correct(both, { expires: '2026-07-14' }, 0)).record;
    expect(corrected.notice?.expires).toBe('2026-07-15');
  });

  test('are identified by their index, and each can have only one pending attempt at service', () => {
    const refused: [Command, string][] = [
      [{ ...sendNotice, partyIndex: 1 }, 'invalid_transition'],
      [sendNotice, 'invalid_transition'],
      [{ ...sendNotice, partyIndex: 0 }, 'no_defendant'],
      [serveNotice, 'invalid_transition'],
      [{ ...first, method: 'posting' }, 'other_method'],
    ];
    for (const [command, code] of refused) expect(codeOf(bothOut, command)).toBe(code);
    const failed = playAll(bothOut, [{ ...failNotice, partyIndex: 1 }]);
    expect(codeOf(failed, { ...sendNotice, partyIndex: 1 })).toBe('ok');
    // An attempt for everyone covers all defendants.
    const all = playAll(failed, [{ ...failNotice, partyIndex: 2 }, sendNotice, serveNotice]);
    expect(all.state).toBe('cure_period');
  });

  test('need not all be served if the report or a later correction says so', () => {
    expect(playAll(oneOut, [{ ...first, restNotNeeded: true }]).state).toBe('cure_period');
    const waiting = playAll(oneOut, [first]);
    expect(waiting.state).toBe('notice_sent');
    const after = play(waiting, correct(waiting, { restNotNeeded: true })).record;
    expect(after).toMatchObject({ state: 'cure_period', notice: { servedDate: '2026-07-03', expires: '2026-07-13' } });
    expect(codeOf(after, correct(after, { restNotNeeded: true }))).toBe('invalid_transition');
  });

  test('can extend but not shorten a running period if they are served later', () => {
    const running = playAll(oneOut, [
      { ...first, restNotNeeded: true },
      { ...sendNotice, partyIndex: 2 },
    ]);
    const sooner = play(running, { ...serveNotice, partyIndex: 2, expires: '2026-07-10' });
    expect(sooner.actions).toEqual([]);
    expect(sooner.record).toMatchObject({ state: 'cure_period', notice: { expires: '2026-07-13' } });
    const later = play(running, { ...serveNotice, partyIndex: 2, expires: '2026-07-20' });
    expect(later.actions).toEqual(['start_cure_period']);
    expect(later.record).toMatchObject({ state: 'cure_period', notice: { expires: '2026-07-20' } });
    expect(later.record.serviceAttempts.map(({ status }) => status)).toEqual(['served', 'served']);
  });

  test('can be served with the summons one after the other', () => {
    const after = playAll(atCourtOfTwo, [
      { ...sendSummons, partyIndex: 1 },
      { ...serveSummons, partyIndex: 1, restNotNeeded: true },
      { ...sendSummons, partyIndex: 2 },
      { ...serveSummons, partyIndex: 2 },
    ]);
    expect(after).toMatchObject({ state: 'summons_served', serviceAttempts: [{}, {}] });
    expect(codeOf(after, sendNotice)).toBe('notice_not_approved');
  });
});
