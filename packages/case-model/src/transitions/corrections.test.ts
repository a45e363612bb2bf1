import { describe, expect, test } from 'vitest';
import { attention, type CaseRecord, type Command, decide, waitOf } from '../index.ts';
import { play, start } from '../../test/cases.ts';
import {
  approveAll,
  attach,
  filing,
  inReview,
  liveSubmission,
  operator,
  outcome,
  pending,
  playAll,
  served,
} from '../../test/live-cases.ts';
import { draft } from '../../test/cases.ts';

const day = 86_400_000;
const attorney = { attorneyId: 'usr_a', eligible: true } as const;
const notice = { ...served, stage: 'notice', date: '2026-07-02', expires: '2026-07-12' } as const;
const summons = { ...served, stage: 'summons', expires: null } as const;

const sentOut = () => playAll(inReview(), [approveAll('notice'), { ...pending, stage: 'notice' }]);
const inPeriod = () => playAll(sentOut(), [notice]);
const filed = () =>
  playAll(inReview('filing'), [
    approveAll('filing'),
    { ...filing, status: 'submitted' },
    { ...filing, status: 'accepted' },
  ]);

const lastAttempt = ({ serviceAttempts }: CaseRecord) => serviceAttempts.at(-1)?.id ?? '';
const correct = (record: CaseRecord, dates: object): Command => ({
  ...attorney,
  kind: 'correct_service',
  attemptId: lastAttempt(record),
  date: null,
  expires: null,
  ...dates,
});
const codeOf = (record: CaseRecord, command: Command) => {
  const decision = decide(record, command, { now: start + 20 * day, uuid: () => 'u' });
  return decision.ok ? 'ok' : decision.code;
};

describe('a notice period that was reported wrong', () => {
  test('ends on the day that is right, and its old end stays in the history', () => {
    const before = inPeriod();
    const { record, events } = play(before, correct(before, { expires: '2026-07-20' }));
    expect(record).toMatchObject({
      state: 'cure_period',
      notice: { servedDate: '2026-07-02', expires: '2026-07-20' },
      deadlines: [{ name: 'notice_expires', date: '2026-07-20' }],
    });
    // The last day is over in Hawaii as well.
    expect(waitOf(record, start).dueAt).toBe(Date.parse('2026-07-21T10:00:00Z'));
    expect(
      events.map(({ action, actorType, internal, fromState, toState }) => ({
        action,
        actorType,
        internal,
        fromState,
        toState,
      })),
    ).toEqual([
      { action: 'attorney_action', actorType: 'attorney', internal: true, fromState: null, toState: null },
      { action: 'corrected', actorType: 'attorney', internal: true, fromState: null, toState: null },
      { action: 'start_cure_period', actorType: 'attorney', internal: false, fromState: null, toState: null },
    ]);
    expect(events[1]?.detail).toEqual({
      attemptId: lastAttempt(before),
      from: { servedDate: '2026-07-02', expires: '2026-07-12' },
      to: { servedDate: '2026-07-02', expires: '2026-07-20' },
      citation: { from: 'Rule 1', to: 'Rule 1' },
    });
    expect(events[2]?.detail).toEqual({
      deadline: '2026-07-20',
      citation: 'Rule 1',
      servedDate: '2026-07-02',
      previousDeadline: '2026-07-12',
      previousServedDate: '2026-07-02',
      previousCitation: 'Rule 1',
      corrected: true,
    });
  });

  test('states another law when that was wrong', () => {
    const before = inPeriod();
    const { record, events } = play(before, correct(before, { citation: 'Rule 2', reason: 'The wrong rule.' }));
    expect(record.deadlines).toEqual([{ name: 'notice_expires', date: '2026-07-12', citation: 'Rule 2' }]);
    expect(events.map(({ detail }) => detail)).toMatchObject([
      { command: 'correct_service', reason: 'The wrong rule.', citation: 'Rule 2' },
      { citation: { from: 'Rule 1', to: 'Rule 2' } },
      { citation: 'Rule 2', previousCitation: 'Rule 1', corrected: true },
    ]);
    expect(play(record, correct(record, { citation: 'Rule 2' })).events).toHaveLength(1);
  });

  test('corrected to a past day is due at once', () => {
    const before = inPeriod();
    const { record } = play(before, correct(before, { expires: '2026-07-03' }));
    const now = start + 10 * day;
    expect(waitOf(record, now)).toMatchObject({ kind: 'notice_period' });
    expect(waitOf(record, now).dueAt).toBeLessThan(now);
  });

  test('is corrected on hold too, so that a resume does not end it by the wrong day', () => {
    const held = play(inPeriod(), { ...attorney, kind: 'hold', reason: 'bankruptcy' }).record;
    const corrected = play(held, correct(held, { expires: '2026-07-20' })).record;
    expect(corrected.state).toBe('on_hold');
    const resumed = play(corrected, { ...attorney, kind: 'resume' }).record;
    expect(waitOf(resumed, start).dueAt).toBe(Date.parse('2026-07-21T10:00:00Z'));
  });

  test('is left alone once it is over, and by dates that contradict each other', () => {
    const before = inPeriod();
    const over = playAll(before, [{ ...operator, kind: 'expire_notice' }]);
    expect(codeOf(over, correct(before, { expires: '2026-07-20' }))).toBe('invalid_transition');
    expect(codeOf(before, correct(before, { expires: '2026-07-01' }))).toBe('period_before_service');
    expect(codeOf(before, correct(before, { date: '2026-07-13' }))).toBe('period_before_service');
    expect(codeOf(before, { ...correct(before, {}), attemptId: 'att_other' } as Command)).toBe('not_found');
    expect(codeOf(sentOut(), correct(sentOut(), { expires: '2026-07-20' }))).toBe('not_found');
    const unserved = sentOut();
    expect(codeOf(unserved, correct(unserved, { expires: '2026-07-20' }))).toBe('invalid_transition');
  });

  test('is given with a day of service that is right, so that no period counts from the wrong day', () => {
    const before = inPeriod();
    expect(codeOf(before, correct(before, { date: '2026-07-03' }))).toBe('period_not_given');
    expect(codeOf(before, correct(before, { date: '2026-07-02', citation: 'Rule 2' }))).toBe('ok');
    const { record } = play(before, correct(before, { date: '2026-07-03', expires: '2026-07-12' }));
    expect(record.notice).toMatchObject({ servedDate: '2026-07-03', expires: '2026-07-12' });
  });

  test('and corrected to what it was leaves only the command on record', () => {
    const before = inPeriod();
    const { record, events } = play(before, correct(before, { expires: '2026-07-12' }));
    expect(events.map(({ action }) => action)).toEqual(['attorney_action']);
    expect({ ...record, sequence: before.sequence }).toEqual(before);
  });
});

