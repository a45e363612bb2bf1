import { courtNumbers } from '@evict/case-model';
import { routes } from '@evict/contract';
import type { Gateway } from '@evict/http';
import { changedNumbers, findFilingNumbers } from '@evict/store/cases';
import { actOnCase } from '../casework.ts';
import type { Dependencies } from '../dependencies.ts';
import { fault, misplaced, missing, requireFaultless } from '../reported-dates.ts';
import { withValues } from '../with-values.ts';

/** Reports of filings with the court, and their corrections. */
export function filingRoutes(gateway: Gateway, dependencies: Omit<Dependencies, 'blobs'>): void {
  gateway.route(routes.reportFiling, (call) => {
    const { status, envelopeId, courtCaseNumber, rejectionReasons } = call.body;
    const isNumbered = courtCaseNumber !== undefined;
    requireFaultless([
      isNumbered && status !== 'accepted' && misplaced('courtCaseNumber', 'Belongs to status accepted.'),
      rejectionReasons && status !== 'rejected' && misplaced('rejectionReasons', 'Belongs to status rejected.'),
    ]);
    const codes = [...new Set(rejectionReasons?.map(({ code }) => code))];
    return actOnCase(dependencies, call, async ({ id }) => {
      if (status !== 'submitted' && envelopeId !== undefined) {
        const known = (await findFilingNumbers(dependencies.store, id))?.envelopeId ?? null;
        requireFaultless([known !== null && known !== envelopeId && otherEnvelope]);
      }
      return {
        command: { kind: 'record_filing', status, rejectionCodes: codes },
        text: withValues({ envelopeId, courtCaseNumber, rejectionReasons }),
      };
    });
  });

  gateway.route(routes.correctFiling, (call) => {
    const { reason, ...numbers } = call.body;
    const isEmpty = courtNumbers.every((field) => numbers[field] === undefined);
    requireFaultless([isEmpty && missing('', 'Send envelopeId or courtCaseNumber.')]);
    return actOnCase(dependencies, call, async ({ id }) => {
      const { filingId } = call.params;
      const fields = changedNumbers(await findFilingNumbers(dependencies.store, id, filingId), numbers);
      return { command: { kind: 'correct_filing', filingId, fields }, text: withValues({ ...numbers, reason }) };
    });
  });
}

const otherEnvelope = fault(
  'envelopeId',
  'other_number',
  'Is not the number that was reported when the filing was submitted: put that right with a correction.',
);
