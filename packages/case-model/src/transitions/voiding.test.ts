import { describe, expect, test } from 'vitest';
import { attention, type CaseRecord, type Command, decide, nextAction, waitOf } from '../index.ts';
import { draft, play, start } from '../../test/cases.ts';
import {
  approveAll,
  attach,
  filing,
  liveSubmission,
  operator,
  outcome,
  pending,
  playAll,
  served,
} from '../../test/live-cases.ts';

const attorney = { attorneyId: 'usr_a', eligible: true } as const;
const day = 86_400_000;
const notice = { ...served, stage: 'notice', date: '2026-07-01', expires: '2026-07-12' } as const;
const summons = { ...served, stage: 'summons', date: '2026-07-01', expires: null } as const;

const withTwo = (entryPoint: 'notice' | 'filing') =>
  playAll(draft('live'), [
    { kind: 'submit', submission: { ...liveSubmission(entryPoint), defendants: [1, 2] } },
    { kind: 'engage', attorneyId: 'usr_a' },
    attach(entryPoint, 'paper'),
    approveAll(entryPoint),
  ]);
const noticeOut = () => playAll(withTwo('notice'), [{ ...pending, stage: 'notice' }]);
const inPeriod = () => playAll(noticeOut(), [notice]);
const inFilingReview = () => decideAt(inPeriod(), { kind: 'end_notice_period' }, start + 20 * day);
const summonsOut = () =>
  playAll(withTwo('filing'), [
    { ...filing, status: 'submitted' },
    { ...filing, status: 'accepted' },
    { ...pending, stage: 'summons' },
  ]);

const correction = (record: CaseRecord, change: object, index = -1): Command => ({
  ...attorney,
  kind: 'correct_service',
  attemptId: record.serviceAttempts.at(index)?.id ?? '',
  date: null,
  expires: null,
  ...change,
});
const voids = (record: CaseRecord, index?: number) => correction(record, { voided: true }, index);
const codeOf = (record: CaseRecord, command: Command) => {
  const decision = decide(record, command, { now: start + 20 * day, uuid: () => 'u' });
  return decision.ok ? 'ok' : decision.code;
};

function decideAt(record: CaseRecord, command: Command, now: number): CaseRecord {
  const decision = decide(record, command, { now, uuid: () => 'u' });
  if (!decision.ok) throw new Error(decision.code);
  return decision.next;
}

describe('a notice that is voided', () => {
  test.each([
    ['while its period runs', inPeriod, ['2026-07-01', '2026-07-20']],
    ['in filing review', inFilingReview, ['2026-07-21', '2026-08-04']],
  ])('%s is reviewed anew, and what was served stays', (_when, given, [date = '', expires = '']) => {
    const before = given();
    const { record, events, actions } = play(before, voids(before));
    expect(actions).toEqual(['service_failed', 'begin_review']);
    expect(record).toMatchObject({
      state: 'notice_review',
      notice: null,
      deadlines: [],
      approvals: { notice: null, filing: null },
      serviceAttempts: [{ status: 'failed', servedDate: '2026-07-01', expires: '2026-07-12' }],
    });
    expect(record.stageDocuments.notice).toHaveLength(1);
    expect(events.find(({ action }) => action === 'corrected')?.detail).toMatchObject({
      from: { servedDate: '2026-07-01', expires: '2026-07-12' },
      to: null,
      voided: true,
    });
    // No timer of the old period is left, and a new summary is made.
    expect(waitOf(record, record.restingSince).kind).toBe('documents');
    const again = playAll(record, [
      approveAll('notice'),
      { ...pending, stage: 'notice' },
      { ...notice, date, expires },
    ]);
    expect(again).toMatchObject({ state: 'cure_period', notice: { expires } });
  });

  test('on hold returns to review when the case resumes', () => {
    const held = play(inPeriod(), { ...attorney, kind: 'hold', reason: 'other' }).record;
    const { record, actions } = play(held, voids(held));
    expect(actions).toEqual(['service_failed']);
    expect(record).toMatchObject({ state: 'on_hold', notice: null });
    expect(play(record, { ...attorney, kind: 'resume' }).record.state).toBe('notice_review');
  });

  test('leaves no attempt open, and cannot be voided twice', () => {
    const out = playAll(withTwo('notice'), [
      { ...pending, stage: 'notice', partyIndex: 1 },
      { ...pending, stage: 'notice', partyIndex: 2 },
      { ...notice, partyIndex: 1 },
    ]);
    const { record } = play(out, voids(out, 0));
    expect(record.state).toBe('notice_review');
    expect(record.serviceAttempts.map(({ status }) => status)).toEqual(['failed', 'failed']);
    expect(codeOf(record, voids(out, 0))).toBe('invalid_transition');
  });

  test('is refused once the court has the filing, and for what was never served', () => {
    const filed = playAll(inFilingReview(), [
      attach('filing', 'complaint'),
      approveAll('filing'),
      { ...filing, status: 'submitted' },
    ]);
    expect(codeOf(filed, voids(filed))).toBe('invalid_transition');
    expect(codeOf(noticeOut(), voids(noticeOut()))).toBe('not_found');
    const unserved = noticeOut();
    expect(codeOf(unserved, voids(unserved))).toBe('invalid_transition');
  });
});