test('the service of a summons is corrected until judgment', () => {
  const before = playAll(filed(), [{ ...pending, stage: 'summons' }, summons]);
  const { record, events } = play(before, correct(before, { date: '2026-07-02' }));
  expect(record.serviceAttempts.at(-1)?.servedDate).toBe('2026-07-02');
  expect(events.at(-1)).toMatchObject({
    action: 'summons_served',
    toState: null,
    detail: { servedDate: '2026-07-02', previousServedDate: '2026-07-03' },
  });
  expect(codeOf(before, correct(before, { citation: 'Rule 2' }))).toBe('notice_only');
  const judged = playAll(before, [outcome({ type: 'judgment', outcome: 'plaintiff' })]);
  expect(codeOf(judged, correct(before, { date: '2026-07-02' }))).toBe('invalid_transition');
});

describe('the summons of several defendants', () => {
  const two = () =>
    playAll(draft('live'), [
      { kind: 'submit', submission: { ...liveSubmission('filing'), defendants: [1, 2] } },
      { kind: 'engage', attorneyId: 'usr_a' },
      attach('filing', 'complaint'),
      approveAll('filing'),
      { ...filing, status: 'submitted' },
      { ...filing, status: 'accepted' },
      { ...pending, stage: 'summons', partyIndex: 1 },
      { ...pending, stage: 'summons', partyIndex: 2 },
      { ...summons, partyIndex: 1, date: '2026-07-02' },
    ]);
  const correctFirst = (record: CaseRecord, date: string): Command =>
    ({ ...correct(record, { date }), attemptId: record.serviceAttempts[0]?.id ?? '' }) as Command;
  const actions = (record: CaseRecord, command: Command) => play(record, command).events.map(({ action }) => action);

  test('is not said to be served before everyone is, on hold neither', () => {
    const one = two();
    expect(actions(one, correctFirst(one, '2026-07-01'))).toEqual(['attorney_action', 'corrected']);
    const held = play(one, { ...attorney, kind: 'hold', reason: 'bankruptcy' }).record;
    expect(actions(held, correctFirst(held, '2026-07-01'))).toEqual(['attorney_action', 'corrected']);
    const hearing = playAll(one, [outcome({ type: 'hearing_scheduled', date: '2026-08-12' })]);
    expect(actions(hearing, correctFirst(hearing, '2026-07-01'))).toEqual(['attorney_action', 'corrected']);
  });

  test('is said to be served on another day only where the last day moves', () => {
    const both = playAll(two(), [{ ...summons, partyIndex: 2, date: '2026-07-05' }]);
    expect(both.state).toBe('summons_served');
    expect(actions(both, correctFirst(both, '2026-07-03'))).toEqual(['attorney_action', 'corrected']);
    const { events } = play(both, correctFirst(both, '2026-07-06'));
    expect(events.at(-1)).toMatchObject({
      action: 'summons_served',
      detail: { servedDate: '2026-07-06', previousServedDate: '2026-07-05' },
    });
  });
});

