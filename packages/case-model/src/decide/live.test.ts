import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { brief, draft, play, start, submitted, takeSteps } from '../testing.ts';
import {
  type CaseRecord,
  type Command,
  decide,
  eventRules,
  isApproved,
  isFinished,
  judgmentOutcomes,
  nextAction,
  reviewDecisions,
  serviceMethods,
} from '../index.ts';

const liveBrief = (entryPoint: 'notice' | 'filing' = 'notice') =>
  brief({ entryPoint, jurisdiction: 'MD', packVersions: null, noticeFactsVersion: 1 });

const document = (contentHash: string) => ({ id: `doc_${contentHash}`, contentHash });
const operator = { operator: 'usr_ops' } as const;
const served = {
  ...operator,
  kind: 'record_service',
  status: 'served',
  method: 'personal',
  date: '2026-07-03',
} as const;
const pending = {
  ...operator,
  kind: 'record_service',
  status: 'pending',
  method: 'personal',
  date: null,
  deadline: null,
} as const;
const filing = { ...operator, kind: 'record_filing', rejectionCodes: [] } as const;
const approve = (...documentHashes: string[]) =>
  ({
    kind: 'review',
    attorneyId: 'usr_a',
    eligible: true,
    decision: 'approve',
    documentHashes,
    otherHashes: ['other'],
  }) as const;
const outcome = (report: Extract<Command, { kind: 'outcome' }>['outcome']) =>
  ({ kind: 'outcome', attorneyId: 'usr_a', eligible: true, outcome: report }) as const;

function playAll(record: CaseRecord, commands: readonly Command[]): CaseRecord {
  return commands.reduce((current, command) => play(current, command).record, record);
}

const inReview = (entryPoint: 'notice' | 'filing' = 'notice') =>
  playAll(draft('live'), [
    { kind: 'submit', brief: liveBrief(entryPoint) },
    { kind: 'engage', attorneyId: 'usr_a' },
    { ...operator, kind: 'attach', stage: entryPoint, documents: [document('summary')] },
  ]);

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

describe('whatever is commanded', () => {
  test('every event is allowed by the table, and nothing is served or filed without a current approval', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('notice', 'filing'),
        fc.array(anyCommand(), { maxLength: 40 }),
        (entryPoint, commands) => {
          let record = inReview(entryPoint);
          for (const command of commands) {
            const decision = decide(record, command, { now: start, uuid: () => 'u' });
            if (!decision.ok) continue;
            for (const { action, fromState, toState, internal } of decision.events) {
              if (internal || toState === null) continue;
              const rule = eventRules[action as keyof typeof eventRules];
              expect(rule.from).toContain(fromState);
              expect(rule.to).toContain(toState);
            }
            const actions = decision.events.map(({ action }) => action);
            if (actions.includes('send_notice')) expect(isApproved(record, 'notice')).toBe(true);
            if (actions.includes('submit_filing')) expect(isApproved(record, 'filing')).toBe(true);
            expect(decision.next.sequence).toBe(record.sequence + decision.events.length);
            expect(nextAction(decision.next).description).not.toBe('');
            record = decision.next;
          }
          expect((record.heldFrom !== null) === (record.state === 'on_hold')).toBe(true);
        },
      ),
      { numRuns: 2000 },
    );
  });

  test('a finished case takes no command that changes its state', () => {
    const closed = play(inReview(), outcome({ type: 'closed' })).record;
    fc.assert(
      fc.property(anyCommand(), (command) => {
        const decision = decide(closed, command, { now: start, uuid: () => 'u' });
        if (decision.ok) expect(isFinished(decision.next.state)).toBe(true);
      }),
    );
  });
});

function refusal(record: CaseRecord, command: Command): string {
  const decision = decide(record, command, { now: start, uuid: () => 'u' });
  return decision.ok ? 'accepted' : decision.code;
}

function anyCommand(): fc.Arbitrary<Command> {
  const hashes = fc.subarray(['summary', 'complaint', 'late', 'other']);
  const attorneyId = fc.constantFrom('usr_a', 'usr_b');
  const stage = fc.constantFrom('notice', 'filing' as const);
  const method = fc.constantFrom(...serviceMethods);
  const documents = hashes.map((list) => list.map(document));
  return fc.oneof(
    fc.constant({ kind: 'submit', brief: liveBrief() } as const),
    fc.constantFrom(
      { kind: 'report_cure' } as const,
      { kind: 'withdraw' } as const,
      { kind: 'end_notice_period' } as const,
    ),
    fc.constantFrom<Command>(
      ...(['hold', 'resume', 'confirm_withdrawal', 'cure', 'expire_notice', 'retry_step'] as const).map((kind) => ({
        ...operator,
        kind,
      })),
    ),
    fc.record({
      kind: fc.constant('review' as const),
      attorneyId,
      eligible: fc.boolean(),
      decision: fc.constantFrom(...reviewDecisions),
      documentHashes: hashes,
      otherHashes: fc.constant(['other']),
    }),
    fc.record({
      kind: fc.constant('outcome' as const),
      attorneyId,
      eligible: fc.boolean(),
      outcome: fc.oneof(
        fc.constant({ type: 'hearing_scheduled', date: '2026-09-01' } as const),
        fc.constantFrom(...judgmentOutcomes).map((result) => ({ type: 'judgment', outcome: result }) as const),
        fc.constantFrom(
          { type: 'writ_requested' } as const,
          { type: 'writ_issued' } as const,
          { type: 'closed' } as const,
        ),
      ),
    }),
    fc.record({
      ...constants(operator),
      kind: fc.constant('record_service' as const),
      stage: fc.constantFrom('notice', 'summons' as const),
      status: fc.constantFrom('pending', 'served', 'failed' as const),
      method,
      date: fc.constant(null),
      deadline: fc.constant(null),
    }) as fc.Arbitrary<Command>,
    fc.record({
      ...constants(operator),
      kind: fc.constant('record_filing' as const),
      status: fc.constantFrom('submitted', 'accepted', 'rejected' as const),
      rejectionCodes: fc.constant([]),
    }) as fc.Arbitrary<Command>,
    fc.record({
      ...constants(operator),
      kind: fc.constant('attach' as const),
      stage,
      documents,
    }) as fc.Arbitrary<Command>,
    fc.record({
      ...constants(operator),
      kind: fc.constant('rework_filing' as const),
      documents,
    }) as fc.Arbitrary<Command>,
    fc.record({ ...constants(operator), kind: fc.constant('assign' as const), attorneyId }) as fc.Arbitrary<Command>,
    fc.record({ kind: fc.constant('engage' as const), attorneyId }),
  );
}

function constants<T extends object>(values: T) {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, fc.constant(value)])) as {
    [K in keyof T]: fc.Arbitrary<T[K]>;
  };
}
