import { type CaseRecord } from '../record.ts';
import { isAmending, stageUnderReview } from '../approvals.ts';
import { isEngaged } from '../open-work.ts';
import { reportedHoldReasons } from '../vocabulary.ts';
import { type Decision, refuse, type Turn } from '../turn.ts';

/** An attorney who is asked to take a case. Unless `asksFirst` is set, the platform accepts on their behalf. */
export interface AskedAttorney {
  readonly attorneyId: string;
  readonly asksFirst?: boolean;
}

/** Assigns a submitted case to an eligible attorney whom the platform or an operator has found. */
export function engageAsked(turn: Turn, asked: AskedAttorney): Decision {
  if (!turn.can('assign_attorney')) return refuse('invalid_transition');
  turn.patch({ attorneyId: asked.attorneyId, accepted: false });
  goToAttorney(turn, asked);
  return turn.done();
}

/**
 * Records that the attorney declines a case under review, or one that they haven't accepted yet. The engagement ends,
 * and the case is on hold until operators find another attorney.
 */
export function decline(turn: Turn, notes?: string): Decision {
  const { record } = turn;
  // Reviewing an amended complaint doesn't count, because the case itself continues.
  const isReviewed = stageUnderReview(record) !== null && !isAmending(record);
  if (record.accepted && !isReviewed) return refuse('invalid_transition');
  const said = { decision: 'reject', reviewer: record.attorneyId, documentHashes: [], notes };
  turn.note('review_recorded', 'attorney', said);
  const gone = { attorneyId: null, accepted: false, approvals: usedApprovals(record) };
  if (record.state === 'on_hold') {
    // Keep a reported reason, such as a bankruptcy stay. It applies no matter who the attorney is.
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

/**
 * Returns the approvals to keep when the attorney declines or is replaced: only those already used, because they remain
 * valid for what was served or filed.
 */
export function usedApprovals({ approvals: { notice, filing } }: CaseRecord): CaseRecord['approvals'] {
  return { notice: notice?.used ? notice : null, filing: filing?.used ? filing : null };
}

/** Hands a submitted case to its attorney. The review doesn't start until the acceptance is recorded. */
export function goToAttorney(turn: Turn, asked?: AskedAttorney): void {
  if (turn.record.state === 'submitted') turn.emit('assign_attorney', { actor: 'platform', to: 'attorney_assigned' });
  if (asked) acceptUnlessAsked(turn, asked);
  if (turn.record.state === 'attorney_assigned' && isEngaged(turn.record)) openReview(turn, 'platform');
}

/**
 * Accepts the case for an attorney who doesn't decide case by case, and records that no conflict check was attested.
 */
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
 * Returns the state in which review starts. A served notice stays valid while the parties, property, ground, amount
 * owed and violation are unchanged. Otherwise, a new notice is needed.
 */
export function reviewAfterSubmit({ submission, notice }: CaseRecord): 'notice_review' | 'filing_review' {
  if (submission?.entryPoint === 'filing') return 'filing_review';
  return notice !== null && notice.factsVersion === submission?.noticeFactsVersion ? 'filing_review' : 'notice_review';
}