test('the numbers of a filing are corrected, the case number only of an accepted one', () => {
  const before = filed();
  const filingId = before.filings[0]?.id ?? '';
  const correction = { ...attorney, kind: 'correct_filing', filingId } as const;
  const numbers = { envelopeId: 'E-2', courtCaseNumber: 'C-2' };
  const { events, record } = play(before, { ...correction, ...numbers, reason: 'Transposed.' });
  expect(events.map(({ action, detail }) => ({ action, detail }))).toEqual([
    { action: 'attorney_action', detail: { attorneyId: 'usr_a', command: 'correct_filing', reason: 'Transposed.' } },
    {
      action: 'corrected',
      detail: { filingId, envelopeId: { from: null, to: 'E-2' }, courtCaseNumber: { from: null, to: 'C-2' } },
    },
    { action: 'submit_filing', detail: { envelopeId: 'E-2', previousEnvelopeId: null, corrected: true } },
    { action: 'filing_accepted', detail: { courtCaseNumber: 'C-2', previousCourtCaseNumber: null, corrected: true } },
  ]);
  expect(record).toMatchObject({ courtCaseNumber: 'C-2', filings: [numbers] });
  const same = play(record, { ...correction, ...numbers });
  expect(same.events.map(({ action }) => action)).toEqual(['attorney_action']);
  const submitted = playAll(inReview('filing'), [approveAll('filing'), { ...filing, status: 'submitted' }]);
  const early = { ...correction, filingId: submitted.filings[0]?.id ?? '' };
  expect(codeOf(submitted, { ...early, courtCaseNumber: 'C-1' })).toBe('filing_not_accepted');
  expect(codeOf(before, { ...correction, filingId: 'fil_other', envelopeId: 'E-1' })).toBe('not_found');
});

describe('several defendants', () => {
  const two = () =>
    playAll(draft('live'), [
      { kind: 'submit', submission: { ...liveSubmission(), defendants: [1, 2] } },
      { kind: 'engage', attorneyId: 'usr_a' },
      attach('notice', 'notice'),
      approveAll('notice'),
      { ...pending, stage: 'notice', partyIndex: 1 },
      { ...pending, stage: 'notice', partyIndex: 2 },
    ]);

  test('have all been served before the period starts, and the last dates govern', () => {
    const one = playAll(two(), [{ ...notice, partyIndex: 2, date: '2026-07-05', expires: '2026-07-15' }]);
    expect(one.state).toBe('notice_sent');
    const both = playAll(one, [{ ...notice, partyIndex: 1 }]);
    expect(both).toMatchObject({ state: 'cure_period', notice: { servedDate: '2026-07-05', expires: '2026-07-15' } });
    // The second attempt governs; the correction of the first moves nothing until it is the last one.
    const [first] = both.serviceAttempts;
    const correction = { ...correct(both, { expires: '2026-07-14' }), attemptId: first?.id ?? '' } as Command;
    expect(play(both, correction).record.notice?.expires).toBe('2026-07-15');
  });

  test('are named by their index, one attempt at a time each', () => {
    const record = two();
    expect(codeOf(record, { ...pending, stage: 'notice', partyIndex: 1 })).toBe('invalid_transition');
    expect(codeOf(record, { ...pending, stage: 'notice' })).toBe('invalid_transition');
    expect(codeOf(record, { ...pending, stage: 'notice', partyIndex: 0 })).toBe('no_defendant');
    expect(codeOf(record, notice)).toBe('invalid_transition');
    expect(codeOf(record, { ...notice, partyIndex: 1, method: 'posting' })).toBe('other_method');
    const failed = playAll(record, [{ ...pending, status: 'failed', stage: 'notice', partyIndex: 1 }]);
    expect(codeOf(failed, { ...pending, stage: 'notice', partyIndex: 1 })).toBe('ok');
  });

  test('are all reached by an attempt for everyone', () => {
    const record = playAll(two(), [
      { ...pending, status: 'failed', stage: 'notice', partyIndex: 1 },
      { ...pending, status: 'failed', stage: 'notice', partyIndex: 2 },
      { ...pending, stage: 'notice' },
      notice,
    ]);
    expect(record.state).toBe('cure_period');
  });
});

