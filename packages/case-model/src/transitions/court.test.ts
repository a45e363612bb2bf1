import { describe, expect, test } from 'vitest';
import { attention, type CaseRecord, type Command, judgmentOutcomes, type Outcome, waitOf } from '../index.ts';
import { draft, play, start, submission } from '../../test/cases.ts';
import { at, closed, heard, issued, judged, life, requested, rests, said } from '../../test/court-cases.ts';
import {
  acceptFiling,
  approveAll,
  assign,
  atCourt,
  attorney,
  codeOf,
  hold,
  inReview,
  operator,
  outcome,
  playAll,
  rejectFiling,
  review,
  submit,
  submitFiling,
} from '../../test/live-cases.ts';

// These tests cover a live case in court, and what its history records.

test('a live case goes from draft to closed through its attorney and the operators', () => {
  const record = playAll(inReview(), [...life, closed]);
  expect(record.state).toBe('closed');
  expect(record.deadlines).toEqual([{ name: 'notice_expires', date: '2026-07-13', citation: 'Rule 1' }]);
});

describe('the history records', () => {
  test.each(['live', 'test'] as const)('what was attested when a %s case was submitted', (mode) => {
    const attested = { by: 'usr_1', version: '1' };
    const given =
      mode === 'live' ? submit() : ({ kind: 'submit', attorneyLapsed: false, submission: submission() } as const);
    const { events } = play(draft(mode), { ...given, attested });
    expect(events.map(({ action }) => action)).toEqual(['submit', 'attested']);
    expect(events[1]).toMatchObject({ actorType: 'customer', internal: true, detail: attested });
  });

  test('why operators acted and on whose word, and what an attorney noted', () => {
    const held = play(inReview(), { ...hold, reason: 'other', notes: 'Unclear.', onWordOf: 'court' });
    const detail = { operator: 'robin', command: 'hold', reason: 'Unclear.', onWordOf: 'court' };
    expect(held.events[0]?.detail).toEqual(detail);
    const assigned = play(inReview(), { ...assign('usr_b'), reason: 'Ill.' });
    expect(assigned.events[0]?.detail).toEqual({ operator: 'robin', command: 'assign', reason: 'Ill.' });
    for (const decision of ['request_changes', 'reject'] as const) {
      const { events } = play(inReview(), { ...review(decision, []), notes: 'The name.' });
      expect(events[0]).toMatchObject({ action: 'review_recorded', detail: { decision, notes: 'The name.' } });
    }
  });

  test("the court's numbers as they were reported, and why the court rejected a filing", () => {
    const record = playAll(inReview('filing'), [approveAll('filing'), { ...submitFiling, envelopeId: 'E-1' }]);
    const accepted = play(record, { ...acceptFiling, courtCaseNumber: 'C-1' });
    expect(accepted.record).toMatchObject({
      courtCaseNumber: 'C-1',
      filings: [{ status: 'accepted', envelopeId: 'E-1', courtCaseNumber: 'C-1', rejectionReasons: null }],
    });
    expect(accepted.events.at(-1)?.detail).toEqual({ courtCaseNumber: 'C-1' });
    const rejectionReasons = [{ code: 'fee', description: 'Short.' }] as const;
    const returned = play(record, { ...rejectFiling, rejectionReasons });
    expect(returned.record).toMatchObject({ courtCaseNumber: null, filings: [{ rejectionReasons }] });
    expect(returned.events.at(-1)?.detail).toEqual({ reasons: ['fee'] });
  });
});

test('every corrected number of a filing has an event, and the case number can be corrected only after the filing is accepted', () => {
  const filingId = atCourt.filings[0]?.id ?? '';
  const numbers = { envelopeId: 'E-2', courtCaseNumber: 'C-2' };
  const correction = { ...attorney, kind: 'correct_filing', filingId, ...numbers } as const;
  const corrected = play(atCourt, { ...correction, reason: 'Transposed.' });
  expect(said(corrected)).toEqual([
    { action: 'attorney_action', detail: { attorneyId: 'usr_a', command: 'correct_filing', reason: 'Transposed.' } },
    {
      action: 'corrected',
      detail: { filingId, envelopeId: { from: null, to: 'E-2' }, courtCaseNumber: { from: null, to: 'C-2' } },
    },
    { action: 'submit_filing', detail: { envelopeId: 'E-2', previousEnvelopeId: null, added: true } },
    { action: 'filing_accepted', detail: { courtCaseNumber: 'C-2', previousCourtCaseNumber: null, added: true } },
  ]);
  expect(corrected.record).toMatchObject({ courtCaseNumber: 'C-2', filings: [numbers] });
  expect(play(corrected.record, correction).events).toHaveLength(1);
  expect(said(play(corrected.record, { ...correction, envelopeId: 'E-3' })).at(-1)).toEqual({
    action: 'submit_filing',
    detail: { envelopeId: 'E-3', previousEnvelopeId: 'E-2', corrected: true },
  });
  const early = playAll(inReview('filing'), [approveAll('filing'), submitFiling]);
  expect(codeOf(early, { ...correction, filingId: early.filings[0]?.id ?? '' })).toBe('filing_not_accepted');
  expect(codeOf(atCourt, { ...correction, filingId: 'fil_other' })).toBe('not_found');
});

