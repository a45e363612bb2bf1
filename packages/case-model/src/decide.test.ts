import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  attachmentKinds,
  type Command,
  type CommandBody,
  decide,
  directives,
  documentsToApprove,
  eventRules,
  factKinds,
  isApproved,
  isFinished,
  judgmentOutcomes,
  nextAction,
  type Outcome,
  reportedHoldReasons,
  reviewDecisions,
  stageUnderReview,
  waitOf,
} from './index.ts';
import type { EventRule } from './events.ts';
import { offeredIn, play, start, submission, submitted, withDocuments } from '../test/cases.ts';
import {
  acceptFiling,
  approve,
  approveAll,
  assign,
  attach,
  inReview,
  liveSubmission,
  operator,
  outcome,
  sendNotice,
  sendSummons,
  serveNotice,
  serveSummons,
  submitFiling,
} from '../test/live-cases.ts';

const dayMs = 86_400_000;

describe('any sequence of commands', () => {
  test('produces only events that the event rules allow, and never serves or files without a current approval', () => {
    const met = new Set<string>();
    fc.assert(
      fc.property(
        fc.constantFrom('notice', 'filing'),
        fc.array(fc.oneof(anyCommand(), { weight: 3, arbitrary: anyWork() }), { maxLength: 60, size: 'max' }),
        (entryPoint, commands) => {
          let record = inReview(entryPoint);
          for (const [index, given] of commands.entries()) {
            const command = typeof given === 'function' ? given(record) : given;
            const decision = decide(record, command, { now: start + index * dayMs, uuid: () => 'u' });
            if (!decision.ok) continue;
            expect(offeredIn(command)).toContain(record.state);
            for (const { action, fromState, toState, internal, detail } of decision.events) {
              if (internal) continue;
              const rule: EventRule = eventRules[action as keyof typeof eventRules];
              if (detail['corrected'] === true) expect(rule.restatedIn).toContain(record.state);
              if (toState === null) continue;
              expect(rule.from).toContain(fromState);
              expect(rule.to).toContain(toState);
            }
            const actions = decision.events.map(({ action }) => action);
            for (const action of actions) met.add(action);
            if (actions.includes('send_notice')) expect(isApproved(record, 'notice')).toBe(true);
            // A voided service doesn't start a period.
            if (actions.includes('begin_review')) expect(decision.next.state).toMatch(/_review$/);
            if (decision.next.state === 'notice_review') expect(decision.next.notice).toBeNull();
            if (actions.includes('submit_filing')) expect(isApproved(record, 'filing')).toBe(true);
            expect(decision.next.sequence).toBe(record.sequence + decision.events.length);
            // The hearing is always one of the deadlines, and there is always a next action.
            const { hearing, deadlines } = decision.next;
            if (hearing && !isFinished(decision.next.state))
              expect(deadlines).toContainEqual(expect.objectContaining({ name: 'hearing', ...hearing }));
            expect(nextAction(decision.next).description).not.toBe('');
            record = withDocuments(decision.next);
          }
          expect((record.heldFrom !== null) === (record.state === 'on_hold')).toBe(true);
        },
      ),
      { numRuns: 1000 },
    );
    // The generated sequences reach these events.
    for (const action of ['send_notice', 'start_cure_period', 'submit_filing', 'filing_accepted'])
      expect(met).toContain(action);
  });

  test('leads to a case that accepts an approval only if the approval names exactly the documents to approve', () => {
    fc.assert(
      fc.property(fc.array(anyCommand(), { maxLength: 20 }), fc.nat(), (commands, drop) => {
        let record = inReview();
        for (const command of commands) {
          const decision = decide(record, command, { now: start, uuid: () => 'u' });
          // In half of the runs the summary hasn't been rendered yet.
          if (decision.ok) record = drop % 2 === 0 ? withDocuments(decision.next) : decision.next;
          const stage = stageUnderReview(record);
          if (stage === null) continue;
          const hashes = documentsToApprove(record, stage)?.map(({ contentHash }) => contentHash) ?? null;
          const isApproval = (documentHashes: readonly string[]) => {
            const approval = { ...approve(...documentHashes), attorneyId: record.attorneyId ?? '' };
            return decide(record, approval, { now: start, uuid: () => 'u' }).ok;
          };
          expect(isApproval(hashes ?? [])).toBe(hashes !== null);
          const without = hashes?.[drop % hashes.length];
          expect(isApproval(hashes?.filter((hash) => hash !== without) ?? [])).toBe(false);
          expect(isApproval([...(hashes ?? []), 'unknown'])).toBe(false);
        }
      }),
    );
  });

  test('leaves a sandbox case with a description of what it waits for', () => {
    fc.assert(
      fc.property(
        fc.subarray([...directives]),
        fc.array(fc.oneof(anyCommand(), anySandboxCommand()), { maxLength: 40 }),
        (fires, commands) => {
          let record = submitted({ directives: fires });
          for (const command of commands) {
            const given = ofSandbox(command, record.sequence);
            const decision = decide(record, given, { now: record.restingSince, uuid: () => 'u', courtNumber: 7 });
            if (decision.ok) record = withDocuments(decision.next);
            expect(waitOf(record, record.restingSince).summary).not.toBe('');
          }
        },
      ),
    );
  });

  test('never reopens a finished case', () => {
    const closed = play(inReview(), outcome({ type: 'closed' })).record;
    fc.assert(
      fc.property(anyCommand(), (command) => {
        const decision = decide(closed, command, { now: start, uuid: () => 'u' });
        if (decision.ok) expect(isFinished(decision.next.state)).toBe(true);
      }),
    );
  });
});

