import { describe, expect, test } from 'vitest';
import { attention, type Command, nextAction, platformFee, shownNextAction, waitOf } from '../index.ts';
import { draft, play, start, withDocuments } from '../../test/cases.ts';
import {
  acceptFiling,
  approveAll,
  assign,
  atCourt,
  codeOf,
  engage,
  hashesOf,
  hold,
  inPeriod,
  inReview,
  noticeOut,
  operator,
  outcome,
  playAll,
  rejectFiling,
  resume,
  review,
  sendNotice,
  sendSummons,
  submit,
  submitFiling,
  withdraw,
} from '../../test/live-cases.ts';

const accept = { kind: 'accept', attorneyId: 'usr_a', eligible: true } as const;
const askSecond = { ...assign('usr_b'), asksFirst: true };
const secondAccepts = { ...accept, attorneyId: 'usr_b' };
const secondDeclines = review('reject', [], 'usr_b');
const heard = outcome({ type: 'hearing_scheduled', date: '2026-09-01' });
const closed = outcome({ type: 'closed' });

/** A submitted case, assigned to an attorney who accepts each case personally. */
const asked = playAll(draft('live'), [submit(), { ...engage, asksFirst: true }]);

const actionsOf = ({ events }: ReturnType<typeof play>) =>
  events.map(({ action, actorType }) => `${actorType} ${action}`);
const detailOf = ({ events }: ReturnType<typeof play>, action: string) =>
  events.find((event) => event.action === action)?.detail;