describe('a judgment', () => {
  test.each(judgmentOutcomes)(
    'with the outcome %s is recorded as reported, and without a date if none was reported',
    (result) => {
      const bare = play(at('hearing_scheduled'), outcome({ type: 'judgment', outcome: result }));
      expect(bare.record.judgment).toEqual({ outcome: result, date: null });
      expect(bare.events.at(-1)?.detail).toEqual({ outcome: result });
      const stated = { outcome: result, date: '2026-07-30', manner: 'default', withPrejudice: false } as const;
      const facts = { ...stated, amountCents: 140_000, costsCents: 6500 };
      const full = play(at('hearing_scheduled'), outcome({ type: 'judgment', ...facts }));
      expect(full.record.judgment).toEqual(facts);
      expect(full.events.at(-1)?.detail).toEqual(facts);
    },
  );

  test('gives way to a new hearing if it is vacated, and stays in the history', () => {
    const { record, events } = play(at('judgment_entered'), outcome({ type: 'hearing_scheduled', date: '2026-09-15' }));
    expect(record).toMatchObject({ state: 'hearing_scheduled', hearing: { date: '2026-09-15' }, judgment: null });
    expect(events.at(-1)?.detail).toEqual({
      date: '2026-09-15',
      previousDate: '2026-08-01',
      vacatedJudgment: { outcome: 'plaintiff', date: null },
    });
    const again = play(record, outcome({ type: 'judgment', outcome: 'defendant' })).record;
    expect(codeOf(again, requested)).toBe('judgment_not_for_plaintiff');
  });

  test('needs attention if it was reported before the hearing date, until the case moves on or the date is corrected', () => {
    const early = play(at('hearing_scheduled'), judged, start).record;
    expect(early).toMatchObject({ state: 'judgment_entered', judgment: { outcome: 'plaintiff', date: null } });
    expect(attention(early)).toEqual(['judgment_before_hearing']);
    expect(attention(play(early, requested).record)).toEqual([]);
    expect(attention(play(at('hearing_scheduled'), judged, Date.parse('2026-08-01T12:00:00Z')).record)).toEqual([]);
    const corrected = play(early, { ...attorney, kind: 'correct_hearing', date: '2026-06-30' }).record;
    expect(attention(corrected)).toEqual([]);
  });
});

