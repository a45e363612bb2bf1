import { endWithdrawn, recordDismissal } from '../transitions/closing.ts';
import type { IsoDate } from '../facts.ts';
import { isEngaged, isFiled } from '../open-work.ts';
import { refuse } from '../turn.ts';
import { defineCommand } from './command.ts';
import { dayFaults } from './faults.ts';
import { day, optional } from './field.ts';

interface ConfirmWithdrawal {
  readonly kind: 'confirm_withdrawal';
  readonly dismissedOn?: IsoDate;
}

/**
 * Lets operators confirm a withdrawal on behalf of the attorney, or withdraw a case on hold that has no engaged
 * attorney.
 */
export const confirmWithdrawal = defineCommand<ConfirmWithdrawal>()({
  authors: ['operator'],
  description: 'Confirms a withdrawal in place of the attorney, or withdraws a case on hold that has none.',
  fields: {
    dismissedOn: optional(
      day(
        'Date of dismissal',
        'The day on which the court dismissed the case. If you leave it out, no dismissal is recorded.',
      ),
    ),
  },
  example: { dismissedOn: '2026-08-20' },
  faults: ({ dismissedOn }, context) => dayFaults('dismissedOn', dismissedOn, context),
  decide(turn, { dismissedOn }) {
    const { record } = turn;
    const heldWithoutAttorney = record.state === 'on_hold' && !isEngaged(record);
    if (record.withdrawal === null && !heldWithoutAttorney) return refuse('no_withdrawal');
    if (dismissedOn !== undefined && !isFiled(record)) return refuse('nothing_filed');
    recordDismissal(turn, dismissedOn);
    return endWithdrawn(turn, 'platform');
  },
});
