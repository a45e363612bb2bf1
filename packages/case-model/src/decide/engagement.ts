import type { OperatorCommand } from '../commands.ts';
import type { CaseRecord } from '../record.ts';
import type { State } from '../states.ts';
import { type Decision, refuse, type Turn } from '../turn.ts';

export const engagementCommands = { assign, engage };

/** The platform found an eligible attorney for a submitted case. */
function engage(turn: Turn, { attorneyId }: Pick<Assign, 'attorneyId'>): Decision {
  if (!turn.can('assign_attorney')) return refuse('invalid_transition');
  beginReview(turn, attorneyId);
  return turn.done();
}

/** Between approval and use, the document is with the attorney who approved it. */
const underApproval: readonly State[] = ['notice_approved', 'notice_sent', 'filing_approved'];

/**
 * Operators assign an attorney, the first or a replacement. A replacement voids an approval that has not been used yet:
 * such a case must be on hold, and returns to review when it is resumed.
 */
function assign(turn: Turn, { attorneyId, eligible }: Pick<Assign, 'attorneyId' | 'eligible'>): Decision {
  const { record } = turn;
  if (!eligible) return refuse('attorney_not_eligible');
  if (record.state === 'draft') return refuse('invalid_transition');
  if (turn.can('assign_attorney')) return engage(turn, { attorneyId });
  if (record.attorneyId === attorneyId) return turn.done();
  if (underApproval.includes(record.state)) return refuse('approval_unused');
  const { notice, filing } = record.approvals;
  // An approval is bound to its attorney; a used one remains valid for what was served or filed.
  turn.patch({ attorneyId, approvals: { notice: notice?.used ? notice : null, filing: filing?.used ? filing : null } });
  turn.note('attorney_reassigned', 'platform', { attorneyId, previousAttorneyId: record.attorneyId });
  return turn.done();
}

type Assign = Extract<OperatorCommand, { kind: 'assign' }>;

/** The attorney is assigned and the review opens. */
export function beginReview(turn: Turn, attorneyId: string): void {
  turn.emit('assign_attorney', { actor: 'platform', to: 'attorney_assigned', patch: { attorneyId } });
  turn.emit('begin_review', { actor: 'platform', to: reviewAfterSubmit(turn.record) });
}

/**
 * The state in which review starts. A notice already served remains valid while parties, property, ground, amount owed
 * and violation are unchanged; otherwise a new notice is needed.
 */
export function reviewAfterSubmit({ submission, notice }: CaseRecord): 'notice_review' | 'filing_review' {
  if (submission?.entryPoint === 'filing') return 'filing_review';
  return notice !== null && notice.factsVersion === submission?.noticeFactsVersion ? 'filing_review' : 'notice_review';
}
