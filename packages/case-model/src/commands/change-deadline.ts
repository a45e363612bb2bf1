import { deadlineName, nameFault } from './deadline-name.ts';
import { noteCorrected, reportedDeadline } from '../transitions/deadlines.ts';
import type { IsoDate } from '../facts.ts';
import { openStates } from '../states.ts';
import { refuse } from '../turn.ts';
import { defineCommand } from './command.ts';
import { noneGiven } from './faults.ts';
import { citedLaw, day, optional, why } from './field.ts';

interface ChangeDeadline {
  readonly kind: 'change_deadline';
  readonly deadlineId: string;
  /** Fields that are absent stay unchanged. */
  readonly name?: string;
  readonly date?: IsoDate;
  readonly citation?: string;
  readonly reason?: string;
}

/** Changes a deadline that the attorney or an operator added. */
export const changeDeadline = defineCommand<ChangeDeadline>()({
  authors: ['attorney', 'operator'],
  description: 'Changes an added deadline. The old values stay in the history.',
  fields: {
    name: optional(deadlineName),
    date: optional(day('Date', 'The date of the deadline.')),
    citation: optional(citedLaw),
    reason: optional(why),
  },
  example: { date: '2026-08-03', reason: 'The court extended it.' },
  route: {
    operationId: 'changeDeadline',
    title: 'Change deadline',
    method: 'PATCH',
    path: '/deadlines/{deadlineId}',
    schema: 'DeadlineChange',
    description: 'The old values stay in the audit trail.',
  },
  states: openStates,
  target: 'deadlineId',
  faults: ({ name, date, citation }) => [noneGiven({ name, date, citation }), nameFault(name)],
  decide(turn, command) {
    const { deadlineId: id } = command;
    const found = reportedDeadline(turn, id);
    if (!found) return refuse('not_found');
    const { name = found.name, date = found.date, citation = found.citation } = command;
    const isSame = name === found.name && date === found.date && citation === found.citation;
    if (isSame) return turn.done();
    const changed = { id, name, date, citation };
    noteCorrected(turn, found, changed);
    return turn.patch({ deadlines: turn.record.deadlines.map((one) => (one.id === id ? changed : one)) }).done();
  },
});
