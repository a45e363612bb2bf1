import { deadlineName, nameFault } from './deadline-name.ts';
import type { IsoDate } from '../facts.ts';
import { idOf } from '../ids.ts';
import { openStates } from '../states.ts';
import { refuse } from '../turn.ts';
import { defineCommand } from './command.ts';
import { citedLaw, day, optional, why } from './field.ts';

interface SetDeadline {
  readonly kind: 'set_deadline';
  readonly name: string;
  readonly date: IsoDate;
  readonly citation: string;
  readonly reason?: string;
}

/** Limits the size of the case record. */
const maxReportedDeadlines = 50;

/** Adds a deadline that a court, statute or agreement sets. */
export const setDeadline = defineCommand<SetDeadline>()({
  authors: ['attorney', 'operator'],
  description: 'Adds a deadline that a court, a statute or an agreement sets.',
  fields: {
    name: deadlineName,
    date: day('Date', 'The date of the deadline.'),
    citation: citedLaw,
    reason: optional(why),
  },
  example: { name: 'Mediation', date: '2026-08-01', citation: 'Md. Rule 17-205' },
  route: {
    operationId: 'setDeadline',
    title: 'Add deadline',
    method: 'POST',
    path: '/deadlines',
    schema: 'ReportedDeadline',
    description:
      'The deadline appears in `deadlines` with an `id`. Past deadlines stay. A case can have at most 50; one more returns 409 `guard_failed`.',
  },
  states: openStates,
  faults: ({ name }) => [nameFault(name)],
  decide(turn, { name, date, citation }) {
    const { deadlines } = turn.record;
    if (deadlines.filter(({ id }) => id !== undefined).length >= maxReportedDeadlines)
      return refuse('too_many_deadlines');
    const id = idOf('deadline', turn.uuid());
    return turn.patch({ deadlines: [...deadlines, { id, name, date, citation }] }).done();
  },
});
