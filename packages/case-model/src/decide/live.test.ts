import { describe, expect, test } from 'vitest';
import { type CaseRecord, type Command, decide, nextAction } from '../index.ts';
import { draft, play, start, submitted, takeSteps } from '../testing.ts';
import {
  approve,
  document,
  filing,
  inReview,
  liveBrief,
  operator,
  outcome,
  pending,
  playAll,
  served,
} from '../testing-live.ts';

const filed: readonly Command[] = [
  { ...operator, kind: 'attach', stage: 'filing', documents: [document('complaint')] },
  approve('complaint'),
  { ...filing, status: 'submitted' },
  { ...filing, status: 'accepted' },
  { ...pending, stage: 'summons' },
  { ...served, stage: 'summons', deadline: null },
];

describe('a live case', () => {
  test('goes from draft to closed by its attorney and the operators', () => {
    const record = playAll(inReview(), [
      approve('summary'),
      { ...pending, stage: 'notice' },
      { ...served, stage: 'notice', deadline: { date: '2026-07-13', citation: 'Md. Code' } },
      { kind: 'end_notice_period' },
      ...filed,
      outcome({ type: 'hearing_scheduled', date: '2026-08-01' }),
      outcome({ type: 'hearing_scheduled', date: '2026-08-15' }),
      outcome({ type: 'judgment', outcome: 'plaintiff' }),
      outcome({ type: 'writ_requested' }),
      outcome({ type: 'writ_issued' }),
      outcome({ type: 'closed' }),
    ]);
    expect(record.state).toBe('closed');
    expect(record.deadlines).toEqual([
      { name: 'notice_expires', date: '2026-07-13', citation: 'Md. Code' },
      { name: 'hearing', date: '2026-08-15', citation: 'Set by the court' },
    ]);
  });

  test('computes no deadline of state law by itself', () => {
    const record = playAll(inReview(), [
      approve('summary'),
      { ...pending, stage: 'notice' },
      { ...served, stage: 'notice', deadline: null },
    ]);
    expect(record.state).toBe('cure_period');
    expect(record.deadlines).toEqual([]);
    expect(nextAction(record).description).toContain('as the notice states');
  });

  test('a cure report leaves it as it is; the attorney closes it as resolved', () => {
    const sent = playAll(inReview(), [approve('summary'), { ...pending, stage: 'notice' }]);
    const reported = play(sent, { kind: 'report_cure' }).record;
    expect(reported.state).toBe('notice_sent');
    expect(play(reported, outcome({ type: 'closed' })).record.state).toBe('resolved');
  });
});

describe('reviews bind bytes', () => {
  test('an approval must name every document of the stage', () => {
    const record = play(inReview(), {
      ...operator,
      kind: 'attach',
      stage: 'notice',
      documents: [document('notice')],
    }).record;
    expect(refusal(record, approve('summary'))).toBe('stale_approval');
    expect(play(record, approve('summary', 'notice', 'other')).record.state).toBe('notice_approved');
  });

  test('an approval that names an unknown document is stale', () => {
    expect(refusal(inReview(), approve('summary', 'never-seen'))).toBe('stale_approval');
  });

  test('a document attached after the approval stops service', () => {
    const record = playAll(inReview(), [
      approve('summary'),
      { ...operator, kind: 'attach', stage: 'notice', documents: [document('late')] },
    ]);
    expect(refusal(record, { ...pending, stage: 'notice' })).toBe('guard_failed');
  });

  test('an approval never passes to another attorney', () => {
    const record = playAll(inReview(), [
      approve('summary'),
      { ...operator, kind: 'assign', attorneyId: 'usr_b' },
      { ...operator, kind: 'hold' },
      { ...operator, kind: 'resume' },
    ]);
    expect(record.state).toBe('notice_review');
    expect(refusal(record, { ...pending, stage: 'notice' })).toBe('guard_failed');
  });

  test('a lapsed licence refuses a review before anything else is looked at', () => {
    expect(refusal(inReview(), { ...approve('never-seen'), eligible: false })).toBe('attorney_not_eligible');
  });
});

describe('withdrawal', () => {
  test('waits for the attorney once one is engaged, and asking again changes nothing', () => {
    const held = play(inReview(), { kind: 'withdraw' });
    expect(held.actions).toEqual(['hold', 'withdrawal_requested']);
    expect(play(held.record, { kind: 'withdraw' }).record).toBe(held.record);
    expect(refusal(held.record, { ...operator, kind: 'resume' })).toBe('guard_failed');
    expect(play(held.record, { ...outcome({ type: 'closed' }), eligible: false }).actions).toEqual(['withdraw']);
  });

  test('ends a case at once before an attorney is engaged', () => {
    const record = play(draft('live'), { kind: 'submit', brief: liveBrief() }).record;
    expect(play(record, { kind: 'withdraw' }).record.state).toBe('withdrawn');
  });

  test('after the attorney declined, ends the case at once', () => {
    const declined = play(inReview(), { ...approve(), decision: 'reject' }).record;
    expect(declined).toMatchObject({ state: 'on_hold', attorneyId: null });
    expect(play(declined, { kind: 'withdraw' }).record.state).toBe('withdrawn');
  });
});

