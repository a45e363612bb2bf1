import { eventRules } from '../events.ts';
import type { Hearing, RecordedDeadline } from '../record.ts';
import { refuse } from '../turn.ts';
import { defineCommand } from './command.ts';
import { changedIn, hearingFaults, noneGiven, reasonFault, restatement } from './faults.ts';
import { day, optional, text, time, why } from './field.ts';

interface CorrectHearing extends Partial<Hearing> {
  readonly kind: 'correct_hearing';
  readonly reason?: string;
}

const details = ['date', 'time', 'place'] as const satisfies readonly (keyof Hearing)[];

/**
 * Adds or corrects the date, time and place of the recorded hearing, in any state after it was set. The deadline and
 * next action follow, and the old values stay in the history.
 */
export const correctHearing = defineCommand<CorrectHearing>()({
  authors: ['attorney', 'operator'],
  description: 'Adds or corrects the date, time and place of the hearing on record. The customer is notified.',
  fields: {
    date: optional(day('Hearing date', 'The date of the hearing.')),
    time: optional(time('Time', 'When the hearing begins, as `HH:MM` in the local time of the court.')),
    place: optional(text('Place', 200, 'The court, its address, the courtroom, or how to attend remotely.')),
    reason: optional(why),
  },
  example: { time: '09:30', place: 'Courtroom 4', reason: 'The court moved it.' },
  route: {
    operationId: 'correctHearing',
    title: 'Hearing details',
    method: 'PATCH',
    path: '/hearing',
    schema: 'HearingCorrection',
    description:
      'Possible while a hearing is on record. Fields that are not sent stay unchanged. `reason` is required if a recorded value is replaced. The deadline and the next action are updated. The old values stay in the audit trail, in the event `corrected`. The customer is emailed, and the event `schedule_hearing` is recorded again with the old and new dates and no state change. Report a continuance as the outcome `hearing_scheduled` instead. If no hearing is on record: 409 `invalid_transition`.',
  },
  states: eventRules.schedule_hearing.restatedIn,
  corrects: 'hearing',
  faults: (body, context) => [
    noneGiven(Object.fromEntries(details.map((name) => [name, body[name]]))),
    ...hearingFaults('date', body.date, context),
    reasonFault<Hearing>(details, body, context.record?.hearing),
  ],
  decide(turn, command) {
    const { record } = turn;
    const { hearing } = record;
    if (hearing === null || !turn.canRestate('schedule_hearing')) return refuse('invalid_transition');
    const changed = changedIn<Hearing, keyof Hearing>(details, command, hearing);
    // Nothing differs from the record, so there is nothing to correct.
    if (changed.length === 0) return turn.done();
    const only = (from: Partial<Hearing>) => Object.fromEntries(changed.map((name) => [name, from[name] ?? null]));
    const corrected = { ...hearing, ...Object.fromEntries(changed.map((name) => [name, command[name]])) };
    turn.note('corrected', turn.author, { hearing: true, from: only(hearing), to: only(command) });
    turn.restate('schedule_hearing', {
      detail: { ...corrected, previousDate: hearing.date },
      says: restatement<Hearing>(changed, hearing),
      patch: {
        hearing: corrected,
        deadlines: record.deadlines.map((one) => (isHearing(one) ? { ...one, date: corrected.date } : one)),
      },
    });
    return turn.done();
  },
});

function isHearing({ id, name }: RecordedDeadline): boolean {
  return id === undefined && name === 'hearing';
}
