import { endWithdrawn } from '../transitions/closing.ts';
import { mayWithdrawIdle } from '../retention.ts';
import { refuse } from '../turn.ts';
import { defineCommand } from './command.ts';

/** Withdraws an idle draft or sandbox case on behalf of the platform. */
export const withdrawIdle = defineCommand<{ readonly kind: 'withdraw_idle' }>()({
  authors: ['platform'],
  description: 'The platform withdraws an idle case.',
  needs: ['isIdle'],
  decide(turn, { isIdle }) {
    if (!isIdle) return refuse('not_on_record');
    return mayWithdrawIdle(turn.record) ? endWithdrawn(turn, 'platform') : refuse('invalid_transition');
  },
});
