import { routes } from '@evict/contract';
import type { Gateway } from '@evict/http';
import { actOnCase } from '../casework.ts';
import type { Dependencies } from '../dependencies.ts';
import { withValues } from '../with-values.ts';

/** Reports of filings with the court, and their corrections. */
export function filingRoutes(gateway: Gateway, dependencies: Omit<Dependencies, 'blobs'>): void {
  gateway.route(routes.reportFiling, (call) => {
    const { status, ...given } = call.body;
    return actOnCase(dependencies, call, { kind: 'record_filing', status, ...withValues(given) });
  });

  gateway.route(routes.correctFiling, (call) => {
    const { filingId } = call.params;
    return actOnCase(dependencies, call, { kind: 'correct_filing', filingId, ...withValues(call.body) });
  });
}
