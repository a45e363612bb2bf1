import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { submission, draft, play, submitted, takeSteps, withDocuments } from '../../test/cases.ts';
import {
  type CaseRecord,
  type Command,
  decide,
  directives,
  eventRules,
  isApproved,
  isFinished,
  nextAction,
  sandboxStep,
  waitOf,
} from '../index.ts';

describe('a sandbox case', () => {
  test('is closed eleven steps after its submission if it begins with the notice', () => {
    const { record, actions, steps } = takeSteps(submitted({ ground: 'nonpayment', entryPoint: 'notice' }));
    expect(record.state).toBe('closed');
    expect(steps).toBe(11);
    expect(actions).toEqual([
      'approve_notice',
      'send_notice',
      'notice_served',
      'start_cure_period',
      'cure_period_expired',
      'approve_filing',
      'submit_filing',
      'filing_accepted',
      'send_summons',
      'summons_served',
      'schedule_hearing',
      'record_judgment',
      'request_writ',
      'writ_issued',
      'close',
    ]);
  });

  test('is closed eight steps after its submission if it begins with the filing', () => {
    const { record, steps } = takeSteps(submitted({ ground: 'holdover', entryPoint: 'filing' }));
    expect(record.state).toBe('closed');
    expect(steps).toBe(8);
  });

  test('gets every deadline along the way, each with its citation', () => {
    const { record, records } = takeSteps(submitted({ caresCovered: true }));
    const deadlines = records.findLast(({ state }) => !isFinished(state))?.deadlines ?? [];
    expect(deadlines.map(({ name }) => name)).toEqual([
      'notice_expires',
      'cares_notice_expires',
      'answer_due',
      'hearing',
      'appeal_period_ends',
      'writ_expires',
    ]);
    for (const { citation } of deadlines) expect(citation).toMatch(/§/);
    // A closed case only has the deadlines that have passed.
    expect(record.deadlines).toEqual(deadlines.filter(({ name }) => name !== 'writ_expires'));
  });

  test('leaves the notice period on the day after its last day, at 00:00 UTC', () => {
    const { record } = takeSteps(submitted(), 2);
    const step = sandboxStep(record);
    expect(record.state).toBe('cure_period');
    expect(step?.dueAt).toBe(Date.parse(`${record.notice?.expires}T00:00:00Z`) + 86_400_000);
  });

  test('asks for an advance whenever an attorney or a court would act', () => {
    const { records } = takeSteps(submitted());
    for (const record of records.filter(({ state }) => state !== 'cure_period' && !isFinished(state))) {
      expect(nextAction(record)).toEqual({ by: 'platform', description: 'POST advance' });
    }
  });
});

test('a sandbox case left alone for a month still gets a hearing date in the future', () => {
  const { record } = takeSteps(submitted({ entryPoint: 'filing' }), 3);
  const now = record.restingSince + 30 * 86_400_000;
  const { hearing } = play(record, { kind: 'take_step', documents: [] }, now).record;
  expect(Date.parse(hearing?.date ?? '')).toBeGreaterThan(now);
});

describe('an advance', () => {
  const advance = (record: CaseRecord) => ({ kind: 'advance', sequence: record.sequence, documents: [] }) as const;
  const code = (record: CaseRecord, command: Command) => {
    const decision = decide(record, command, { now: record.restingSince, uuid: () => 'u', courtNumber: 1 });
    return decision.ok ? decision.next.state : decision.code;
  };

  test('takes the step that its sender saw, and has no effect when it is repeated', () => {
    const record = submitted();
    const command = advance(record);
    const advanced = play(record, command).record;
    expect(advanced.state).toBe('notice_sent');
    expect(play(advanced, command)).toMatchObject({ record: advanced, events: [] });
  });

  test('is refused if there is no step to take, if documents are missing, or while a failed step waits for its retry', () => {
    const fresh = play(draft(), { kind: 'submit', attorneyLapsed: false, submission: submission() }).record;
    const closed = takeSteps(submitted()).record;
    const rejected = takeSteps(submitted({ directives: ['reject'] })).record;
    for (const record of [draft(), draft('live'), closed, rejected])
      expect(code(record, advance(record))).toBe('nothing_to_advance');
    expect(code(fresh, advance(fresh))).toBe('documents_missing');
    const inPeriod = takeSteps(submitted(), 2).record;
    expect(code(inPeriod, advance(inPeriod))).toBe('documents_missing');
    const failed = play(inPeriod, { kind: 'step_failed', step: 'render_documents', errorClass: 'Error' }).record;
    expect(code(failed, advance(failed))).toBe('nothing_to_advance');
  });
});

