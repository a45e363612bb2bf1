import { courtNumbers } from '@evict/case-model';
import { routes } from '@evict/contract';
import type { Gateway } from '@evict/http';
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
    return actOnCase(dependencies, call, ({ record }) => {
      const known = record?.filings.at(-1)?.envelopeId ?? null;
      const isOther = envelopeId !== undefined && known !== null && known !== envelopeId;
      requireFaultless([status !== 'submitted' && isOther && otherEnvelope]);
      return { kind: 'record_filing', status, ...withValues({ envelopeId, courtCaseNumber, rejectionReasons }) };
    });
  });

  gateway.route(routes.correctFiling, (call) => {
    const { reason, ...numbers } = call.body;
    const isEmpty = courtNumbers.every((field) => numbers[field] === undefined);
    requireFaultless([isEmpty && missing('', 'Send envelopeId or courtCaseNumber.')]);
    const { filingId } = call.params;
    return actOnCase(dependencies, call, () => ({
      kind: 'correct_filing',
      filingId,
      ...withValues({ ...numbers, reason }),
    }));
  });
}

const otherEnvelope = fault(
  'envelopeId',
  'other_number',
  'Is not the number that was reported when the filing was submitted: put that right with a correction.',
);
