import { closeOrConfirm } from '../transitions/closing.ts';
import { type JudgmentDetails, judgmentDetailsIn } from './judgment-fields.ts';
import { recordJudgment, scheduleHearing } from '../transitions/court.ts';
import { type EventAction, eventRules } from '../events.ts';
import type { IsoDate } from '../facts.ts';
import { type JudgmentOutcome, judgmentOutcomeNames } from '../vocabulary.ts';
import { refuse } from '../turn.ts';
import { defineCommand } from './command.ts';
import { dayFaults, hearingFaults } from './faults.ts';
import { choice, day } from './field.ts';

export type Outcome =
  | { type: 'hearing_scheduled'; date: IsoDate }
  | ({ type: 'judgment'; outcome: JudgmentOutcome } & JudgmentDetails)
  | { type: 'writ_requested' }
  | { type: 'writ_issued' }
  /** `dismissedOn` is the reported day on which the court dismissed its case. */
  | { type: 'closed'; dismissedOn?: IsoDate };

interface ReportedOutcome {
  readonly kind: 'outcome';
  readonly outcome: Outcome;
}

/** Reports a court outcome, or closes the case. Sent by the attorney, or by an operator on their behalf. */
export const outcome = defineCommand<ReportedOutcome>()({
  authors: ['attorney', 'operator'],
  description: 'Reports an outcome in court, or that the case is closed.',
  forms: [
    {
      title: 'Report hearing',
      description:
        'Also use this for a continuance. After a judgment, a new hearing means that the judgment was vacated.',
      fields: { date: day('Hearing date', 'The date of the hearing.') },
      given: { type: 'hearing_scheduled' },
      states: eventRules.schedule_hearing.from,
      details: { kind: 'correct_hearing', names: ['time', 'place'] },
    },
    {
      title: 'Report judgment',
      fields: {
        outcome: choice(
          'Outcome',
          judgmentOutcomeNames,
          'In whose favor the judgment is, or that the case was dismissed.',
        ),
      },
      given: { type: 'judgment' },
      states: eventRules.record_judgment.from,
      details: {
        kind: 'correct_judgment',
        names: ['date', 'manner', 'withPrejudice', 'amountCents', 'costsCents'],
        needed: ['date'],
      },
    },
    {
      title: 'Report writ requested',
      fields: {},
      given: { type: 'writ_requested' },
      states: eventRules.request_writ.from,
      ofOutcome: 'plaintiff',
    },
    { title: 'Report writ issued', fields: {}, given: { type: 'writ_issued' }, states: eventRules.writ_issued.from },
    {
      title: 'Close case',
      description:
        'By closing the case, you report that all work has stopped. If a withdrawal is pending, this also confirms it. A court case needs its own dismissal: report the dismissal as a fact.',
      fields: {},
      given: { type: 'closed' },
      states: eventRules.close.from,
    },
  ],
  faults({ outcome: reported }, context) {
    if (reported.type === 'hearing_scheduled') return hearingFaults('date', reported.date, context);
    if (reported.type === 'closed') return dayFaults('dismissedOn', reported.dismissedOn, context);
    return reported.type === 'judgment' ? dayFaults('date', reported.date, context) : [];
  },
  decide(turn, command) {
    const { record, author: actor } = turn;
    const reported = command.outcome;
    if (reported.type === 'closed') return closeOrConfirm(turn, reported.dismissedOn);
    // A pending withdrawal blocks all other outcomes until the attorney confirms it.
    if (record.withdrawal !== null) return refuse('invalid_transition');
    const refused = turn.refusal(outcomeEvents[reported.type]);
    if (refused !== null) return refuse(refused);
    switch (reported.type) {
      case 'hearing_scheduled':
        scheduleHearing(turn, actor, { name: 'hearing', date: reported.date, citation: 'Set by the court' });
        return turn.done();
      case 'judgment':
        recordJudgment(turn, actor, { outcome: reported.outcome, ...judgmentDetailsIn(reported) });
        return turn.done();
      case 'writ_requested':
        return turn.emit('request_writ', { actor, to: 'writ_requested' }).done();
      case 'writ_issued':
        return turn.emit('writ_issued', { actor, to: 'writ_issued' }).done();
    }
  },
});

/** The event that each outcome records. `closed` has its own rules. */
const outcomeEvents = {
  hearing_scheduled: 'schedule_hearing',
  judgment: 'record_judgment',
  writ_requested: 'request_writ',
  writ_issued: 'writ_issued',
} as const satisfies Record<Exclude<Outcome['type'], 'closed'>, EventAction>;
