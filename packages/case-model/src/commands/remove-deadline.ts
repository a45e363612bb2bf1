import { noteCorrected, reportedDeadline } from '../transitions/deadlines.ts';
import { openStates } from '../states.ts';
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
  title: 'Remove deadline',
  description: 'Removes a deadline that was added. What it said stays in the history.',
  fields: { reason: optional(why) },
  example: { reason: 'The agreement was performed.' },
  route: {
    operationId: 'removeDeadline',
    method: 'DELETE',
    path: '/deadlines/{deadlineId}',
    schema: 'DeadlineRemoval',
    description:
      'The old values stay in the audit trail, with the reason. The body can be left out. A reason can name a person, so it is no part of the address, which proxies log.',
  },
  states: openStates,
  target: 'deadlineId',
  decide(turn, { deadlineId }) {
    const found = reportedDeadline(turn, deadlineId);
    if (!found) return refuse('not_found');
    noteCorrected(turn, found, null);
    return turn.patch({ deadlines: turn.record.deadlines.filter(({ id }) => id !== deadlineId) }).done();
  },
});
