import { describe, expect, test } from 'vitest';
import {
  attention,
  type CaseRecord,
  type Command,
  decide,
  nextAction,
  platformFee,
  shownNextAction,
} from '../index.ts';
import {
  approveAll,
  assign,
  filing,
  hashesOf,
  inReview,
  liveSubmission,
  operator,
  outcome,
  pending,
  playAll,
  review,
} from '../../test/live-cases.ts';
import { draft, play, start } from '../../test/cases.ts';

const accept = { kind: 'accept', attorneyId: 'usr_a', eligible: true } as const;
const withdraw = { kind: 'withdraw' } as const;
const resume = { ...operator, kind: 'resume' } as const;

/** Submitted, and assigned to an attorney who decides for themselves. */
const asked = () =>
  playAll(draft('live'), [
    { kind: 'submit', submission: liveSubmission() },
    { kind: 'engage', attorneyId: 'usr_a', asksFirst: true },
  ]);

const actionsOf = ({ events }: ReturnType<typeof play>) =>
  events.map(({ action, actorType }) => `${actorType} ${action}`);
const detailOf = ({ events }: ReturnType<typeof play>, action: string) =>
  events.find((event) => event.action === action)?.detail;

describe('an attorney who asks first', () => {
  test('has the case until they accept it, and the customer is told that one was asked', () => {
    expect(asked()).toMatchObject({ state: 'attorney_assigned', attorneyId: 'usr_a', accepted: false });
    expect(nextAction(asked())).toEqual({
      by: 'attorney',
      description: 'We have asked an attorney licensed in MD. The attorney checks for conflicts and opens the case.',
    });
  });

  test('opens the case by accepting it: their own attestation is on record, with its text', () => {
    const opened = play(asked(), accept);
    expect(actionsOf(opened)).toEqual(['attorney engagement_accepted', 'attorney begin_review']);
    expect(detailOf(opened, 'engagement_accepted')).toEqual({
      attorneyId: 'usr_a',
      conflictCheck: 'attested',
      statement: 'I have checked for conflicts of interest, and I accept this engagement.',
    });
    expect(opened.record).toMatchObject({ state: 'notice_review', accepted: true });
    expect(refusal(opened.record, accept)).toBe('invalid_transition');
  });

  test('can only accept or decline before', () => {
    const early: Command[] = [
      review('approve', ['a']),
      review('request_changes', []),
      outcome({ type: 'closed' }),
      outcome({ type: 'hearing_scheduled', date: '2026-09-01' }),
      { kind: 'hold', attorneyId: 'usr_a', eligible: true, reason: 'other' },
      { kind: 'record_fact', attorneyId: 'usr_a', eligible: true, fact: 'payment', date: '2026-07-02' },
    ];
    for (const command of early) expect(refusal(asked(), command)).toBe('engagement_not_accepted');
    expect(refusal(asked(), { ...accept, eligible: false })).toBe('attorney_not_eligible');
    expect(refusal(asked(), { ...accept, attorneyId: 'usr_b' })).toBe('invalid_transition');
  });

  test('declines with a review, and the next one is asked when the case goes on', () => {
    const declined = play(asked(), review('reject', []));
    expect(declined.record).toMatchObject({ state: 'on_hold', heldFrom: 'attorney_assigned', attorneyId: null });
    expect(detailOf(declined, 'hold')).toEqual({ reason: 'attorney_declined', heldFrom: 'attorney_assigned' });
    const next = playAll(declined.record, [{ ...assign('usr_b'), asksFirst: true }, resume]);
    expect(next).toMatchObject({ state: 'attorney_assigned', attorneyId: 'usr_b', accepted: false });
    const opened = play(next, { ...accept, attorneyId: 'usr_b' }).record;
    expect(opened).toMatchObject({ state: 'notice_review', accepted: true });
    const atOnce = playAll(declined.record, [assign('usr_c'), resume]);
    expect(atOnce).toMatchObject({ state: 'notice_review', attorneyId: 'usr_c', accepted: true });
  });

  test('is not engaged before: the customer withdraws at once, and owes nothing', () => {
    const { record, events } = play(asked(), withdraw);
    expect(record.state).toBe('withdrawn');
    expect(platformFee(events, record)).toBe('void');
  });

  test('goes on with a case that they accepted before its changes', () => {
    const changed = playAll(play(asked(), accept).record, [review('request_changes', [])]);
    const again = play(changed, { kind: 'submit', submission: liveSubmission() });
    expect(again.record).toMatchObject({ state: 'notice_review', accepted: true });
    expect(actionsOf(again)).not.toContain('platform engagement_accepted');
  });

  test('is awaited by the next action of a case that goes on in court, whose withdrawal has to be confirmed', () => {
    const heard = playAll(inReview('filing'), [
      approveAll('filing'),
      { ...filing, status: 'submitted' },
      { ...filing, status: 'accepted' },
      outcome({ type: 'hearing_scheduled', date: '2026-09-01' }),
      { ...assign('usr_b'), asksFirst: true },
    ]);
    const shown = (at: string) => shownNextAction(nextAction(heard), Date.parse(at));
    expect(shown('2026-08-01')).toMatchObject({
      by: 'attorney',
      description: expect.stringMatching(/^We have asked another attorney.*Hearing on 2026-09-01/) as string,
    });
    expect(shown('2026-09-03').description).toMatch(/^We have asked another attorney.*No upcoming hearing/);
    const accepted = play(heard, { ...accept, attorneyId: 'usr_b' }).record;
    expect(nextAction(accepted)).toMatchObject({ by: 'court', description: expect.not.stringContaining('asked') });
    expect(play(heard, withdraw).record).toMatchObject({ state: 'on_hold', heldFrom: 'hearing_scheduled' });
  });

  test('is asked about a case whose notice is out: its withdrawal has to be confirmed too', () => {
    const out = playAll(inReview(), [
      approveAll('notice'),
      { ...pending, stage: 'notice' },
      { ...operator, kind: 'hold' },
    ]);
    const declined = playAll(out, [
      { ...assign('usr_b'), asksFirst: true },
      { ...review('reject', []), attorneyId: 'usr_b' },
    ]);
    expect(declined.attorneyId).toBeNull();
    expect(play(declined, withdraw).record).toMatchObject({ state: 'on_hold', withdrawal: {} });
  });

  test('declines a case that a bankruptcy has stayed: the stay stands until another attorney lifts it', () => {
    const stayed = playAll(inReview(), [
      { ...operator, kind: 'hold', reason: 'bankruptcy', until: '2026-12-01' },
      { ...assign('usr_b'), asksFirst: true },
    ]);
    expect(nextAction(stayed).description).toMatch(/^We have asked another attorney.*a bankruptcy was reported/);
    const declined = play(stayed, { ...review('reject', []), attorneyId: 'usr_b' }).record;
    expect(declined).toMatchObject({ state: 'on_hold', attorneyId: null, holdReason: 'bankruptcy' });
    expect(nextAction(declined)).toMatchObject({
      by: 'platform',
      description: expect.stringMatching(/a bankruptcy was reported.*We are looking for another/) as string,
    });
    expect(refusal(declined, resume)).toBe('no_attorney');
    const taken = play(declined, assign('usr_c')).record;
    expect(nextAction(taken).description).toContain('a bankruptcy was reported');
  });

  test('takes over in the middle: nothing goes out until they have accepted', () => {
    const filed = playAll(inReview('filing'), [
      approveAll('filing'),
      { ...filing, status: 'submitted' },
      { ...filing, status: 'accepted' },
    ]);
    const reassigned = play(filed, { ...assign('usr_b'), asksFirst: true }).record;
    expect(reassigned).toMatchObject({ state: 'filing_accepted', accepted: false });
    expect(refusal(reassigned, { ...pending, stage: 'summons' })).toBe('engagement_not_accepted');
    const held = playAll(reassigned, [{ ...operator, kind: 'hold' }]);
    expect(refusal(held, resume)).toBe('engagement_not_accepted');
    const accepted = play(held, { ...accept, attorneyId: 'usr_b' });
    expect(accepted.events).toHaveLength(1);
    const sent = playAll(accepted.record, [resume, { ...pending, stage: 'summons' }]);
    expect(sent.state).toBe('summons_sent');
    // What was filed under the approval of the first attorney stays approved when the second declines.
    const declined = play(held, { ...review('reject', []), attorneyId: 'usr_b' }).record;
    expect(declined).toMatchObject({ state: 'on_hold', attorneyId: null, holdReason: 'attorney_declined' });
    expect(declined.approvals.filing).toEqual(held.approvals.filing);
  });
});