describe('the service of a summons that is voided', () => {
  test('is done again', () => {
    const before = playAll(summonsOut(), [summons]);
    const { record, actions } = play(before, voids(before));
    expect(actions).toEqual(['service_failed', 'send_summons']);
    expect(record.state).toBe('summons_sent');
    expect(playAll(record, [{ ...pending, stage: 'summons' }, summons]).state).toBe('summons_served');
  });

  test('leaves a hearing that is set, and is refused after judgment', () => {
    const hearing = playAll(summonsOut(), [summons, outcome({ type: 'hearing_scheduled', date: '2026-08-12' })]);
    expect(attention(hearing)).toEqual([]);
    const unserved = play(hearing, voids(hearing)).record;
    expect(unserved).toMatchObject({ state: 'hearing_scheduled', hearing: { date: '2026-08-12' } });
    expect(attention(unserved)).toEqual(['summons_unserved']);
    expect(nextAction(unserved).description).toContain('No valid service of the summons is on record');
    const held = play(unserved, { ...operator, kind: 'hold' }).record;
    expect(attention(held)).toEqual(['on_hold', 'summons_unserved']);
    const again = playAll(unserved, [{ ...pending, stage: 'summons' }]);
    expect(attention(again)).toEqual([]);
    expect(attention(playAll(again, [summons]))).toEqual([]);
    const judged = playAll(hearing, [outcome({ type: 'judgment', outcome: 'plaintiff' })]);
    expect(codeOf(judged, voids(judged))).toBe('invalid_transition');
  });
});

describe('several defendants, of whom not all have to be served', () => {
  const oneOut = () => playAll(withTwo('notice'), [{ ...pending, stage: 'notice', partyIndex: 1 }]);
  const first = { ...notice, partyIndex: 1 } as const;

  test('the case moves on when the attorney says so, in the report or afterwards', () => {
    expect(playAll(oneOut(), [first]).state).toBe('notice_sent');
    expect(playAll(oneOut(), [{ ...first, restNotNeeded: true }]).state).toBe('cure_period');
    const waiting = playAll(oneOut(), [first]);
    const after = play(waiting, correction(waiting, { restNotNeeded: true })).record;
    expect(after).toMatchObject({ state: 'cure_period', notice: { servedDate: '2026-07-01', expires: '2026-07-12' } });
    expect(codeOf(after, correction(after, { restNotNeeded: true }))).toBe('invalid_transition');
    expect(codeOf(oneOut(), correction(oneOut(), { restNotNeeded: true }))).toBe('not_found');
  });

  test('later service is a row, and can only extend the period that runs', () => {
    const running = playAll(oneOut(), [
      { ...first, restNotNeeded: true },
      { ...pending, stage: 'notice', partyIndex: 2 },
    ]);
    expect(running.state).toBe('cure_period');
    const sooner = play(running, { ...notice, partyIndex: 2, expires: '2026-07-10' });
    expect(sooner.actions).toEqual([]);
    expect(sooner.record).toMatchObject({ state: 'cure_period', notice: { expires: '2026-07-12' } });
    const later = play(running, { ...notice, partyIndex: 2, expires: '2026-07-20' });
    expect(later.actions).toEqual(['start_cure_period']);
    expect(later.record).toMatchObject({ state: 'cure_period', notice: { expires: '2026-07-20' } });
    expect(later.record.serviceAttempts.map(({ status }) => status)).toEqual(['served', 'served']);
  });

  test('the summons of the others is a row after the first', () => {
    const after = playAll(withTwo('filing'), [
      { ...filing, status: 'submitted' },
      { ...filing, status: 'accepted' },
      { ...pending, stage: 'summons', partyIndex: 1 },
      { ...summons, partyIndex: 1, restNotNeeded: true },
      { ...pending, stage: 'summons', partyIndex: 2 },
      { ...summons, partyIndex: 2 },
    ]);
    expect(after.state).toBe('summons_served');
    expect(after.serviceAttempts).toHaveLength(2);
    expect(codeOf(after, { ...operator, ...pending, stage: 'notice' })).toBe('notice_not_approved');
  });
});