describe('a correction of a hearing or judgment', () => {
  const entered = play(
    at('hearing_scheduled'),
    outcome({ type: 'judgment', outcome: 'plaintiff', date: '2026-08-02' }),
  );
  const later = [[], [requested], [requested, issued], [hold]].map((steps) => playAll(entered.record, steps));
  const hearing = { ...attorney, kind: 'correct_hearing', date: '2026-08-03' } as const;
  const judgment = { ...operator, kind: 'correct_judgment', date: '2026-08-05' } as const;

  test('can change the outcome of a judgment until a writ is requested', () => {
    const dismissed = { ...attorney, kind: 'correct_judgment', outcome: 'dismissed', withPrejudice: true } as const;
    const corrected = play(entered.record, dismissed);
    expect(corrected.record).toMatchObject({
      state: 'judgment_entered',
      judgment: { outcome: 'dismissed', date: '2026-08-02', withPrejudice: true },
    });
    expect(said(corrected).at(-1)).toMatchObject({ action: 'record_judgment', detail: { corrected: true } });
    expect(codeOf(corrected.record, requested)).toBe('judgment_not_for_plaintiff');
    // Details that only a dismissal has are dropped for another outcome.
    const back = play(corrected.record, { ...attorney, kind: 'correct_judgment', outcome: 'plaintiff' });
    expect(back.record.judgment).toEqual({ outcome: 'plaintiff', date: '2026-08-02' });
    for (const record of [playAll(entered.record, [requested]), playAll(entered.record, [requested, issued])])
      expect(codeOf(record, dismissed)).toBe('invalid_transition');
  });

  test.each([at('hearing_scheduled'), ...later])('can change the details of a hearing in $state', (before) => {
    const corrected = play(before, hearing);
    const { record } = corrected;
    expect(record).toMatchObject({ state: before.state, hearing: { date: '2026-08-03' } });
    expect(record.deadlines).toContainEqual({ name: 'hearing', date: '2026-08-03', citation: 'Set by the court' });
    expect(said(corrected)).toEqual([
      { action: 'attorney_action', detail: expect.objectContaining({ command: 'correct_hearing' }) as object },
      { action: 'corrected', detail: { hearing: true, from: { date: '2026-08-01' }, to: { date: '2026-08-03' } } },
      { action: 'schedule_hearing', detail: { date: '2026-08-03', previousDate: '2026-08-01', corrected: true } },
    ]);
    // Repeating the same date records only the command.
    expect(play(record, hearing).events).toHaveLength(1);
    const { date: _, ...place } = { ...hearing, place: 'Courtroom 4' };
    const added = play(record, place);
    expect(said(added).at(-1)?.detail).toMatchObject({ date: '2026-08-03', place: 'Courtroom 4', added: true });
    expect(said(play(added.record, { ...place, place: 'Courtroom 5' })).at(-1)?.detail).toMatchObject({
      place: 'Courtroom 5',
      corrected: true,
    });
  });

  test.each(later)('can change the date of a judgment in $state, and keeps its other details', (before) => {
    const corrected = play(before, judgment);
    const { record } = corrected;
    expect(record).toMatchObject({ state: before.state, judgment: { outcome: 'plaintiff', date: '2026-08-05' } });
    expect(said(corrected).slice(1)).toEqual([
      { action: 'corrected', detail: { judgment: true, from: { date: '2026-08-02' }, to: { date: '2026-08-05' } } },
      { action: 'record_judgment', detail: { outcome: 'plaintiff', date: '2026-08-05', corrected: true } },
    ]);
    expect(play(record, judgment).events).toHaveLength(1);
    const costs = play(record, { ...judgment, costsCents: 6500 });
    expect(said(costs).slice(1)).toMatchObject([
      { detail: { from: {}, to: {}, costsCents: { from: null, to: 6500 } } },
      { detail: { outcome: 'plaintiff', date: '2026-08-05', costsCents: 6500, added: true } },
    ]);
    const barred = play(costs.record, { ...attorney, kind: 'correct_judgment', withPrejudice: true }).record;
    const facts = { outcome: 'plaintiff', date: '2026-08-05', withPrejudice: true, costsCents: 6500 };
    expect(barred.judgment).toEqual(facts);
  });

  test("is refused if no hearing or judgment is recorded, if the case is closed, or if a new attorney hasn't accepted the case yet", () => {
    const vacated = playAll(entered.record, [outcome({ type: 'hearing_scheduled', date: '2026-09-01' })]);
    const refused: [CaseRecord, Command][] = [
      [atCourt, hearing],
      [at('hearing_scheduled'), judgment],
      [vacated, judgment],
      ...[hearing, judgment].map((command): [CaseRecord, Command] => [playAll(entered.record, [closed]), command]),
    ];
    for (const [record, command] of refused) expect(codeOf(record, command)).toBe('invalid_transition');
    const asked = play(entered.record, { ...assign('usr_b'), asksFirst: true }).record;
    expect(codeOf(asked, { ...hearing, attorneyId: 'usr_b' })).toBe('engagement_not_accepted');
  });
});

describe('an outcome recorded by an operator', () => {
  const byOperator = (reported: Outcome) => ({ ...operator, kind: 'outcome', outcome: reported }) as const;

  test('has the same effect as one recorded by the attorney, and names the operator', () => {
    for (const step of [heard, judged, requested, issued, closed]) {
      const command = byOperator(step.outcome);
      for (const record of rests) {
        expect(codeOf(record, command), record.state).toBe(codeOf(record, step));
        if (codeOf(record, step) !== 'ok') continue;
        const [theirs, ours] = [play(record, step), play(record, command)];
        expect(ours.record).toEqual({ ...theirs.record, sequence: theirs.record.sequence + 1 });
        expect(ours.events[0]).toMatchObject({ action: 'operator_action', detail: { operator: 'robin' } });
        expect(ours.events[1]).toMatchObject({ action: theirs.events[0]?.action, actorType: 'platform' });
      }
    }
  });

  test('is refused if it requests a writ before a new attorney has accepted, or closes a case with a pending withdrawal', () => {
    const asked = play(at('judgment_entered'), { ...assign('usr_b'), asksFirst: true }).record;
    expect(codeOf(asked, byOperator({ type: 'writ_requested' }))).toBe('engagement_not_accepted');
    const withdrawing = play(at('writ_issued'), { kind: 'withdraw' }).record;
    expect(codeOf(withdrawing, byOperator({ type: 'closed' }))).toBe('withdrawal_pending');
    expect(codeOf(withdrawing, closed)).toBe('ok');
  });
});

test("an alias writ can follow an issued writ, and the record of a lockout doesn't close the case", () => {
  const lockout = { ...attorney, kind: 'record_fact', fact: 'lockout_executed', date: '2026-09-20' } as const;
  const executed = playAll(at('writ_issued'), [requested, issued, lockout]);
  expect(executed.state).toBe('writ_issued');
  expect(waitOf(executed, start).kind).toBe('court');
  expect(play(executed, closed).record.state).toBe('closed');
});
