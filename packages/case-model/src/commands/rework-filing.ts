import { returnToReview } from '../transitions/filing.ts';
import { refuse } from '../turn.ts';
import { defineCommand } from './command.ts';

/** Returns a filing to review after the court has rejected it. */
export const reworkFiling = defineCommand<{ readonly kind: 'rework_filing' }>()({
  authors: ['operator'],
  description: 'Sends a returned filing back to review, where it needs a new approval.',
  fields: {},
  example: {},
  decide(turn) {
    if (!turn.can('rework_filing')) return refuse('invalid_transition');
    returnToReview(turn);
    return turn.done();
  },
});
