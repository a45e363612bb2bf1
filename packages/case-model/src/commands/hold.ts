import { eventRules } from '../events.ts';
import type { IsoDate } from '../facts.ts';
import { type ReportedHoldReason, reportedHoldReasonNames } from '../vocabulary.ts';
import { refuse } from '../turn.ts';
import { defineCommand } from './command.ts';
import { pastFault } from './faults.ts';
import { choice, day, optional, text } from './field.ts';

interface Hold {
  readonly kind: 'hold';
  /** The reason that the customer sees. Without one, the customer is told that we are looking into the case. */
  readonly reason?: ReportedHoldReason;
  readonly until?: IsoDate;
  /** Internal remarks. */
  readonly notes?: string;
}

/** Puts a live case on hold. */
export const hold = defineCommand<Hold>()({
  authors: ['attorney', 'operator'],
  description: 'Nothing is served or filed until the case is resumed. The customer sees the reason.',
  fields: {
    reason: choice('Reason', reportedHoldReasonNames, 'The reason the customer sees.'),
    until: optional(day('Expected to resume', 'When the case is expected to resume. It does not resume by itself.')),
    notes: optional(text('Notes', 5000, 'Internal.')),
  },
  example: { reason: 'bankruptcy', notes: 'Chapter 7, case 26-10442.' },
  route: {
    operationId: 'holdCase',
    title: 'Put on hold',
    method: 'POST',
    path: '/hold',
    schema: 'Hold',
    description: 'Nothing is served or filed until the case is resumed. The customer sees the reason.',
  },
  states: eventRules.hold.from,
  faults: ({ until }, context) => [pastFault('until', until, context)],
  decide(turn, { reason: reported, until }) {
    const { record } = turn;
    const reason = reported ?? 'operator';
    const isUntouchedDraft = record.state === 'draft' && record.attorneyId === null;
    if (isUntouchedDraft || !turn.can('hold')) return refuse('invalid_transition');
    turn.emit('hold', {
      actor: turn.author,
      to: 'on_hold',
      detail: { reason, heldFrom: record.state, until },
      patch: { heldFrom: record.state, holdReason: reason, holdUntil: until ?? null },
    });
    return turn.done();
  },
});