/** Generates commands that move a case forward, so sequences get past the first approval. */
function anyWork() {
  const date = '2026-07-01';
  const expires = '2026-07-10';
  return fc.constantFrom(
    approveAll('notice'),
    approveAll('filing'),
    attach('filing', 'complaint'),
    sendNotice,
    { ...serveNotice, date, expires },
    { kind: 'end_notice_period' } as const,
    submitFiling,
    acceptFiling,
    sendSummons,
    { ...serveSummons, date },
    outcome({ type: 'hearing_scheduled', date: '2026-09-01' }),
    { ...operator, kind: 'resume' } as const,
  );
}

function anyCommand(): fc.Arbitrary<Command> {
  const hashes = fc.subarray(['summary1', 'summary2', 'summary3', 'complaint', 'late', 'other']);
  const attorneyId = fc.constantFrom('usr_a', 'usr_b');
  return fc.oneof(
    fc.constant({ kind: 'submit', attorneyLapsed: false, submission: liveSubmission() } as const),
    fc.constantFrom(
      { kind: 'report_cure' } as const,
      { kind: 'withdraw' } as const,
      { kind: 'report_fact', fact: 'payment', date: '2026-07-01' } as const,
      { kind: 'end_notice_period' } as const,
    ),
    fc.constantFrom<Command>(
      ...(
        ['hold', 'resume', 'confirm_withdrawal', 'cure', 'expire_notice', 'rework_filing', 'retry_step'] as const
      ).map((kind) => ({ ...operator, kind }) as Command),
    ),
    fc.record({
      kind: fc.constant('review' as const),
      attorneyId,
      eligible: fc.boolean(),
      decision: fc.constantFrom(...reviewDecisions),
      documentHashes: hashes,
      otherHashes: fc.constant(['other']),
    }),
    fc.tuple(fc.oneof(reports(), anyOutcome()), anyAuthor()).map(([report, by]) => ({ ...report, ...by }) as Command),
    fc
      .tuple(fc.constantFrom(...attachmentKinds), fc.constantFrom('complaint', 'late'))
      .map(([as, hash]) => attach(as, hash)),
    fc.tuple(attorneyId, fc.boolean()).map(([id, eligible]) => assign(id, eligible)),
    fc.record({ kind: fc.constant('engage' as const), attorneyId }),
    fc.constant({ kind: 'mail_failed', attempt: 5, errorClass: 'timeout', isMailGivenUp: true } as const),
  );
}

function anySandboxCommand(): fc.Arbitrary<Command> {
  const documents = fc.constantFrom([], [{ id: 'doc_u', contentHash: 'u' }]);
  return fc.oneof(
    fc.record({ kind: fc.constant('advance' as const), sequence: fc.constant(0), documents }),
    fc.record({ kind: fc.constant('take_step' as const), documents }),
    fc.constant({ kind: 'submit', attorneyLapsed: false, submission: submission() } as const),
    fc.constant({ kind: 'step_failed', step: 'render_documents', errorClass: 'Error' } as const),
    fc.constant({ kind: 'withdraw_idle', isIdle: true } as const),
  );
}

