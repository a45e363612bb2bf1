import type { AskedAttorney, AttorneyCommand, OperatorCommand } from '../commands.ts';
import { type CaseRecord, isAmending, isEngaged, reportedHoldReasons, stageUnderReview } from '../record.ts';
import type { State } from '../states.ts';
import { type Decision, refuse, type Turn } from '../turn.ts';

export const engagementCommands = { accept, assign, engage };

/** The platform found an eligible attorney for a submitted case. */
function engage(turn: Turn, asked: AskedAttorney): Decision {
  if (!turn.can('assign_attorney')) return refuse('invalid_transition');
  turn.patch({ attorneyId: asked.attorneyId, accepted: false });
  goToAttorney(turn, asked);
  return turn.done();
}

/** What an attorney attests by accepting a case. It is kept with their id and the time. */
const conflictStatement = 'I have checked for conflicts of interest, and I accept this engagement.';

/**
 * The attorney accepts a case that they were asked to take, after their own check for conflicts (ABA Model Rule 1.7).
 * A case that waited for it is opened; another, which was reassigned in the middle, stays where it is.
 */
function accept(turn: Turn, { attorneyId }: Extract<AttorneyCommand, { kind: 'accept' }>): Decision {
  const { record } = turn;
  if (record.accepted || record.withdrawal !== null || record.state === 'draft') return refuse('invalid_transition');
  recordAcceptance(turn, 'attorney', { attorneyId, conflictCheck: 'attested', statement: conflictStatement });
  if (turn.record.state === 'attorney_assigned') openReview(turn, 'attorney');
  return turn.done();
}

/**
 * The attorney declines a case under review, or one that they were asked to take and have not accepted. The engagement
 * ends, and the case is on hold until operators find another attorney.
 */
export function decline(turn: Turn, notes?: string): Decision {
  const { record } = turn;
  // An amended complaint is no review of the case, which goes on.
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

/** Between approval and use, the document is with the attorney who approved it. */
const underApproval: readonly State[] = ['notice_approved', 'notice_sent', 'filing_approved'];

/**
 * Operators assign an attorney, the first or a replacement. A replacement voids an approval that has not been used yet:
 * such a case must be on hold, and returns to review when it is resumed.
 */
function assign(turn: Turn, asked: Extract<OperatorCommand, { kind: 'assign' }>): Decision {
  const { record } = turn;
  const { attorneyId } = asked;
  if (!asked.eligible) return refuse('attorney_not_eligible');
  if (record.state === 'draft') return refuse('invalid_transition');
  if (turn.can('assign_attorney')) return engage(turn, asked);
  if (record.attorneyId === attorneyId) return turn.done();
  if (underApproval.includes(record.state)) return refuse('approval_unused');
  turn.patch({ attorneyId, accepted: false, approvals: usedApprovals(record) });
  turn.note('attorney_reassigned', 'platform', { attorneyId, previousAttorneyId: record.attorneyId });
  goToAttorney(turn, asked);
  return turn.done();
}

/** An approval is bound to its attorney; a used one remains valid for what was served or filed. */
function usedApprovals({ approvals: { notice, filing } }: CaseRecord): CaseRecord['approvals'] {
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

function recordAcceptance(turn: Turn, actor: 'attorney' | 'platform', detail: Record<string, string>): void {
  turn.patch({ accepted: true }).note('engagement_accepted', actor, detail);
}

function openReview(turn: Turn, actor: 'attorney' | 'platform'): void {
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
