import { openReview, recordAcceptance } from '../transitions/engagement.ts';
import { refuse } from '../turn.ts';
import { defineCommand } from './command.ts';

/** The statement that an attorney makes by accepting a case. Recorded with their id and the time. */
const conflictStatement = 'I have checked for conflicts of interest, and I accept this engagement.';

/**
 * Records that an attorney accepts a case after their own conflict check (ABA Model Rule 1.7). A case that was waiting
 * for this moves to review. A case that was reassigned midway keeps its state.
 */
export const accept = defineCommand<{ readonly kind: 'accept' }>()({
  authors: ['attorney'],
  description: 'The attorney accepts the case after the conflict check.',
  decide(turn) {
    const { record } = turn;
    if (record.accepted || record.withdrawal !== null || record.state === 'draft') return refuse('invalid_transition');
    const { attorneyId } = record;
    recordAcceptance(turn, 'attorney', { attorneyId, conflictCheck: 'attested', statement: conflictStatement });
    if (turn.record.state === 'attorney_assigned') openReview(turn, 'attorney');
    return turn.done();
  },
});
