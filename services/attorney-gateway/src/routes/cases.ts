import { ApiError, routes } from '@evict/contract';
import { type Gateway, presentBatches } from '@evict/http';
import {
  forConflictCheck,
  gatesOf,
  presentAttention,
  presentCase,
  presentCourtRow,
  presentDocument,
  presentEvent,
  presentQueueRow,
} from '@evict/store/cases';
import { listAttorneyQueue, listCaseEvents, readCaseFile } from '@evict/store/attorney-desk';
import type { Store } from '@evict/store/database';
import { requireView } from '../assigned-case.ts';

/** The attorney's queue and cases. */
export function attorneyCaseRoutes(gateway: Gateway, { store }: { store: Store }): void {
  gateway.route(routes.getAttorneyQueue, async ({ caller }) => {
    const rows = await listAttorneyQueue(store, caller.attorneyId);
    return { status: 200, body: { items: rows.map(presentQueueRow) } };
  });

  gateway.route(routes.getAttorneyCase, async ({ caller, params }) => {
    const viewed = { attorneyId: caller.attorneyId, caseId: params.id };
    const access = await requireView(store, viewed, 'case');
    const file = await readCaseFile(store, viewed);
    // Reassigned or erased in between.
    if (!file) throw new ApiError('not_found');
    const { row, evidence, filings, serviceAttempts, attention } = file;
    if (access === 'conflict_check') {
      const shown = forConflictCheck(presentCase(row));
      const nothing = { evidence: [], filings: [], serviceAttempts: [], events: [] };
      const gates = { passed: gatesOf(row).passed, results: [] };
      return { status: 200, body: { ...shown, ...nothing, gates, attention: presentAttention(attention) } };
    }
    const before = {
      ...presentCase(row),
      gates: gatesOf(row),
      evidence: evidence.map(presentDocument),
      filings: filings.map(presentCourtRow),
      serviceAttempts: serviceAttempts.map(presentCourtRow),
      attention: presentAttention(attention),
    };
    const batches = presentBatches(() => listCaseEvents(store, viewed), presentEvent);
    return { status: 200, streamed: { before, list: 'events', batches } };
  });
}
