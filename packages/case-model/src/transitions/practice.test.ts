import { describe, expect, test } from 'vitest';
import {
  type CaseRecord,
  type Command,
  customerFactKinds,
  decide,
  isApproved,
  judgmentOutcomes,
  type Outcome,
  reportedHoldReasons,
  stageUnderReview,
  type State,
} from '../index.ts';
import { draft, play, start, submitted } from '../../test/cases.ts';
import {
  approve,
  approveAll,
  assign,
  attach,
  filing,
  hashesOf,
  inReview,
  operator,
  outcome,
  pending,
  playAll,
  review,
  served,
} from '../../test/live-cases.ts';

// What courts and parties do beside the plain course of a case.

const attorney = { attorneyId: 'usr_a', eligible: true } as const;
const judged = outcome({ type: 'judgment', outcome: 'plaintiff' });
const life = [
  attach('notice', 'paper'),
  approveAll('notice'),
  { ...pending, stage: 'notice' },
  { ...served, stage: 'notice', expires: '2026-07-10' },
  { ...operator, kind: 'expire_notice' },
  attach('filing', 'complaint'),
  approveAll('filing'),
  { ...filing, status: 'submitted' },
  { ...filing, status: 'accepted' },
  { ...pending, stage: 'summons' },
  { ...served, stage: 'summons', date: '2026-07-20', expires: null },
  outcome({ type: 'hearing_scheduled', date: '2026-08-01' }),
  judged,
  outcome({ type: 'writ_requested' }),
  outcome({ type: 'writ_issued' }),
] as const;

/** The case in each state in which it rests on that way. */
const resting = (() => {
  const found = new Map<State, CaseRecord>();
  let record = inReview();
  found.set(record.state, record);
  for (const step of life) {
    record = playAll(record, [step]);
    found.set(record.state, record);
  }
  return found;
})();

const at = (state: State) => resting.get(state) ?? expect.unreachable(`no case rests in ${state}`);
const now = start + 60 * 86_400_000;
const codeOf = (record: CaseRecord, command: Command) => {
  const decision = decide(record, command, { now, uuid: () => crypto.randomUUID() });
  return decision.ok ? 'ok' : decision.code;
};

describe('facts', () => {
  const report = (fact: 'payment' | 'moved_out') => ({ kind: 'report_fact', fact, date: '2026-07-06' }) as const;

  test.each(customerFactKinds)('a customer reports %s in any open state after submit, and nothing moves', (fact) => {
    // A payment takes an approved filing back to review.
    const unmoved = [...resting.values()].filter(({ state }) => state !== 'filing_approved');
    for (const record of [...unmoved, play(at('cure_period'), { ...operator, kind: 'hold' }).record]) {
      const { record: after, events } = play(record, report(fact));
      expect(events).toMatchObject([{ action: fact, actorType: 'customer', internal: true, toState: null }]);
      expect(after).toMatchObject({ state: record.state, cureReports: record.cureReports });
    }
    expect(codeOf(draft('live'), report(fact))).toBe('invalid_transition');
    expect(codeOf(play(at('writ_issued'), outcome({ type: 'closed' })).record, report(fact))).toBe(
      'invalid_transition',
    );
  });

  test('a payment is never a cure: what the attorney closes after it is closed, not resolved', () => {
    const paid = play(at('cure_period'), report('payment')).record;
    expect(play(paid, outcome({ type: 'closed' })).record.state).toBe('closed');
  });

  test.each([report('payment'), { ...attorney, kind: 'record_fact', fact: 'payment', date: '2026-07-06' } as const])(
    'a payment during the review of the filing makes an older approval stale: %j',
    (command) => {
      const record = at('filing_review');
      const stale = approve(...hashesOf(record, 'filing'));
      const paid = play(record, command).record;
      expect(codeOf(paid, stale)).toBe('summary_outdated');
      const summarized = playAll(paid, []);
      expect(codeOf(summarized, stale)).toMatch(/^summary_/);
      expect(codeOf(summarized, approve(...hashesOf(summarized, 'filing')))).toBe('ok');
    },
  );

  test('a test case records what its customer reports, and goes on as before', () => {
    const record = submitted();
    const { record: after, events } = play(record, report('payment'));
    expect(events).toMatchObject([{ action: 'payment', actorType: 'customer' }]);
    expect(after.state).toBe(record.state);
  });
});

