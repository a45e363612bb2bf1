import { refuse } from '../turn.ts';
import { defineCommand } from './command.ts';

/** Lets operators retry a failed step now, whether or not it has automatic retries left. */
export const retryStep = defineCommand<{ readonly kind: 'retry_step' }>()({
  authors: ['operator'],
  description: 'Retries the failed step of a live or test case, and resends its failed emails.',
  decide(turn) {
    const { failure, mailFailed } = turn.record;
    if (failure === null && !mailFailed) return refuse('invalid_transition');
    const due = failure && { ...failure, attempt: 0, since: turn.now, retryAt: turn.now };
    return turn.patch({ failure: due, mailFailed: false }).done();
  },
});