test('for any other attorney the platform accepts, and the record does not say that they checked anything', () => {
  const engaged = play(play(draft('live'), { kind: 'submit', submission: liveSubmission() }).record, {
    kind: 'engage',
    attorneyId: 'usr_a',
  });
  expect(actionsOf(engaged)).toEqual([
    'platform assign_attorney',
    'platform engagement_accepted',
    'platform begin_review',
  ]);
  expect(detailOf(engaged, 'engagement_accepted')).toEqual({ attorneyId: 'usr_a', conflictCheck: 'not_attested' });
});

describe('a withdrawal after the filing', () => {
  const dismissedOn = '2026-07-02';
  const filed = () => playAll(inReview('filing'), [approveAll('filing'), { ...filing, status: 'submitted' }]);
  const pendingWithdrawal = () => play(filed(), withdraw);
  const noneOnRecord = 'The court case needs its own dismissal, and none is on record.';

  test('says that the court case needs its own dismissal, as long as none is on record', () => {
    const requested = pendingWithdrawal();
    expect(nextAction(requested.record).description).toBe(`Confirm that all work has stopped. ${noneOnRecord}`);
    expect(detailOf(requested, 'withdrawal_requested')).toEqual({ needsDismissal: true, dismissedOn: null });
    const confirmed = play(requested.record, outcome({ type: 'closed' }));
    expect(confirmed.record).toMatchObject({ state: 'withdrawn', dismissedOn: null });
    expect(detailOf(confirmed, 'withdraw')).toEqual({ needsDismissal: true, dismissedOn: null });
    expect(nextAction(confirmed.record)).toEqual({ by: 'none', description: `The case is withdrawn. ${noneOnRecord}` });
  });

  test.each([
    { who: 'the attorney', confirm: outcome({ type: 'closed', dismissedOn }) },
    { who: 'an operator', confirm: { ...operator, kind: 'confirm_withdrawal', dismissedOn } as const },
  ])('is confirmed by $who with the day of the dismissal', ({ confirm }) => {
    const confirmed = play(pendingWithdrawal().record, confirm);
    expect(detailOf(confirmed, 'withdraw')).toEqual({ needsDismissal: false, dismissedOn });
    expect(detailOf(confirmed, 'dismissed')).toEqual({ date: dismissedOn });
    expect(nextAction(confirmed.record).description).toBe(
      `The case is withdrawn. The court case was dismissed on ${dismissedOn}.`,
    );
  });

  test('takes the dismissal also after its end, from whom it was assigned to, and nothing else then', () => {
    const ended = play(pendingWithdrawal().record, outcome({ type: 'closed' })).record;
    const fact = { kind: 'record_fact', attorneyId: 'usr_a', eligible: false, date: dismissedOn } as const;
    expect(refusal(ended, { ...fact, fact: 'payment' })).toBe('invalid_transition');
    expect(refusal(ended, { ...fact, fact: 'dismissed', attorneyId: 'usr_b' })).toBe('invalid_transition');
    const completed = play(ended, { ...fact, fact: 'dismissed' }).record;
    expect(completed).toMatchObject({ state: 'withdrawn', dismissedOn });
    expect(refusal(completed, { ...fact, fact: 'dismissed' })).toBe('invalid_transition');
  });

  test('needs no dismissal where the clerk returned the filing, or the court has dismissed the case itself', () => {
    const returned = playAll(filed(), [{ ...filing, status: 'rejected' }]);
    expect(detailOf(play(returned, withdraw), 'withdrawal_requested')).toEqual({});
    const dismissed = playAll(filed(), [
      { ...filing, status: 'accepted' },
      outcome({ type: 'hearing_scheduled', date: '2026-09-01' }),
      outcome({ type: 'judgment', outcome: 'dismissed' }),
    ]);
    expect(detailOf(play(dismissed, withdraw), 'withdrawal_requested')).toMatchObject({ needsDismissal: false });
  });

  test('is on record also where nobody is engaged who could confirm it', () => {
    const declined = playAll(filed(), [
      { ...operator, kind: 'hold' },
      { ...assign('usr_b'), asksFirst: true },
      { ...review('reject', []), attorneyId: 'usr_b' },
    ]);
    expect(attention(declined)).toEqual(['on_hold', 'attorney_needed']);
    const waiting = play(declined, withdraw).record;
    expect(waiting.state).toBe('on_hold');
    expect(nextAction(waiting)).toMatchObject({ by: 'platform', description: expect.stringContaining('all work') });
    const { record } = play(waiting, { ...operator, kind: 'confirm_withdrawal' });
    expect(record).toMatchObject({ state: 'withdrawn', withdrawal: { requestedAt: expect.any(String) as string } });
    const told = play(record, { ...operator, kind: 'record_fact', fact: 'dismissed', date: dismissedOn }).record;
    expect(told.dismissedOn).toBe(dismissedOn);
  });

  test('has no dismissal before anything is filed', () => {
    const early = play(inReview(), withdraw).record;
    expect(refusal(early, outcome({ type: 'closed', dismissedOn }))).toBe('nothing_filed');
    expect(refusal(early, { ...operator, kind: 'confirm_withdrawal', dismissedOn })).toBe('nothing_filed');
    const confirmed = play(early, outcome({ type: 'closed' }));
    expect(detailOf(confirmed, 'withdraw')).toEqual({});
    expect(nextAction(confirmed.record).description).toBe('Nothing is left to do.');
  });
});

test('a summary that was approved by the first attorney is read anew by the second', () => {
  const reassigned = playAll(inReview(), [assign('usr_b')]);
  expect(reassigned).toMatchObject({ state: 'notice_review', accepted: true });
  const approved = play(reassigned, { ...review('approve', hashesOf(reassigned, 'notice')), attorneyId: 'usr_b' });
  expect(approved.record.state).toBe('notice_approved');
});

function refusal(record: CaseRecord, command: Command): string {
  const decision = decide(record, command, { now: start, uuid: () => 'u' });
  return decision.ok ? 'accepted' : decision.code;
}
