import { resolve } from '../transitions/closing.ts';
import { outdateFilingSummary } from '../transitions/outdate-summary.ts';
import { isSandbox } from '../mode.ts';
import { refuse } from '../turn.ts';
import { defineCommand } from './command.ts';

/** How many of the newest reports the record keeps. Every report also has an event. */
const keptReports = 50;

/**
 * Records that the customer reports a cure. This resolves a sandbox case if the tenant can cure at that point. In a
 * live case, the attorney decides.
 */
export const reportCure = defineCommand<{ readonly kind: 'report_cure' }>()({
  authors: ['customer'],
  description: 'The customer reports that the tenant has cured.',
  decide(turn) {
    const { record } = turn;
    if (!turn.can('cure_reported')) return refuse('invalid_transition');
    const cureReports = [...record.cureReports, { reportedAt: new Date(turn.now).toISOString() }].slice(-keptReports);
    turn.emit('cure_reported', { actor: 'customer', patch: { cureReports } });
    outdateFilingSummary(turn);
    if (isSandbox(record) && turn.can('cure')) resolve(turn, 'platform');
    return turn.done();
  },
});
