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
 * Corrects the date of the hearing on record, in every state after it. Deadline and next action follow, and the old
 * date stays in the history.
 */
export const correctHearing = defineCommand<CorrectHearing>()({
  authors: ['attorney', 'operator'],
  description: 'Corrects the date of the hearing. The customer is notified.',
  fields: { date: day('Hearing date', 'The date of the hearing.'), reason: why },
  example: { date: '2026-08-13', reason: 'The order names the thirteenth.' },
  route: {
    operationId: 'correctHearing',
    title: 'Correct hearing',
    method: 'PATCH',
    path: '/hearing',
    schema: 'HearingCorrection',
    description:
      'For as long as the hearing is on record. The deadline and next action follow. The old date stays in the audit trail, in the event `corrected`. The customer is emailed, and the event `schedule_hearing` is recorded again with the old and new dates and no state change. Report a continuance as the outcome `hearing_scheduled` instead. Without a hearing on record: 409 `invalid_transition`.',
  },
  states: eventRules.schedule_hearing.restatedIn,
  corrects: 'hearing',
  decide(turn, { date }) {
    const { record } = turn;
    const { hearing } = record;
    if (hearing === null || !turn.canRestate('schedule_hearing')) return refuse('invalid_transition');
    // The command itself is on record, and there is nothing else to correct.
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
