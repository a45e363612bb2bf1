import { createHash } from 'node:crypto';
import { ApiError, invalidRequest, pageSize, routes } from '@evict/contract';
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
import { type AttorneyCaseEnd, listAttorneyCases, presentAttorneyCase } from '@evict/store/attorney-cases';
import { listAttorneyQueue, listCaseEvents, readCaseFile } from '@evict/store/attorney-desk';
import type { Store } from '@evict/store/database';
import { requireView } from '../assigned-case.ts';

/** Serves the attorney's queue and cases. */
export function attorneyCaseRoutes(gateway: Gateway, { store }: { store: Store }): void {
  gateway.route(routes.getAttorneyQueue, async ({ caller }) => {
    const rows = await listAttorneyQueue(store, caller.attorneyId);
    return { status: 200, body: { items: rows.map(presentQueueRow) } };
  });

  gateway.route(routes.listAttorneyCases, async ({ caller, query }) => {
    const { waitsFor = null, q = null, sort = 'nextDate' } = query;
    const limit = pageSize(query.limit);
    const listing = createHash('sha256')
      .update(JSON.stringify([waitsFor, q, sort]))
      .digest('base64url');
    const after = query.cursor === undefined ? null : readCursor(listing, query.cursor);
    const { attorneyId } = caller;
    const rows = await listAttorneyCases(store, { attorneyId, waitsFor, q, sort, after, limit });
    const page = rows.slice(0, limit);
    const last = rows.length > limit ? page.at(-1) : undefined;
    return {
      status: 200,
      body: { items: page.map(presentAttorneyCase), nextCursor: last ? writeCursor(listing, last) : null },
    };
  });

  gateway.route(routes.getAttorneyCase, async ({ caller, params }) => {
    const viewed = { attorneyId: caller.attorneyId, caseId: params.id };
    const access = await requireView(store, viewed, 'case');
    const file = await readCaseFile(store, viewed);
    // The case was reassigned or erased meanwhile.
    if (!file) throw new ApiError('not_found');
    const { row, evidence, filings, serviceAttempts, attention, beforeChanges } = file;
    if (access === 'conflict_check') {
      const shown = forConflictCheck(presentCase(row));
      const nothing = { evidence: [], filings: [], serviceAttempts: [], beforeChanges: null, events: [] };
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
      beforeChanges,
    };
    const batches = presentBatches(() => listCaseEvents(store, viewed), presentEvent);
    return { status: 200, streamed: { before, list: 'events', batches } };
  });
}

/**
 * Encodes the end of a page as a cursor. It isn't signed, because any cursor leads only to the attorney's own cases.
 */
function writeCursor(listing: string, { key, id }: AttorneyCaseEnd): string {
  return Buffer.from(JSON.stringify([listing, key, id])).toString('base64url');
}

/** Parses a cursor. Throws 400 for anything that `writeCursor` didn't write for this list. */
function readCursor(listing: string, cursor: string): AttorneyCaseEnd {
  try {
    const [written, key, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[];
    const isText = typeof key === 'string' && typeof id === 'string' && !`${key}${id}`.includes('\0');
    if (written === listing && isText) return { key, id };
  } catch {
    // The cursor isn't JSON.
  }
  const message = 'Must be a nextCursor of this list under the same filters.';
  throw invalidRequest([{ path: 'cursor', code: 'cursor', message }]);
}
