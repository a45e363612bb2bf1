import { isFinished } from '@evict/case-model';
import type { Store } from '../store.ts';
import type { KeptBytes } from './kept-bytes.ts';
import { appendErasure } from './erasure-list.ts';
import { lockBounds, lockCase } from './lock-case.ts';
import { eraseDetails } from './what-goes.ts';

export interface ErasureRequest {
  caseId: string;
  /** Whose word it is: an operator's name, or the platform's own job. */
  operator: string;
  /** The file that lists erasures apart from the backups; empty for none. */
  listFile: string;
  blobs: KeptBytes;
}

export type ErasureOutcome =
  /** `again`: they had been erased before, and nothing was done now. */
  { ok: true; erasedAt: Date; again: boolean } | { ok: false; code: ErasureRefusal };

type ErasureRefusal = 'not_found' | 'not_finished' | 'legal_hold';

/**
 * Erases the details of a finished case for good; its audit shell stays. One transaction under the lock of the case's
 * row. The erasure is in the list file before it is committed: what cannot be listed is not erased. Bytes that are kept
 * outside the database go once it is committed; where that fails it throws, and can be called again. Retention takes
 * away every day what a process that died then has left.
 */
export async function eraseCase(store: Store, request: ErasureRequest): Promise<ErasureOutcome> {
  const outcome = await eraseRows(store, request);
  if (outcome.ok) await request.blobs.eraseCase(request.caseId);
  return outcome;
}

async function eraseRows(store: Store, { caseId, operator, listFile }: ErasureRequest): Promise<ErasureOutcome> {
  return store.prisma.$transaction(async (transaction): Promise<ErasureOutcome> => {
    const row = await lockCase(transaction, caseId);
    if (!row) return { ok: false, code: 'not_found' };
    if (row.erasedAt) return { ok: true, erasedAt: row.erasedAt, again: true };
    if (!isFinished(row.state)) return { ok: false, code: 'not_finished' };
    if (row.legalHold) return { ok: false, code: 'legal_hold' };
    const erasure = { caseId, operator, erasedAt: new Date(), state: row.state, sequence: row.sequence };
    await eraseDetails(transaction, erasure);
    await appendErasure(listFile, erasure);
    return { ok: true, erasedAt: erasure.erasedAt, again: false };
  }, lockBounds);
}
