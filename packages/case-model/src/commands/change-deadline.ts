import { deadlineName, nameFault, noteCorrected, reportedDeadline } from '../decide/deadlines.ts';
import type { IsoDate } from '../facts.ts';
import { refuse } from '../turn.ts';
import { defineCommand } from './command.ts';
import { noneGiven } from './faults.ts';
import { citation, day, optional, why } from './field.ts';

interface ChangeDeadline {
  readonly kind: 'change_deadline';
  readonly deadlineId: string;
  /** What is absent stays as it is. */
  readonly name?: string;
  readonly date?: IsoDate;
  readonly citation?: string;
  readonly reason?: string;
}

/** Changes a deadline that was added. */
export const changeDeadline = defineCommand<ChangeDeadline>()({
  authors: ['attorney', 'operator'],
  title: 'Change a deadline that was added',
  description: 'Puts right a deadline that was added. What it said before stays in the history.',
  fields: {
    name: optional(deadlineName),
    date: optional(day()),
    citation: optional(citation),
    reason: optional(why),
  },
  target: 'deadlineId',
  faults: ({ name, date, citation: law }) => [noneGiven({ name, date, citation: law }), nameFault(name)],
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
