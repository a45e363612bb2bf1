import { noteFact } from '../transitions/note-fact.ts';
import { type FactKind, factNames } from '../fact-kinds.ts';
import type { IsoDate } from '../facts.ts';
import { isFiled } from '../open-work.ts';
import { states } from '../states.ts';
import { refuse } from '../turn.ts';
import { defineCommand } from './command.ts';
import { futureFault } from './faults.ts';
import { choice, day, optional, text } from './field.ts';

interface RecordFact {
  readonly kind: 'record_fact';
  readonly fact: FactKind;
  readonly date: IsoDate;
  readonly detail?: string;
}

/**
 * Records something that happened outside this service, such as the tenant's answer. A dismissal also completes a
 * withdrawal.
 */
export const recordFact = defineCommand<RecordFact>()({
  authors: ['attorney', 'operator'],
  description:
    "Records something that happened outside this service, such as the tenant's answer. Most facts change nothing by themselves.",
  fields: {
    kind: choice('What happened', factNames, 'What happened.'),
    date: day('Date', 'When it happened. Not in the future.'),
    detail: optional(text('Detail', 1000, 'Anything else that is known. The customer sees it.')),
  },
  example: { kind: 'answer_filed', date: '2026-07-28' },
  route: {
    operationId: 'reportFact',
    title: 'Report fact',
    method: 'POST',
    path: '/facts',
    schema: 'Fact',
    description:
      'Recorded as an internal event. Most facts change nothing by themselves. A payment during filing review leads to a new case summary, so an earlier approval becomes stale. `dismissed` completes a withdrawal after a filing, and is the only fact that can be reported on a finished case.',
  },
  // A resolved case was never filed in court, so there is nothing to dismiss.
  states: states.filter((state) => !['draft', 'submitted', 'resolved'].includes(state)),
  read: ({ kind: fact, ...given }) => ({ fact, ...given }),
  faults: ({ date }, context) => [futureFault('date', date, context)],
  decide(turn, { fact, date, detail }) {
    const { state } = turn.record;
    if (state === 'draft' || state === 'submitted') return refuse('invalid_transition');
    if (fact === 'dismissed' && isFiled(turn.record)) turn.patch({ dismissedOn: date });
    return noteFact(turn, turn.author, { fact, date, detail });
  },
});
