import { noteCorrected, reportedDeadline } from '../decide/deadlines.ts';
import { refuse } from '../turn.ts';
import { defineCommand } from './command.ts';
import { optional, why } from './field.ts';

interface RemoveDeadline {
  readonly kind: 'remove_deadline';
  readonly deadlineId: string;
  readonly reason?: string;
}

/** Removes a deadline that was added. */
export const removeDeadline = defineCommand<RemoveDeadline>()({
  authors: ['attorney', 'operator'],
  title: 'Remove a deadline that was added',
  description: 'Removes a deadline that was added. What it said stays in the history.',
  fields: { reason: optional(why) },
  target: 'deadlineId',
  decide(turn, { deadlineId }) {
    const found = reportedDeadline(turn, deadlineId);
    if (!found) return refuse('not_found');
    noteCorrected(turn, found, null);
    return turn.patch({ deadlines: turn.record.deadlines.filter(({ id }) => id !== deadlineId) }).done();
  },
});
