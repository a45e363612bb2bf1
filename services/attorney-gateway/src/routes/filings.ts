import { courtNumbers } from '@evict/case-model';
import { routes } from '@evict/contract';
import type { Gateway } from '@evict/http';
import { actOnCase } from '../casework.ts';
import type { Dependencies } from '../dependencies.ts';
import { misplaced, missing, requireFaultless } from '../reported-dates.ts';
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
    return actOnCase(dependencies, call, () => ({
      command: { kind: 'record_filing', status, rejectionCodes: codes },
      text: withValues({ envelopeId, courtCaseNumber, rejectionReasons }),
    }));
  });

  gateway.route(routes.correctFiling, (call) => {
    const { reason, ...numbers } = call.body;
    const fields = courtNumbers.filter((field) => numbers[field] !== undefined);
    requireFaultless([fields.length === 0 && missing('', 'Send envelopeId or courtCaseNumber.')]);
    return actOnCase(dependencies, call, () => ({
      command: { kind: 'correct_filing', filingId: call.params.filingId, fields },
      text: withValues({ ...numbers, reason }),
    }));
  });
}
