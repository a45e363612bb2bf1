import { openAfterSubmit } from '../events.ts';
import { refuse } from '../turn.ts';
import { defineCommand } from './command.ts';
import { noneGiven } from './faults.ts';
import { optional, optionalWhen, text, why } from './field.ts';
import { type CourtNumber, courtNumbers } from '../vocabulary.ts';

interface CorrectFiling extends Readonly<Partial<Record<CourtNumber, string>>> {
  readonly kind: 'correct_filing';
  readonly filingId: string;
  readonly reason?: string;
}

/** Corrects the numbers that the court assigned to a filing. Ignores a number that equals the recorded one. */
export const correctFiling = defineCommand<CorrectFiling>()({
  authors: ['attorney', 'operator'],
  description: 'Corrects the numbers of a filing. The customer is notified.',
  fields: {
    envelopeId: optional(text('Envelope ID', 200, "The court's envelope number.")),
    courtCaseNumber: optionalWhen(
      { status: ['accepted'] },
      text('Court case number', 200, "The court's case number. Only for an accepted filing."),
    ),
    reason: why,
  },
  example: { courtCaseNumber: 'D-06-CV-26-001443', reason: 'The last digit was wrong.' },
  route: {
    operationId: 'correctFiling',
    title: 'Correct filing',
    method: 'PATCH',
    path: '/filings/{filingId}',
    schema: 'FilingCorrection',
    description:
      'The old number stays in the audit trail, in the event `corrected`. The customer is emailed, and the event `submit_filing` or `filing_accepted` is recorded again with the old and new numbers and no state change.',
  },
  states: openAfterSubmit,
  target: 'filingId',
  faults: ({ envelopeId, courtCaseNumber }) => [noneGiven({ envelopeId, courtCaseNumber })],
  decide(turn, command) {
    const { record } = turn;
    const { filingId } = command;
    const filing = record.filings.find(({ id }) => id === filingId);
    if (!filing) return refuse('not_found');
    const changed = courtNumbers.flatMap((name) => {
      const [from, to] = [filing[name], command[name]];
      return to === undefined || to === from ? [] : [{ name, from, to }];
    });
    if (!changed.every(({ name }) => turn.canRestate(statedIn[name]))) return refuse('invalid_transition');
    const numbers: { [Name in CourtNumber]?: string } = Object.fromEntries(changed.map(({ name, to }) => [name, to]));
    if (numbers.courtCaseNumber !== undefined && filing.status !== 'accepted') return refuse('filing_not_accepted');
    if (changed.length === 0) return turn.done();
    const corrected = Object.fromEntries(changed.map(({ name, from, to }) => [name, { from, to }]));
    turn.note('corrected', turn.author, { filingId, ...corrected });
    turn.patch({
      filings: record.filings.map((one) => (one === filing ? { ...one, ...numbers } : one)),
      courtCaseNumber: numbers.courtCaseNumber ?? record.courtCaseNumber,
    });
    for (const { name, from, to } of changed)
      turn.restate(statedIn[name], {
        detail: { [name]: to, [previously[name]]: from },
        says: from === null ? 'added' : 'corrected',
      });
    return turn.done();
  },
});

/** The event that reports each number. */
const statedIn = { envelopeId: 'submit_filing', courtCaseNumber: 'filing_accepted' } as const;
const previously = { envelopeId: 'previousEnvelopeId', courtCaseNumber: 'previousCourtCaseNumber' } as const;