describe('reported deadlines and facts', () => {
  const rent = { ...attorney, kind: 'set_deadline', name: 'rent', citation: 'Agreement, § 2' } as const;

  test('have ids, and those of the platform stay beside them', () => {
    const withOne = playAll(inPeriod(), [{ ...rent, date: '2026-06-01' }]);
    const [, reported] = withOne.deadlines;
    const deadlineId = reported?.id ?? '';
    expect(reported).toEqual({ id: deadlineId, name: 'rent', date: '2026-06-01', citation: 'Agreement, § 2' });
    expect(deadlineId).toMatch(/^ddl_/);
    const change = { ...attorney, kind: 'change_deadline', deadlineId, date: '2026-08-01', name: 'Rent' } as const;
    const changed = play(withOne, change);
    expect(changed.record.deadlines.map(({ date }) => date)).toEqual(['2026-07-12', '2026-08-01']);
    expect(changed.events.at(-1)).toMatchObject({
      action: 'corrected',
      detail: {
        deadlineId,
        from: { date: '2026-06-01' },
        to: { date: '2026-08-01' },
        name: { from: 'rent', to: 'Rent' },
        citation: { from: 'Agreement, § 2', to: 'Agreement, § 2' },
      },
    });
    expect(play(changed.record, change).events.map(({ action }) => action)).toEqual(['attorney_action']);
    const { record: removed, events } = play(changed.record, { ...attorney, kind: 'remove_deadline', deadlineId });
    expect(events.at(-1)?.detail).toMatchObject({ to: null, name: { from: 'Rent', to: null } });
    expect(removed.deadlines.map(({ name }) => name)).toEqual(['notice_expires']);
    expect(codeOf(removed, change)).toBe('not_found');
  });

  test('are at most 50', () => {
    const set = { ...rent, date: '2026-08-01' } as const;
    const full = playAll(
      inReview(),
      Array.from({ length: 50 }, () => set),
    );
    expect(codeOf(full, set)).toBe('too_many_deadlines');
  });

  test('a payment during the review of the filing makes an older approval stale', () => {
    const record = inReview('filing');
    const paid = play(record, { ...attorney, kind: 'record_fact', fact: 'payment', date: '2026-07-01' });
    expect(paid.events.at(-1)).toMatchObject({ action: 'payment', internal: true, actorType: 'attorney' });
    expect(waitOf(paid.record, start)).toMatchObject({ kind: 'documents' });
  });
});

test('an attorney who is not eligible, or not the one of the case, reports nothing', () => {
  const record = inReview();
  expect(codeOf(record, { ...attorney, eligible: false, kind: 'hold', reason: 'other' })).toBe('attorney_not_eligible');
  expect(codeOf(record, { attorneyId: 'usr_b', eligible: true, kind: 'hold' })).toBe('invalid_transition');
});

test('an attorney resumes no case with a pending withdrawal', () => {
  const held = play(inReview(), { kind: 'withdraw' }).record;
  expect(codeOf(held, { ...attorney, kind: 'resume' })).toBe('withdrawal_pending');
});

test('a corrected filing that the attorney attaches returns the case to review', () => {
  const returned = playAll(inReview('filing'), [
    approveAll('filing'),
    { ...filing, status: 'submitted' },
    { ...filing, status: 'rejected' },
  ]);
  const document = {
    id: 'doc_new',
    filename: 'new.pdf',
    contentHash: 'new',
    contentType: 'application/pdf',
    sizeBytes: 1,
  };
  const attached = play(returned, { ...attorney, kind: 'attach', as: 'filing', document, replaces: [] }).record;
  expect(attached).toMatchObject({ state: 'filing_review', approvals: { filing: null } });
});

