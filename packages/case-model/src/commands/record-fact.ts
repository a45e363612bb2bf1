import { noteFact } from '../decide/note-fact.ts';
import { type FactKind, factKinds } from '../events.ts';
import type { IsoDate } from '../facts.ts';
import { isFiled } from '../record.ts';
import { refuse } from '../turn.ts';
import { defineCommand } from './command.ts';
import { dayFaults } from './faults.ts';
import { choice, day, optional, text } from './field.ts';

interface RecordFact {
  readonly kind: 'record_fact';
  readonly fact: FactKind;
  readonly date: IsoDate;
  readonly detail?: string;
}

/** Something that happened outside, such as an answer of the tenant. A dismissal completes a withdrawal. */
export const recordFact = defineCommand<RecordFact>()({
  authors: ['attorney', 'operator'],
  title: 'Report what happened outside',
  description: 'Records what happened outside, such as an answer. It decides nothing.',
  fields: { kind: choice(factKinds), date: day('Not in the future.'), detail: optional(text(1000)) },
  read: ({ kind: fact, ...given }) => ({ fact, ...given }),
  faults: ({ date }, context) => dayFaults('date', date, context),
  decide(turn, { fact, date, detail }) {
    const { state } = turn.record;
    if (state === 'draft' || state === 'submitted') return refuse('invalid_transition');
    if (fact === 'dismissed' && isFiled(turn.record)) turn.patch({ dismissedOn: date });
    return noteFact(turn, turn.author, { fact, date, detail });
  },
});
