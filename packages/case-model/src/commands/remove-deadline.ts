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

/** Removes a deadline that the attorney or an operator added. */
export const removeDeadline = defineCommand<RemoveDeadline>()({
  authors: ['attorney', 'operator'],
  description: 'Removes an added deadline. It stays in the history.',
  fields: { reason: optional(why) },
  example: { reason: 'The agreement was performed.' },
  route: {
    operationId: 'removeDeadline',
    title: 'Remove deadline',
    method: 'DELETE',
    path: '/deadlines/{deadlineId}',
    schema: 'DeadlineRemoval',
    description:
      'The old values stay in the audit trail with the reason. The body is optional. The reason is not part of the URL, because it can name a person and proxies log URLs.',
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