/** Adapts a command to the sandbox case: its sequence number, or facts in the fictional jurisdiction. */
function ofSandbox(command: Command, sequence: number): Command {
  if (command.kind === 'submit') return { ...command, submission: submission() };
  return command.kind === 'advance' ? { ...command, sequence } : command;
}

/** Generates the case's attorney or another one, eligible or not, or an operator. */
function anyAuthor() {
  const attorneys = ['usr_a', 'usr_b'].flatMap((attorneyId) =>
    [true, false].map((eligible) => ({ attorneyId, eligible })),
  );
  return fc.constantFrom(...attorneys, operator, operator);
}

function anyOutcome() {
  const outcomes: fc.Arbitrary<Outcome> = fc.oneof(
    fc.constant({ type: 'hearing_scheduled', date: '2026-09-01' } as const),
    fc.constantFrom(...judgmentOutcomes).map((result) => ({ type: 'judgment', outcome: result }) as const),
    fc.constantFrom({ type: 'writ_requested' } as const, { type: 'writ_issued' } as const, { type: 'closed' } as const),
  );
  return outcomes.map((result) => ({ kind: 'outcome' as const, outcome: result }));
}

/** Generates reports and corrections by attorneys and operators, all with the same id. */
function reports(): fc.Arbitrary<CommandBody> {
  const date = fc.constantFrom('2026-06-30', '2026-07-01', '2026-07-20');
  const orNone = fc.option(date);
  return fc.oneof(
    withSome(
      {
        kind: fc.constant('record_service' as const),
        stage: fc.constantFrom('notice', 'summons' as const),
        status: fc.constantFrom('pending', 'served', 'failed' as const),
        method: fc.constantFrom('personal', 'posting'),
        date: orNone,
        expires: orNone,
        citation: fc.constant('Rule 1'),
      },
      { partyIndex: fc.constantFrom(0, 1) },
    ),
    withSome(
      {
        kind: fc.constant('correct_service' as const),
        attemptId: fc.constant('att_u'),
        date: orNone,
        expires: orNone,
      },
      { citation: fc.constant('Rule 2'), reason: fc.constant('Wrong.') },
    ),
    fc.constantFrom({ voided: true as const }, { restNotNeeded: true as const }).map((change) => ({
      kind: 'correct_service' as const,
      attemptId: 'att_u',
      date: null,
      expires: null,
      ...change,
    })),
    withSome(
      { kind: fc.constant('correct_filing' as const), filingId: fc.constant('fil_u') },
      { envelopeId: fc.constant('E-1'), courtCaseNumber: fc.constantFrom('C-1', 'C-2') },
    ),
    fc.record({
      kind: fc.constant('record_filing' as const),
      status: fc.constantFrom('submitted', 'accepted', 'rejected' as const),
    }),
    fc.record({ kind: fc.constant('correct_hearing' as const), date }),
    withSome(
      { kind: fc.constant('correct_judgment' as const) },
      { date, withPrejudice: fc.boolean(), amountCents: fc.nat(2), costsCents: fc.nat(2) },
    ),
    fc.record({ kind: fc.constant('hold' as const), reason: fc.constantFrom(...reportedHoldReasons) }),
    fc.record({
      kind: fc.constant('set_deadline' as const),
      name: fc.constant('rent'),
      date,
      citation: fc.constant('Rule 3'),
    }),
    withSome(
      { kind: fc.constant('change_deadline' as const), deadlineId: fc.constant('ddl_u') },
      { date, name: fc.constantFrom('rent', 'payment') },
    ),
    fc.record({ kind: fc.constant('remove_deadline' as const), deadlineId: fc.constant('ddl_u') }),
    fc.record({ kind: fc.constant('record_fact' as const), fact: fc.constantFrom(...factKinds), date }),
  );
}

/** Generates objects with the required fields and any subset of the others. */
function withSome<T extends object, U extends object>(
  required: { [K in keyof T]: fc.Arbitrary<T[K]> },
  others: { [K in keyof U]: fc.Arbitrary<U[K]> },
): fc.Arbitrary<T & Partial<U>> {
  const some = fc.record(others, { requiredKeys: [] });
  return fc.tuple(fc.record(required), some).map(([given, more]) => ({ ...given, ...more }) as T & Partial<U>);
}
