import type { IsoDate } from '../facts.ts';
import type { RecordedDeadline } from '../record.ts';
import { refuse } from '../turn.ts';
import { defineCommand } from './command.ts';
import { day, why } from './field.ts';

interface CorrectHearing {
  readonly kind: 'correct_hearing';
  readonly date: IsoDate;
  readonly reason?: string;
}

/**
 * Puts right the date of the hearing on record, in every state after it. Deadline and next action follow, and the old
 * date stays in the history.
 */
export const correctHearing = defineCommand<CorrectHearing>()({
  authors: ['attorney', 'operator'],
  title: 'Put right the date of the hearing',
  description: 'Puts right the date of the hearing on record. The customer is notified.',
  fields: { date: day(), reason: why },
  decide(turn, { date }) {
    const { record } = turn;
    const { hearing } = record;
    if (hearing === null || !turn.canRestate('schedule_hearing')) return refuse('invalid_transition');
    // The command itself is on record, and there is nothing else to put right.
    if (hearing.date === date) return turn.done();
    turn.note('corrected', turn.author, { hearing: true, from: { date: hearing.date }, to: { date } });
    turn.restate('schedule_hearing', {
      detail: { date, previousDate: hearing.date },
      patch: {
        hearing: { date },
        deadlines: record.deadlines.map((one) => (isHearing(one) ? { ...one, date } : one)),
      },
    });
    return turn.done();
  },
});

function isHearing({ id, name }: RecordedDeadline): boolean {
  return id === undefined && name === 'hearing';
}
