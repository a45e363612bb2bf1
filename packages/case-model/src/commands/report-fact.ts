import { noteFact } from '../transitions/note-fact.ts';
import type { CustomerFactKind } from '../fact-kinds.ts';
import type { IsoDate } from '../facts.ts';
import { refuse } from '../turn.ts';
import { defineCommand } from './command.ts';
import { futureFault, misplaced } from './faults.ts';

interface ReportFact {
  readonly kind: 'report_fact';
  readonly fact: CustomerFactKind;
  readonly date: IsoDate;
  /** Only for a payment. */
  readonly amountCents?: number | undefined;
  readonly detail?: string | undefined;
}

/**
 * Records something that the customer learned before the attorney. Also works for sandbox cases, so that integrations
 * can be tested.
 */
export const reportFact = defineCommand<ReportFact>()({
  authors: ['customer'],
  description: 'The customer reports something that happened.',
  faults: ({ fact, date, amountCents }, context) => [
    futureFault('date', date, context),
    fact !== 'payment' && amountCents !== undefined
      ? misplaced('amountCents', 'Only a payment has an amount.')
      : undefined,
  ],
  decide(turn, { fact, date, amountCents, detail }) {
    if (turn.record.state === 'draft') return refuse('invalid_transition');
    return noteFact(turn, 'customer', { fact, date, amountCents, detail });
  },
});