describe('an attorney who accepts each case personally', () => {
  test('gets the case only by accepting it, and their attestation is recorded word for word', () => {
    expect(asked).toMatchObject({ state: 'attorney_assigned', attorneyId: 'usr_a', accepted: false });
    expect(nextAction(asked)).toEqual({
      by: 'attorney',
      description:
        'We have asked an attorney licensed in MD. The attorney checks for conflicts, then accepts or declines the case.',
    });
    const opened = play(asked, accept);
    expect(actionsOf(opened)).toEqual(['attorney engagement_accepted', 'attorney begin_review']);
    expect(detailOf(opened, 'engagement_accepted')).toEqual({
      attorneyId: 'usr_a',
      conflictCheck: 'attested',
      statement: 'I have checked for conflicts of interest, and I accept this engagement.',
    });
    expect(opened.record).toMatchObject({ state: 'notice_review', accepted: true });
    expect(codeOf(opened.record, accept)).toBe('invalid_transition');
  });

  test("can't act on a case before accepting it, and can't accept it if ineligible or not asked", () => {
    const early: Command[] = [
      review('approve', ['a']),
      review('request_changes', []),
      closed,
      heard,
      { kind: 'hold', attorneyId: 'usr_a', eligible: true, reason: 'other' },
      { kind: 'record_fact', attorneyId: 'usr_a', eligible: true, fact: 'payment', date: '2026-07-02' },
    ];
    for (const command of early) expect(codeOf(asked, command)).toBe('engagement_not_accepted');
    expect(codeOf(asked, { ...accept, eligible: false })).toBe('attorney_not_eligible');
    expect(codeOf(asked, secondAccepts)).toBe('invalid_transition');
  });

  test('can decline a case, which goes to the next attorney when it resumes', () => {
    const declined = play(asked, review('reject', []));
    expect(declined.record).toMatchObject({ state: 'on_hold', heldFrom: 'attorney_assigned', attorneyId: null });
    expect(detailOf(declined, 'hold')).toEqual({ reason: 'attorney_declined', heldFrom: 'attorney_assigned' });
    const next = playAll(declined.record, [askSecond, resume]);
    expect(next).toMatchObject({ state: 'attorney_assigned', attorneyId: 'usr_b', accepted: false });
    expect(play(next, secondAccepts).record).toMatchObject({ state: 'notice_review', accepted: true });
    const atOnce = playAll(declined.record, [assign('usr_c'), resume]);
    expect(atOnce).toMatchObject({ state: 'notice_review', attorneyId: 'usr_c', accepted: true });
  });

  test("isn't engaged before accepting, so the customer can withdraw at once without a fee", () => {
    const { record, events } = play(asked, withdraw);
    expect(record.state).toBe('withdrawn');
    expect(platformFee(events, record)).toBe('void');
  });

  test('keeps an accepted case when it is submitted again after changes', () => {
    const again = play(playAll(asked, [accept, review('request_changes', [])]), submit());
    expect(again.record).toMatchObject({ state: 'notice_review', accepted: true });
    expect(actionsOf(again)).not.toContain('platform engagement_accepted');
  });

  test('is mentioned in the next action while they are asked to take over a case in court, and a withdrawal needs confirmation even then', () => {
    const record = playAll(atCourt, [heard, askSecond]);
    const shown = (on: string) => shownNextAction(nextAction(record), Date.parse(on));
    expect(shown('2026-08-01').by).toBe('attorney');
    expect(shown('2026-08-01').description).toMatch(/^We have asked another attorney.*Hearing on 2026-09-01/);
    expect(shown('2026-09-03').description).toMatch(/^We have asked another attorney.*No upcoming hearing/);
    const { by, description } = nextAction(play(record, secondAccepts).record);
    expect([by, description.includes('asked')]).toEqual(['court', false]);
    expect(play(record, withdraw).record).toMatchObject({ state: 'on_hold', heldFrom: 'hearing_scheduled' });
    // A withdrawal also needs confirmation while a notice is out for service.
    const declined = playAll(noticeOut, [hold, askSecond, secondDeclines]);
    expect(declined.attorneyId).toBeNull();
    expect(play(declined, withdraw).record).toMatchObject({ state: 'on_hold', withdrawal: {} });
  });

  test('can decline a case that is stayed by a bankruptcy, and the stay remains even after another attorney takes the case', () => {
    const stayed = playAll(inReview(), [{ ...hold, reason: 'bankruptcy', until: '2026-12-01' }, askSecond]);
    expect(nextAction(stayed).description).toMatch(/^We have asked another attorney.*a bankruptcy was reported/);
    const declined = play(stayed, secondDeclines).record;
    expect(declined).toMatchObject({ state: 'on_hold', attorneyId: null, holdReason: 'bankruptcy' });
    expect(nextAction(declined).by).toBe('platform');
    expect(nextAction(declined).description).toMatch(/a bankruptcy was reported.*We are looking for another/);
    expect(codeOf(declined, resume)).toBe('no_attorney');
    const taken = play(declined, assign('usr_c')).record;
    expect(nextAction(taken).description).toContain('a bankruptcy was reported');
  });

  test('can be asked to take over a case in court, and nothing is sent out until they accept', () => {
    const reassigned = play(atCourt, askSecond).record;
    expect(reassigned).toMatchObject({ state: 'filing_accepted', accepted: false });
    expect(codeOf(reassigned, sendSummons)).toBe('engagement_not_accepted');
    const held = playAll(reassigned, [hold]);
    expect(codeOf(held, resume)).toBe('engagement_not_accepted');
    const accepted = play(held, secondAccepts);
    expect(accepted.events).toHaveLength(1);
    expect(playAll(accepted.record, [resume, sendSummons]).state).toBe('summons_sent');
    // What was filed under the first attorney's approval stays approved when the second declines.
    const declined = play(held, secondDeclines).record;
    expect(declined).toMatchObject({ state: 'on_hold', attorneyId: null, holdReason: 'attorney_declined' });
    expect(declined.approvals.filing).toEqual(held.approvals.filing);
  });
});

test("for an attorney who doesn't accept cases personally, the platform accepts, and records that no conflict check was attested", () => {
  const engaged = play(play(draft('live'), submit()).record, engage);
  const actions = ['platform assign_attorney', 'platform engagement_accepted', 'platform begin_review'];
  expect(actionsOf(engaged)).toEqual(actions);
  expect(detailOf(engaged, 'engagement_accepted')).toEqual({ attorneyId: 'usr_a', conflictCheck: 'not_attested' });
});