describe('what operators report at the wrong time', () => {
  const noticeOut = playAll(inReview(), [approve('summary'), { ...pending, stage: 'notice' }]);
  const summonsOut = playAll(inReview('filing'), [
    approve('summary'),
    { ...filing, status: 'submitted' },
    { ...filing, status: 'accepted' },
    { ...pending, stage: 'summons' },
  ]);
  const held = (record: CaseRecord) => play(record, { ...operator, kind: 'hold' }).record;
  const judged = playAll(summonsOut, [
    outcome({ type: 'hearing_scheduled', date: '2026-08-01' }),
    outcome({ type: 'judgment', outcome: 'plaintiff' }),
  ]);

  test.each([
    { place: 'a notice on hold', record: held(noticeOut), stage: 'notice' as const },
    { place: 'a summons on hold', record: held(summonsOut), stage: 'summons' as const },
    { place: 'a summons after the judgment', record: judged, stage: 'summons' as const },
  ])('the result of service is refused for $place, and the attempt stays pending', ({ record, stage }) => {
    expect(refusal(record, { ...served, stage, status: 'failed', deadline: null })).toBe('invalid_transition');
    expect(refusal(record, { ...served, stage, deadline: null })).toBe('invalid_transition');
  });

  test('is refused for a sandbox case, whose attempts, filings and documents are its own', () => {
    const sandbox = takeSteps(submitted(), 1).record;
    expect(refusal(sandbox, { ...served, stage: 'notice', status: 'failed', deadline: null })).toBe(
      'invalid_transition',
    );
    expect(refusal(takeSteps(submitted(), 4).record, { ...filing, status: 'accepted' })).toBe('invalid_transition');
    expect(refusal(sandbox, { ...operator, kind: 'cure' })).toBe('invalid_transition');
  });
});

describe('a case held before an attorney was engaged', () => {
  test('goes to the attorney it was given meanwhile as soon as it is resumed', () => {
    const given = playAll(draft('live'), [
      { kind: 'submit', brief: liveBrief() },
      { ...operator, kind: 'hold' },
      { ...operator, kind: 'assign', attorneyId: 'usr_b' },
    ]);
    const resumed = play(given, { ...operator, kind: 'resume' });
    expect(resumed.actions).toEqual(['resume', 'assign_attorney', 'begin_review']);
    expect(resumed.record).toMatchObject({ state: 'notice_review', attorneyId: 'usr_b', heldFrom: null });
  });
});

describe('after changes', () => {
  const changesAfterService = playAll(inReview(), [
    approve('summary'),
    { ...pending, stage: 'notice' },
    { ...served, stage: 'notice', deadline: null },
    { ...operator, kind: 'expire_notice' },
    { ...approve(), decision: 'request_changes' },
  ]);

  test('a served notice stands while its facts are the same', () => {
    expect(play(changesAfterService, { kind: 'submit', brief: liveBrief() }).record.state).toBe('filing_review');
  });

  test('the period of a new notice takes the place of the old one', () => {
    const reported = (date: string) => ({ date, citation: 'Md. Code' });
    const serve = (date: string): Command[] => [
      approve('summary'),
      { ...pending, stage: 'notice' },
      { ...served, stage: 'notice', deadline: reported(date) },
    ];
    const record = playAll(inReview(), [
      ...serve('2026-07-13'),
      { ...operator, kind: 'expire_notice' },
      { ...approve(), decision: 'request_changes' },
      { kind: 'submit', brief: { ...liveBrief(), noticeFactsVersion: 2 } },
      { ...operator, kind: 'attach', stage: 'notice', documents: [document('summary')] },
      ...serve('2026-08-20'),
    ]);
    expect(record.deadlines).toEqual([{ name: 'notice_expires', ...reported('2026-08-20') }]);
  });

  test('changed facts need a new notice', () => {
    const changed = { ...liveBrief(), noticeFactsVersion: 2 };
    expect(play(changesAfterService, { kind: 'submit', brief: changed }).record.state).toBe('notice_review');
  });
});

function refusal(record: CaseRecord, command: Command): string {
  const decision = decide(record, command, { now: start, uuid: () => 'u' });
  return decision.ok ? 'accepted' : decision.code;
}