describe('on hold', () => {
  const held = (record: CaseRecord) =>
    play(record, { ...attorney, kind: 'hold', reason: 'bankruptcy', until: '2026-09-01' }).record;

  test.each(reportedHoldReasons)('with the reason %s of attorney or operator', (reason) => {
    for (const author of [attorney, operator]) {
      const { record, events } = play(at('hearing_scheduled'), { ...author, kind: 'hold', reason });
      expect(record).toMatchObject({ state: 'on_hold', heldFrom: 'hearing_scheduled', holdReason: reason });
      expect(events.at(-1)?.detail).toMatchObject({ reason });
    }
  });

  test('nothing goes out from any state, and both resume it', () => {
    for (const [state, record] of resting) {
      const onHold = held(record);
      const hashes = [...hashesOf(record, 'notice'), ...hashesOf(record, 'filing')];
      const sending: Command[] = [
        approve(...hashes),
        { ...attorney, ...noOperator(pending), stage: 'notice' },
        { ...pending, stage: 'notice' },
        { ...pending, stage: 'summons' },
        { ...served, stage: 'notice', expires: '2026-07-10' },
        { ...served, stage: 'summons', date: '2026-07-20', expires: null },
        { ...filing, status: 'submitted' },
        { ...filing, status: 'accepted' },
        { ...operator, kind: 'rework_filing' },
        { ...operator, kind: 'expire_notice' },
        { kind: 'end_notice_period' },
        { ...operator, kind: 'cure' },
        outcome({ type: 'hearing_scheduled', date: '2026-09-01' }),
        judged,
        outcome({ type: 'writ_requested' }),
        outcome({ type: 'writ_issued' }),
      ];
      for (const command of sending) expect(codeOf(onHold, command), `${command.kind} from ${state}`).not.toBe('ok');
      for (const author of [attorney, operator])
        expect(play(onHold, { ...author, kind: 'resume' }).record.state).toBe(state);
    }
  });

  const payment = { kind: 'set_deadline', name: 'payment', citation: 'Agreement' } as const;

  test('for an agreement its payments are deadlines; a breach resumes the case, performance closes it', () => {
    const agreed = playAll(at('hearing_scheduled'), [
      { ...attorney, kind: 'hold', reason: 'agreement' },
      { ...attorney, ...payment, date: '2026-08-01' },
      { ...operator, ...payment, date: '2026-09-01' },
    ]);
    expect(agreed.deadlines.filter(({ id }) => id !== undefined)).toHaveLength(2);
    expect(agreed.state).toBe('on_hold');
    const breached = playAll(agreed, [{ ...attorney, kind: 'resume' }, judged]);
    expect(breached.state).toBe('judgment_entered');
    expect(playAll(agreed, [outcome({ type: 'closed' })]).state).toBe('closed');
  });
});

describe('a judgment', () => {
  test.each(judgmentOutcomes)(
    'for %s is recorded with what was reported of it, and with no day otherwise',
    (result) => {
      const bare = play(at('hearing_scheduled'), outcome({ type: 'judgment', outcome: result }));
      expect(bare.record.judgment).toEqual({ outcome: result, date: null });
      expect(bare.events.at(-1)?.detail).toEqual({ outcome: result });
      const amounts = { amountCents: 140_000, costsCents: 6500 };
      const stated = { outcome: result, date: '2026-07-30', manner: 'default', withPrejudice: false } as const;
      const facts = { ...stated, ...amounts };
      const full = play(at('hearing_scheduled'), outcome({ type: 'judgment', ...facts }));
      expect(full.record.judgment).toEqual(facts);
      expect(full.events.at(-1)?.detail).toEqual(facts);
    },
  );

  test('that was vacated gives way to a new hearing, and stays in the history', () => {
    const { record, events } = play(at('judgment_entered'), outcome({ type: 'hearing_scheduled', date: '2026-09-15' }));
    expect(record).toMatchObject({ state: 'hearing_scheduled', hearing: { date: '2026-09-15' }, judgment: null });
    expect(events.at(-1)?.detail).toEqual({
      date: '2026-09-15',
      previousDate: '2026-08-01',
      vacatedJudgment: { outcome: 'plaintiff', date: null },
    });
    const again = play(record, outcome({ type: 'judgment', outcome: 'defendant' })).record;
    expect(codeOf(again, outcome({ type: 'writ_requested' }))).toBe('judgment_not_for_plaintiff');
  });
});