test("the sandbox clerk numbers filings by the rule pack's templates, and the filing fails if no number was drawn for it", () => {
  const { record, events } = takeSteps(submitted({ entryPoint: 'filing' }), 2);
  const [filing] = record.filings;
  expect(filing?.envelopeId).toMatch(/^ZZ-ENV-\d{6}$/);
  expect(filing?.courtCaseNumber).toMatch(/^ZZ-2026-LT-\d{6}$/);
  expect(record.courtCaseNumber).toBe(filing?.courtCaseNumber);
  const accepted = events.find(({ action }) => action === 'filing_accepted');
  expect(accepted?.detail).toMatchObject({ courtCaseNumber: record.courtCaseNumber });
  const reviewed = submitted({ entryPoint: 'filing' });
  const context = { now: reviewed.restingSince, uuid: () => 'u' };
  expect(() => decide(reviewed, { kind: 'take_step', documents: [] }, context)).toThrow('no number was drawn');
});

test('a filing rejected by the sandbox clerk has a reason', () => {
  const { records } = takeSteps(submitted({ entryPoint: 'filing', directives: ['filing_rejected'] }));
  const returned = records.find(({ state }) => state === 'filing_rejected');
  expect(returned?.filings[0]?.rejectionReasons).toEqual([
    { code: 'missing_information', description: 'Required information is missing from the filing.' },
  ]);
});

describe('directives', () => {
  test('request_changes makes the first review return the case as a draft and the second review approve it', () => {
    const changed = takeSteps(submitted({ directives: ['request_changes'] }), 1).record;
    expect(changed.state).toBe('draft');
    expect(nextAction(changed).description).toBe('Make the changes that the attorney asked for, then submit again.');
    const again = play(changed, {
      kind: 'submit',
      attorneyLapsed: false,
      submission: submission({ directives: ['request_changes'] }),
    }).record;
    expect(waitOf(again, again.restingSince)).toMatchObject({
      kind: 'documents',
      work: { orders: [{ specId: 'zz.notice.nonpayment.v1', revision: 2 }] },
    });
    expect(takeSteps(withDocuments(again)).record.state).toBe('closed');
  });

  test('reject puts the case on hold, after which it can only be withdrawn', () => {
    const held = takeSteps(submitted({ directives: ['reject'] })).record;
    expect(held).toMatchObject({ state: 'on_hold', heldFrom: 'notice_review', holdReason: 'reviewer_rejected' });
    expect(decide(held, { kind: 'take_step', documents: [] }, clock())).toEqual({
      ok: false,
      code: 'nothing_to_advance',
    });
    expect(play(held, { kind: 'withdraw' }).record.state).toBe('withdrawn');
  });

  test('service_failed makes only the first attempt at service fail, and the second attempt uses the next method', () => {
    const { record, steps } = takeSteps(submitted({ directives: ['service_failed'] }));
    expect(steps).toBe(12);
    expect(record.serviceAttempts.map(({ stage, method, status }) => [stage, method, status])).toEqual([
      ['notice', 'personal', 'failed'],
      ['notice', 'substitute', 'served'],
      ['summons', 'personal', 'served'],
    ]);
  });

  test('filing_rejected requires new documents and a new approval of them', () => {
    const rejected = takeSteps(submitted({ directives: ['filing_rejected'] }), 5).record;
    expect(rejected.state).toBe('filing_rejected');
    const reworked = takeSteps(rejected, 1).record;
    expect(reworked.state).toBe('filing_review');
    expect(isApproved(reworked, 'filing')).toBe(false);
    const { record } = takeSteps(reworked);
    expect(record.state).toBe('closed');
    expect(record.filings.map(({ status }) => status)).toEqual(['rejected', 'accepted']);
  });

  test.each([
    ['judgment_defendant', 'defendant'],
    ['judgment_dismissed', 'dismissed'],
  ] as const)('%s closes the case without a writ', (directive, outcome) => {
    const { record, actions } = takeSteps(submitted({ directives: [directive] }));
    expect(record.judgment?.outcome).toBe(outcome);
    expect(actions).not.toContain('request_writ');
    expect(record.state).toBe('closed');
  });

  test('in any combination, lead a case to its end, a hold or a draft, through events that the event rules allow', () => {
    fc.assert(
      fc.property(
        fc.subarray([...directives]),
        fc.constantFrom('notice', 'filing'),
        fc.constantFrom('nonpayment', 'holdover'),
        (set, entryPoint, ground) => {
          const { record, events } = takeSteps(submitted({ directives: set, entryPoint, ground }));
          expect(['closed', 'on_hold', 'draft']).toContain(record.state);
          for (const { action, fromState, toState } of events.filter(({ internal }) => !internal)) {
            const rule = eventRules[action as keyof typeof eventRules];
            if (toState !== null) {
              expect(rule.from).toContain(fromState);
              expect(rule.to).toContain(toState);
            }
          }
        },
      ),
    );
  });
});

