import { engageAsked, goToAttorney, usedApprovals } from '../transitions/engagement.ts';
import type { State } from '../states.ts';
import { refuse } from '../turn.ts';
import { defineCommand } from './command.ts';

interface Assign {
  readonly kind: 'assign';
  readonly attorneyId: string;
}

/** In these states the documents are approved but not yet served or filed. */
const underApproval: readonly State[] = ['notice_approved', 'notice_sent', 'filing_approved'];

/**
 * Assigns an attorney to a case, for the first time or as a replacement. Replacing the attorney voids an unused
 * approval, so a case that has one must be put on hold first. It returns to review when it is resumed.
 */
export const assign = defineCommand<Assign>()({
  authors: ['operator'],
  description: 'Assigns a case to an attorney, in place of any earlier one.',
  needs: ['eligible', 'asksFirst'],
  decide(turn, asked) {
    const { record } = turn;
    const { attorneyId } = asked;
    if (!asked.eligible) return refuse('attorney_not_eligible');
    if (record.state === 'draft') return refuse('invalid_transition');
    if (turn.can('assign_attorney')) return engageAsked(turn, asked);
    if (record.attorneyId === attorneyId) return turn.done();
    if (underApproval.includes(record.state)) return refuse('approval_unused');
    turn.patch({ attorneyId, accepted: false, approvals: usedApprovals(record) });
    turn.note('attorney_reassigned', 'platform', { attorneyId, previousAttorneyId: record.attorneyId });
    goToAttorney(turn, asked);
    return turn.done();
  },
});
