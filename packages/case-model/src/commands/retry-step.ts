import { refuse } from '../turn.ts';
import { defineCommand } from './command.ts';

/** Operators retry a failed step, whether or not it has attempts left. */
export const retryStep = defineCommand<{ readonly kind: 'retry_step' }>()({
  authors: ['operator'],
  title: 'Retry the failed step',
  description: 'Retries the failed step of a case, also of a test case, and resends its failed mails.',
  decide(turn) {
    if (turn.record.failure === null && !turn.record.mailFailed) return refuse('invalid_transition');
    return turn.patch({ failure: null, mailFailed: false }).done();
  },
});
