import { eventRules } from '../events.ts';
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
  title: 'Correct hearing',
  description: 'Corrects the date of the hearing. The customer is notified.',
  fields: { date: day('Day of the hearing', 'The day.'), reason: why },
  example: { date: '2026-08-13', reason: 'The order names the thirteenth.' },
  route: {
    operationId: 'correctHearing',
    method: 'PATCH',
    path: '/hearing',
    schema: 'HearingCorrection',
    description:
      'In every state after the hearing was reported. Deadline and next action follow. The old date stays in the audit trail, as the event `corrected`. The customer gets a mail and the event `schedule_hearing` again, with the old and the new date and without a change of state. A continuance is no correction: it is the outcome `hearing_scheduled`. Without a hearing on record 409 `invalid_transition`.',
  },
  states: eventRules.schedule_hearing.restatedIn,
  corrects: 'hearing',
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