describe('an outcome that an operator records', () => {
  const byOperator = (reported: Outcome) => ({ ...operator, kind: 'outcome', outcome: reported }) as const;
  const reported = (command: Command): Outcome | null => (command.kind === 'outcome' ? command.outcome : null);

  test('leads where that of the attorney leads, with the operator on record', () => {
    for (const step of life) {
      const outcomeOf = reported(step as Command);
      if (outcomeOf === null) continue;
      for (const record of resting.values()) {
        expect(codeOf(record, byOperator(outcomeOf)), record.state).toBe(codeOf(record, outcome(outcomeOf)));
        if (codeOf(record, outcome(outcomeOf)) !== 'ok') continue;
        const [theirs, ours] = [play(record, outcome(outcomeOf)), play(record, byOperator(outcomeOf))];
        expect(ours.record).toEqual({ ...theirs.record, sequence: theirs.record.sequence + 1 });
        expect(ours.events[0]).toMatchObject({ action: 'operator_action', detail: { operator: 'robin' } });
        expect(ours.events[1]).toMatchObject({ action: theirs.events[0]?.action, actorType: 'platform' });
      }
    }
  });

  test('requests no writ before a new attorney has accepted, and confirms no withdrawal', () => {
    const asked = play(at('judgment_entered'), { ...assign('usr_b'), asksFirst: true }).record;
    expect(codeOf(asked, byOperator({ type: 'writ_requested' }))).toBe('engagement_not_accepted');
    const withdrawing = play(at('writ_issued'), { kind: 'withdraw' }).record;
    expect(codeOf(withdrawing, byOperator({ type: 'closed' }))).toBe('withdrawal_pending');
    expect(codeOf(withdrawing, outcome({ type: 'closed' }))).toBe('ok');
  });
});

test('an alias writ is requested after a writ that was issued', () => {
  const again = playAll(at('writ_issued'), [outcome({ type: 'writ_requested' }), outcome({ type: 'writ_issued' })]);
  expect(again.state).toBe('writ_issued');
});

test('the lockout is a deadline, and its execution a fact before the case is closed', () => {
  const executed = playAll(at('writ_issued'), [
    { ...attorney, kind: 'set_deadline', name: 'lockout', date: '2026-09-20', citation: 'Order' },
    { ...attorney, kind: 'record_fact', fact: 'lockout_executed', date: '2026-09-20' },
  ]);
  expect(executed).toMatchObject({ state: 'writ_issued' });
  expect(executed.deadlines.at(-1)?.date).toBe('2026-09-20');
  expect(play(executed, outcome({ type: 'closed' })).record.state).toBe('closed');
});

