import { refuse } from '../turn.ts';
import { defineCommand } from './command.ts';

/** Whether the case is a draft that was never submitted, so no one has worked on it. */
export function isUntouched({ state, sequence }: { state: string; sequence: number }): boolean {
  return state === 'draft' && sequence === 0;
}

/**
 * Deletes a customer's draft: withdraws it, after which it is erased. A draft that was submitted before can only be
 * withdrawn.
 */
export const deleteDraft = defineCommand<{ readonly kind: 'delete_draft' }>()({
  authors: ['customer'],
  description: 'The customer deletes a draft that was never submitted.',
  decide(turn) {
    if (!isUntouched(turn.record)) return refuse('invalid_transition');
    return turn.emit('withdraw', { actor: 'customer', to: 'withdrawn', detail: { deleted: true } }).done();
  },
});
