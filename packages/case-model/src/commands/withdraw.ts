import { endWithdrawn, requestWithdrawal } from '../transitions/closing.ts';
import { isEngaged, hasOpenWork } from '../open-work.ts';
import { defineCommand } from './command.ts';

/**
 * A customer withdraws the case. Once an attorney has accepted it, the attorney has to confirm that all work has
 * stopped. If an earlier attorney left work unfinished elsewhere and none is engaged, operators confirm it.
 */
export const withdraw = defineCommand<{ readonly kind: 'withdraw' }>()({
  authors: ['customer'],
  description: 'The customer withdraws the case.',
  decide(turn) {
    const { record } = turn;
    if (!isEngaged(record) && !hasOpenWork(record)) return endWithdrawn(turn, 'customer');
    // A repeated request changes nothing.
    if (record.withdrawal === null) requestWithdrawal(turn);
    return turn.done();
  },
});