describe('an amended complaint', () => {
  const amended = attach('filing', 'amended');
  const submit = { ...filing, status: 'submitted' } as const;

  test.each(['filing_accepted', 'summons_sent', 'summons_served', 'hearing_scheduled'] as const)(
    'is filed from %s under its own approval, without a change of state',
    (state) => {
      const before = at(state);
      const prepared = playAll(before, [amended]);
      expect(isApproved(prepared, 'filing')).toBe(true);
      expect(codeOf(prepared, submit)).toBe('filing_not_approved');
      expect(stageUnderReview(prepared)).toBe('filing');
      const [summary = '', ...papers] = hashesOf(prepared, 'filing');
      expect(papers).toEqual(['amended']);
      expect(summary).not.toBe(before.summaries.filing?.contentHash);
      expect(codeOf(prepared, approve('amended'))).toBe('summary_not_named');
      const approved = play(prepared, approveAll('filing')(prepared)).record;
      expect(approved.state).toBe(state);
      expect(stageUnderReview(approved)).toBeNull();
      const { record, events } = play(approved, submit);
      expect(record).toMatchObject({ state, amendment: null });
      expect(record.filings.map(({ status }) => status)).toEqual(['accepted', 'submitted']);
      expect(record.stageDocuments.filing.map(({ contentHash }) => contentHash)).toEqual(['complaint', 'amended']);
      expect(events.at(-1)).toMatchObject({ action: 'submit_filing', toState: null, detail: { amended: true } });
      for (const status of ['accepted', 'rejected'] as const) {
        const after = play(record, { ...filing, status });
        expect(after.record).toMatchObject({ state, filings: [{}, { status }] });
        expect(after.events.at(-1)).toMatchObject({ action: `filing_${status}`, fromState: null });
        // What was filed before it carries the case.
        expect(isApproved(after.record, 'filing')).toBe(true);
      }
    },
  );

  test('is not filed after it was changed, by another attorney, on hold, or twice', () => {
    const approved = playAll(at('summons_served'), [amended, approveAll('filing')]);
    expect(codeOf(approved, submit)).toBe('ok');
    expect(codeOf(playAll(approved, [attach('filing', 'later')]), submit)).toBe('filing_not_approved');
    expect(codeOf(playAll(approved, [assign('usr_b')]), submit)).toBe('filing_not_approved');
    const held = playAll(approved, [{ ...operator, kind: 'hold' }]);
    expect(codeOf(held, submit)).not.toBe('ok');
    const filed = playAll(approved, [submit]);
    expect(codeOf(filed, submit)).toBe('invalid_transition');
    const second = playAll(filed, [attach('filing', 'second'), approveAll('filing')]);
    expect(codeOf(second, submit)).toBe('invalid_transition');
    expect(codeOf(playAll(second, [{ ...filing, status: 'rejected' }]), submit)).toBe('ok');
  });

  test('has its result recorded after judgment too, where nothing more is prepared', () => {
    const filed = playAll(at('hearing_scheduled'), [amended, approveAll('filing'), submit, judged]);
    for (const record of [filed, playAll(filed, [outcome({ type: 'writ_requested' })])]) {
      const { record: after, events } = play(record, { ...filing, status: 'accepted' });
      expect(after).toMatchObject({ state: record.state, filings: [{}, { status: 'accepted' }] });
      expect(events.at(-1)).toMatchObject({ action: 'filing_accepted', toState: null, detail: { amended: true } });
      expect(codeOf(after, { ...filing, status: 'rejected' })).toBe('invalid_transition');
      expect(codeOf(record, submit)).toBe('invalid_transition');
    }
  });

  test('leaves what was filed as it is, and cannot be declined or sent back', () => {
    const record = playAll(at('summons_served'), [amended]);
    expect(codeOf(record, attach('filing', 'other', ['doc_complaint']))).toBe('filed_stays');
    for (const decision of ['reject', 'request_changes'] as const)
      expect(codeOf(record, review(decision, []))).toBe('invalid_transition');
    const replaced = playAll(record, [attach('filing', 'better', ['doc_amended'])]);
    expect(hashesOf(replaced, 'filing').slice(1)).toEqual(['better']);
    expect(codeOf(at('judgment_entered'), amended)).toBe('invalid_transition');
  });

  test('does not keep the case from judgment', () => {
    const record = playAll(at('hearing_scheduled'), [amended, judged, outcome({ type: 'writ_requested' })]);
    expect(record.state).toBe('writ_requested');
  });
});

function noOperator<T extends { operator: string }>({ operator: _operator, ...command }: T): Omit<T, 'operator'> {
  return command;
}