describe('report-cure', () => {
  test.each(['notice_sent', 'cure_period'])('resolves a curable case in %s', (state) => {
    const record = takeSteps(submitted({ ground: 'lease_violation' }), state === 'notice_sent' ? 1 : 2).record;
    expect(record.state).toBe(state);
    const { record: cured, actions } = play(record, { kind: 'report_cure' });
    expect(actions).toEqual(['cure_reported', 'cure', 'close_resolved']);
    expect(cured.state).toBe('resolved');
  });

  test('is recorded without further effect for a holdover, which has no right to cure', () => {
    const record = takeSteps(submitted({ ground: 'holdover' }), 2).record;
    const { record: after, actions } = play(record, { kind: 'report_cure' });
    expect(actions).toEqual(['cure_reported']);
    expect(after.state).toBe('cure_period');
  });

  test('is refused for a draft and a finished case', () => {
    for (const record of [draft(), takeSteps(submitted()).record]) {
      expect(decide(record, { kind: 'report_cure' }, clock())).toEqual({ ok: false, code: 'invalid_transition' });
    }
  });
});

test('a withdrawal ends a test case immediately in every open state', () => {
  for (const record of [draft(), ...takeSteps(submitted()).records.filter(({ state }) => !isFinished(state))])
    expect(play(record, { kind: 'withdraw' }).record.state).toBe('withdrawn');
});

describe('a failing step', () => {
  test('is attempted five times and then waits for an operator', () => {
    let { record } = takeSteps(submitted(), 2);
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      record = play(record, { kind: 'step_failed', step: 'render_documents', errorClass: 'Error' }).record;
      const delayMs = [60_000, 300_000, 1_800_000, 7_200_000][attempt - 1];
      const retryAt = delayMs === undefined ? null : record.restingSince + delayMs;
      expect(record.failure).toEqual({ step: 'render_documents', attempt, since: record.restingSince, retryAt });
      expect(waitOf(record, record.restingSince)).toMatchObject({
        dueAt: retryAt,
        work: { kind: 'take_step' },
      });
    }
    const retried = play(record, { kind: 'retry_step', operator: 'usr_1' }).record;
    expect(retried.failure).toMatchObject({ attempt: 0, retryAt: retried.restingSince });
    expect(waitOf(retried, retried.restingSince)).toMatchObject({ dueAt: retried.restingSince });
  });
});

function clock() {
  return { now: 0, uuid: () => 'x' };
}
