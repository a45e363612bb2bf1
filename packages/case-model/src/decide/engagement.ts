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

/** Between its approval and its use the paper is in the hands of the attorney who approved it. */
const underApproval: readonly State[] = ['notice_approved', 'notice_sent', 'filing_approved'];

/**
 * Operators give the case to an attorney: the first, or another in place of the one before. An approval that is waiting
 * to be used ends with it, so such a case has to be put on hold first, and goes back to review when it is resumed.
 */
function assign(turn: Turn, { attorneyId, eligible }: Pick<Assign, 'attorneyId' | 'eligible'>): Decision {
  const { record } = turn;
  if (!eligible) return refuse('attorney_not_eligible');
  if (record.state === 'draft') return refuse('invalid_transition');
  if (turn.can('assign_attorney')) return engage(turn, { attorneyId });
  if (record.attorneyId === attorneyId) return turn.done();
  if (underApproval.includes(record.state)) return refuse('guard_failed');
  const { notice, filing } = record.approvals;
  // An approval belongs to the attorney who gave it; one that was used stands with what was served or filed.
  turn.patch({ attorneyId, approvals: { notice: notice?.used ? notice : null, filing: filing?.used ? filing : null } });
  turn.note('attorney_reassigned', 'platform', { attorneyId, previousAttorneyId: record.attorneyId });
  return turn.done();
}

type Assign = Extract<OperatorCommand, { kind: 'assign' }>;

/** Two events at once: the attorney is assigned and opens the review. */
export function beginReview(turn: Turn, attorneyId: string): void {
  turn.emit('assign_attorney', { actor: 'platform', to: 'attorney_assigned', patch: { attorneyId } });
  turn.emit('begin_review', { actor: 'platform', to: reviewAfterSubmit(turn.record) });
}

/**
 * Where review begins. A notice already served still stands while parties, property, ground, amount owed and
 * violation are as they were; otherwise a new notice is needed.
 */
export function reviewAfterSubmit({ submission, notice }: CaseRecord): 'notice_review' | 'filing_review' {
  if (submission?.entryPoint === 'filing') return 'filing_review';
  return notice !== null && notice.factsVersion === submission?.noticeFactsVersion ? 'filing_review' : 'notice_review';
}
