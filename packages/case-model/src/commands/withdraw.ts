import { endWithdrawn, requestWithdrawal } from '../transitions/closing.ts';
import { isEngaged, hasOpenWork } from '../open-work.ts';
import { defineCommand } from './command.ts';

/**
 * Withdraws the case for the customer. If an attorney has accepted it, the attorney must first confirm that all work
 * has stopped. If an earlier attorney left work unfinished and no attorney is engaged, operators confirm it.
 */
export const withdraw = defineCommand<{ readonly kind: 'withdraw' }>()({
  authors: ['customer'],
  description: 'The customer withdraws the case.',
  decide(turn) {
    const { record } = turn;
    if (!isEngaged(record) && !hasOpenWork(record)) return endWithdrawn(turn, 'customer');
    // A repeated request has no effect.
    if (record.withdrawal === null) requestWithdrawal(turn);
    return turn.done();
  },
});