describe('another attorney', () => {
  test('has to be eligible, and takes over the review from the previous one', () => {
    expect(codeOf(inReview(), assign('usr_b', false))).toBe('attorney_not_eligible');
    const record = playAll(inReview(), [assign('usr_b')]);
    expect(record).toMatchObject({ state: 'notice_review', accepted: true });
    expect(codeOf(record, review('approve', hashesOf(record, 'notice'), 'usr_a'))).toBe('invalid_transition');
    expect(playAll(record, [approveAll('notice')]).state).toBe('notice_approved');
  });

  const filingApproved = playAll(inReview('filing'), [approveAll('filing')]);

  test.each([
    { what: 'an approved notice', record: playAll(inReview(), [approveAll('notice')]), stage: 'notice' as const },
    { what: 'a notice that was sent out', record: noticeOut, stage: 'notice' as const },
    { what: 'an approved filing', record: filingApproved, stage: 'filing' as const },
  ])('can take over $what only while the case is on hold, and has to approve it again', ({ record, stage }) => {
    expect(codeOf(record, assign('usr_b'))).toBe('approval_unused');
    const taken = playAll(record, [hold, assign('usr_b'), resume]);
    expect(taken.state).toBe(`${stage}_review`);
    // A notice that was sent out and not served counts as failed.
    for (const { status } of taken.serviceAttempts) expect(status).toBe('failed');
    const use = stage === 'notice' ? sendNotice : submitFiling;
    expect(codeOf(taken, use)).toBe(`${stage}_not_approved`);
    expect(playAll(taken, [approveAll(stage), use]).attorneyId).toBe('usr_b');
  });

  test("continues with what was served and filed under the previous attorney's approval", () => {
    const record = playAll(filingApproved, [
      submitFiling,
      assign('usr_b'),
      acceptFiling,
      sendSummons,
      { ...heard, attorneyId: 'usr_b' },
    ]);
    expect(record.state).toBe('hearing_scheduled');
  });

  test('who was assigned to a submitted case on hold starts the review when the case resumes', () => {
    const given = playAll(draft('live'), [submit(), hold, assign('usr_b')]);
    const resumed = play(given, resume);
    expect(resumed.actions).toEqual(['resume', 'assign_attorney', 'begin_review']);
    expect(resumed.record).toMatchObject({ state: 'notice_review', attorneyId: 'usr_b', heldFrom: null });
  });
});

describe('after changes to a case whose notice was served', () => {
  const changing = playAll(inPeriod, [{ ...operator, kind: 'expire_notice' }, review('request_changes', [])]);
  const lapsed = { attorneyLapsed: true } as const;

  test.each([
    ['in another state', submit('notice', { jurisdiction: 'VA' })],
    ['in the same state', submit()],
  ])(
    'an eligible attorney keeps the case if the property is %s, and an ineligible one is removed with an event',
    (_, again) => {
      expect(play(changing, again).record).toMatchObject({ state: 'filing_review', attorneyId: 'usr_a' });
      const sent = play(changing, { ...again, ...lapsed });
      expect(sent.record).toMatchObject({ state: 'submitted', attorneyId: null });
      expect(waitOf(withDocuments(sent.record), start).kind).toBe('engagement');
      expect(sent.events.map(({ action, detail }) => [action, detail])).toEqual([
        ['submit', {}],
        ['attorney_reassigned', { attorneyId: null, previousAttorneyId: 'usr_a' }],
      ]);
      // The next attorney takes over the served notice.
      const engaged = play(sent.record, { ...engage, attorneyId: 'usr_b' }).record;
      expect(engaged).toMatchObject({ state: 'filing_review', attorneyId: 'usr_b' });
    },
  );
});

describe('a withdrawal', () => {
  test('waits for the attorney to confirm it if one is engaged, and requesting it again changes nothing', () => {
    const held = play(inReview(), withdraw);
    expect(held.actions).toEqual(['hold', 'withdrawal_requested']);
    expect(play(held.record, withdraw).record).toBe(held.record);
    for (const author of [operator, { attorneyId: 'usr_a', eligible: true }])
      expect(codeOf(held.record, { ...author, kind: 'resume' })).toBe('withdrawal_pending');
    // An attorney whose license has lapsed can still end the withdrawal.
    expect(play(held.record, { ...closed, eligible: false }).actions).toEqual(['withdraw']);
  });

  test('ends a case immediately before an attorney is engaged, and after the attorney declined', () => {
    const declined = play(inReview(), review('reject', [])).record;
    expect(declined).toMatchObject({ state: 'on_hold', attorneyId: null });
    for (const record of [play(draft('live'), submit()).record, declined])
      expect(play(record, withdraw).record.state).toBe('withdrawn');
  });
});