describe('a hearing or judgment that was reported wrong', () => {
  const heard = playAll(filed(), [outcome({ type: 'hearing_scheduled', date: '2026-08-01' })]);
  const judged = play(heard, outcome({ type: 'judgment', outcome: 'plaintiff', date: '2026-08-02' })).record;
  const requested = play(judged, outcome({ type: 'writ_requested' })).record;
  const issued = play(requested, outcome({ type: 'writ_issued' })).record;
  const held = play(judged, { ...operator, kind: 'hold' }).record;
  const hearing = { ...attorney, kind: 'correct_hearing', date: '2026-08-03' } as const;
  const judgment = { ...operator, kind: 'correct_judgment', date: '2026-08-05' } as const;

  test.each([heard, judged, requested, issued, held])('has its date corrected in $state', (before) => {
    const { record, events } = play(before, hearing);
    expect(record).toMatchObject({ state: before.state, hearing: { date: '2026-08-03' } });
    expect(record.deadlines).toEqual([{ name: 'hearing', date: '2026-08-03', citation: 'Set by the court' }]);
    expect(events.map(({ action, toState, detail }) => ({ action, toState, detail }))).toEqual([
      { action: 'attorney_action', toState: null, detail: expect.objectContaining({ command: 'correct_hearing' }) },
      {
        action: 'corrected',
        toState: null,
        detail: { hearing: true, from: { date: '2026-08-01' }, to: { date: '2026-08-03' } },
      },
      {
        action: 'schedule_hearing',
        toState: null,
        detail: { date: '2026-08-03', previousDate: '2026-08-01', corrected: true },
      },
    ]);
    // The same date once more is on record as a command alone.
    expect(play(record, hearing).events).toHaveLength(1);
  });

  test.each([judged, requested, issued, held])('keeps outcome and other facts in $state', (before) => {
    const { record, events } = play(before, judgment);
    expect(record).toMatchObject({ state: before.state, judgment: { outcome: 'plaintiff', date: '2026-08-05' } });
    expect(events.slice(1)).toMatchObject([
      { action: 'corrected', detail: { judgment: true, from: { date: '2026-08-02' }, to: { date: '2026-08-05' } } },
      {
        action: 'record_judgment',
        toState: null,
        detail: { outcome: 'plaintiff', date: '2026-08-05', corrected: true },
      },
    ]);
    expect(play(record, judgment).events).toHaveLength(1);
    const costs = play(record, { ...judgment, costsCents: 6500 });
    expect(costs.events.slice(1)).toMatchObject([
      { detail: { from: {}, to: {}, costsCents: { from: null, to: 6500 } } },
      { detail: { outcome: 'plaintiff', date: '2026-08-05', costsCents: 6500, corrected: true } },
    ]);
    const barred = play(costs.record, { ...attorney, kind: 'correct_judgment', withPrejudice: true }).record;
    expect(barred.judgment).toEqual({
      outcome: 'plaintiff',
      date: '2026-08-05',
      withPrejudice: true,
      costsCents: 6500,
    });
  });

  test('is not corrected where none stands, or before a new attorney has accepted', () => {
    expect(codeOf(filed(), hearing)).toBe('invalid_transition');
    expect(codeOf(heard, judgment)).toBe('invalid_transition');
    const vacated = play(judged, outcome({ type: 'hearing_scheduled', date: '2026-09-01' })).record;
    expect(codeOf(vacated, judgment)).toBe('invalid_transition');
    const closed = play(judged, outcome({ type: 'closed' })).record;
    for (const command of [hearing, judgment]) expect(codeOf(closed, command)).toBe('invalid_transition');
    const asked = play(judged, { ...operator, kind: 'assign', attorneyId: 'usr_b', eligible: true, asksFirst: true });
    expect(codeOf(asked.record, { ...hearing, attorneyId: 'usr_b' })).toBe('engagement_not_accepted');
  });

  test('asks for attention by the dates that are right', () => {
    expect(attention(judged)).toEqual([]);
    const early = play(judged, { ...judgment, date: '2026-07-30' }).record;
    expect(attention(early)).toEqual(['judgment_before_hearing']);
    expect(attention(play(early, { ...hearing, date: '2026-07-30' }).record)).toEqual([]);
  });
});
