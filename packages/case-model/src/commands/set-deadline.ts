import { deadlineName, nameFault } from '../decide/deadlines.ts';
import type { IsoDate } from '../facts.ts';
import { idOf } from '../ids.ts';
import { refuse } from '../turn.ts';
import { defineCommand } from './command.ts';
import { citation, day, optional, why } from './field.ts';

interface SetDeadline {
  readonly kind: 'set_deadline';
  readonly name: string;
  readonly date: IsoDate;
  readonly citation: string;
  readonly reason?: string;
}

/** A record has a bound. */
const maxReportedDeadlines = 50;

/** Adds a deadline that a court, a statute or an agreement sets. */
export const setDeadline = defineCommand<SetDeadline>()({
  authors: ['attorney', 'operator'],
  title: 'Add a deadline',
  description: 'Adds a deadline that a court, a statute or an agreement sets.',
  fields: { name: deadlineName, date: day(), citation, reason: optional(why) },
  faults: ({ name }) => [nameFault(name)],
  decide(turn, { name, date, citation: law }) {
    const { deadlines } = turn.record;
    if (deadlines.filter(({ id }) => id !== undefined).length >= maxReportedDeadlines)
      return refuse('too_many_deadlines');
    const id = idOf('deadline', turn.uuid());
    return turn.patch({ deadlines: [...deadlines, { id, name, date, citation: law }] }).done();
  },
});