describe('a withdrawal after the filing', () => {
  const dismissedOn = '2026-07-02';
  const filed = playAll(inReview('filing'), [approveAll('filing'), submitFiling]);
  const requested = play(filed, withdraw);
  const noneOnRecord = 'The court case needs its own dismissal, and none is on record.';

  test('says that the court case must be dismissed separately if no dismissal is on record', () => {
    expect(nextAction(requested.record).description).toBe(`Confirm that all work has stopped. ${noneOnRecord}`);
    expect(detailOf(requested, 'withdrawal_requested')).toEqual({ needsDismissal: true, dismissedOn: null });
    const confirmed = play(requested.record, closed);
    expect(confirmed.record).toMatchObject({ state: 'withdrawn', dismissedOn: null });
    expect(detailOf(confirmed, 'withdraw')).toEqual({ needsDismissal: true, dismissedOn: null });
    expect(nextAction(confirmed.record)).toEqual({ by: 'none', description: `The case is withdrawn. ${noneOnRecord}` });
  });

  test.each<[string, Command]>([
    ['the attorney', outcome({ type: 'closed', dismissedOn })],
    ['an operator', { ...operator, kind: 'confirm_withdrawal', dismissedOn }],
  ])(
    'can be confirmed by %s with the date of a dismissal, and that date is refused if nothing was filed',
    (_, confirm) => {
      const confirmed = play(requested.record, confirm);
      expect(detailOf(confirmed, 'withdraw')).toEqual({ needsDismissal: false, dismissedOn });
      expect(detailOf(confirmed, 'dismissed')).toEqual({ date: dismissedOn });
      const description = `The case is withdrawn. The court case was dismissed on ${dismissedOn}.`;
      expect(nextAction(confirmed.record).description).toBe(description);
      const early = play(inReview(), withdraw).record;
      expect(codeOf(early, confirm)).toBe('nothing_filed');
      expect(detailOf(play(early, closed), 'withdraw')).toEqual({});
      expect(nextAction(play(early, closed).record).description).toBe('Nothing is left to do.');
    },
  );

  test('lets the last attorney report a dismissal, and nothing else, after the case has ended', () => {
    const ended = play(requested.record, closed).record;
    const fact = { kind: 'record_fact', attorneyId: 'usr_a', eligible: true, date: dismissedOn } as const;
    expect(codeOf(ended, { ...fact, fact: 'payment' })).toBe('invalid_transition');
    expect(codeOf(ended, { ...fact, fact: 'dismissed', attorneyId: 'usr_b' })).toBe('invalid_transition');
    expect(codeOf(ended, { ...fact, fact: 'dismissed', eligible: false })).toBe('attorney_not_eligible');
    const completed = play(ended, { ...fact, fact: 'dismissed' }).record;
    expect(completed).toMatchObject({ state: 'withdrawn', dismissedOn });
    expect(codeOf(completed, { ...fact, fact: 'dismissed' })).toBe('invalid_transition');
  });

  test('needs no dismissal if the clerk returned the filing or the court has dismissed the case', () => {
    const returned = playAll(filed, [rejectFiling]);
    expect(detailOf(play(returned, withdraw), 'withdrawal_requested')).toEqual({});
    const dismissed = playAll(atCourt, [heard, outcome({ type: 'judgment', outcome: 'dismissed' })]);
    expect(detailOf(play(dismissed, withdraw), 'withdrawal_requested')).toMatchObject({ needsDismissal: false });
  });

  test('is recorded even if no attorney is engaged who could confirm it', () => {
    const declined = playAll(filed, [hold, askSecond, secondDeclines]);
    expect(attention(declined)).toEqual(['on_hold', 'attorney_needed']);
    const waiting = play(declined, withdraw).record;
    expect(waiting.state).toBe('on_hold');
    expect(nextAction(waiting).by).toBe('platform');
    expect(nextAction(waiting).description).toContain('all work');
    const { record } = play(waiting, { ...operator, kind: 'confirm_withdrawal' });
    expect(record).toMatchObject({ state: 'withdrawn', withdrawal: { requestedAt: expect.any(String) as string } });
    const told = play(record, { ...operator, kind: 'record_fact', fact: 'dismissed', date: dismissedOn }).record;
    expect(told.dismissedOn).toBe(dismissedOn);
  });
});
