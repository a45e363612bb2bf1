import { type CaseRecord } from '../record.ts';
import { isAmending, stageUnderReview } from '../approvals.ts';
import { isEngaged } from '../open-work.ts';
import { reportedHoldReasons } from '../vocabulary.ts';
import { type Decision, refuse, type Turn } from '../turn.ts';

/** An attorney who is asked to take a case. `asksFirst`: they decide for themselves whether to accept it. */
export interface AskedAttorney {
  readonly attorneyId: string;
  readonly asksFirst?: boolean;
}

/** An eligible attorney was found for a submitted case, by the platform or by operators. */
export function engageAsked(turn: Turn, asked: AskedAttorney): Decision {
  if (!turn.can('assign_attorney')) return refuse('invalid_transition');
  turn.patch({ attorneyId: asked.attorneyId, accepted: false });
  goToAttorney(turn, asked);
  return turn.done();
}

/**
 * The attorney declines a case under review, or one that they were asked to take and have not accepted. The engagement
 * ends, and the case is on hold until operators find another attorney.
 */
export function decline(turn: Turn, notes?: string): Decision {
  const { record } = turn;
  // An amended complaint is no review of the case, which continues.
  const isReviewed = stageUnderReview(record) !== null && !isAmending(record);
  if (record.accepted && !isReviewed) return refuse('invalid_transition');
  const said = { decision: 'reject', reviewer: record.attorneyId, documentHashes: [], notes };
  turn.note('review_recorded', 'attorney', said);
  const gone = { attorneyId: null, accepted: false, approvals: usedApprovals(record) };
  if (record.state === 'on_hold') {
    // What was reported stands whoever the attorney is: the stay of a bankruptcy above all.
    const isReported = reportedHoldReasons.some((reason) => reason === record.holdReason);
    const isReplaced = record.withdrawal === null && !isReported;
    turn.patch({ ...gone, ...(isReplaced && { holdReason: 'attorney_declined' }) });
    return turn.done();
  }
  turn.emit('hold', {
    actor: 'attorney',
    to: 'on_hold',
    detail: { reason: 'attorney_declined', heldFrom: record.state },
    patch: { ...gone, heldFrom: record.state, holdReason: 'attorney_declined' },
  });
  return turn.done();
}

/** An approval is bound to its attorney; a used one remains valid for what was served or filed. */
export function usedApprovals({ approvals: { notice, filing } }: CaseRecord): CaseRecord['approvals'] {
  return { notice: notice?.used ? notice : null, filing: filing?.used ? filing : null };
}

/** A submitted case goes to its attorney. Until the acceptance is on record it waits with them, and nothing is reviewed. */
export function goToAttorney(turn: Turn, asked?: AskedAttorney): void {
  if (turn.record.state === 'submitted') turn.emit('assign_attorney', { actor: 'platform', to: 'attorney_assigned' });
  if (asked) acceptUnlessAsked(turn, asked);
  if (turn.record.state === 'attorney_assigned' && isEngaged(turn.record)) openReview(turn, 'platform');
}

/** For an attorney who does not ask first the platform accepts. No check for conflicts is on record then. */
function acceptUnlessAsked(turn: Turn, { attorneyId, asksFirst }: AskedAttorney): void {
  if (!asksFirst) recordAcceptance(turn, 'platform', { attorneyId, conflictCheck: 'not_attested' });
}

export function recordAcceptance(turn: Turn, actor: 'attorney' | 'platform', detail: Record<string, unknown>): void {
  turn.patch({ accepted: true }).note('engagement_accepted', actor, detail);
}

export function openReview(turn: Turn, actor: 'attorney' | 'platform'): void {
  turn.emit('begin_review', { actor, to: reviewAfterSubmit(turn.record) });
}

/**
 * The state in which review starts. A notice already served remains valid while parties, property, ground, amount owed
 * and violation are unchanged; otherwise a new notice is needed.
 */
export function reviewAfterSubmit({ submission, notice }: CaseRecord): 'notice_review' | 'filing_review' {
  if (submission?.entryPoint === 'filing') return 'filing_review';
  return notice !== null && notice.factsVersion === submission?.noticeFactsVersion ? 'filing_review' : 'notice_review';
}
