import { isFinished } from '@evict/case-model';
import { inTransaction, type Store } from '../database/store.ts';
import type { BlobStore } from '../bytes/blob-store.ts';
import { appendErasure } from './erasure-list.ts';
import { eraseDetails, lockCase } from './erase-details.ts';
import { isDueNow } from '../retention/due-cases.ts';
import { attorneyWhoConsents, type ErasureGround, wordsOf } from './erasure-ground.ts';

export interface ErasureRequest {
  caseId: string;
  /** On the owner's request and without consent by default. */
  ground?: ErasureGround;
  /** An operator's name, or the platform's own job. */
  operator: string;
  /** The path of the erasure list, which is kept apart from backups; empty for none. */
  list: string;
  blobs: BlobStore;
}

export type ErasureOutcome =
  /** `again`: they were erased before, and nothing was done now. */
  { ok: true; erasedAt: Date; again: boolean } | { ok: false; code: ErasureRefusal };

type ErasureRefusal = 'not_found' | 'not_finished' | 'legal_hold' | 'consent_required';

/**
 * Erases the details of a finished case permanently; its audit shell stays. One transaction under the lock of the
 * case's row, which everything is checked under. Retention erases what is due by its rule. A live case that ended less
 * than a year ago and had an attorney needs the attorney's consent on the owner's request. The erasure is listed before the commit: what cannot be listed is not erased. Bytes outside the database
 * are deleted after the commit; if that fails, it throws and can be called again. Daily retention completes interrupted
 * erasures. Temporal has nothing to erase.
 */
export async function eraseCase(store: Store, request: ErasureRequest): Promise<ErasureOutcome> {
  const outcome = await eraseRows(store, request);
  if (outcome.ok) await request.blobs.eraseCase(request.caseId);
  return outcome;
}

async function eraseRows(
  store: Store,
  { caseId, operator, list, ground = { basis: 'owner_request' } }: ErasureRequest,
): Promise<ErasureOutcome> {
  return inTransaction(store, 'eraseCase', caseId, async (transaction): Promise<ErasureOutcome> => {
    const row = await lockCase(transaction, caseId);
    if (!row) return { ok: false, code: 'not_found' };
    if (row.erasedAt) return { ok: true, erasedAt: row.erasedAt, again: true };
    if (!isFinished(row.state)) return { ok: false, code: 'not_finished' };
    if (row.legalHold) return { ok: false, code: 'legal_hold' };
    if (ground.basis === 'retention' && !(await isDueNow(transaction, ground.rule, caseId))) {
      return { ok: false, code: 'not_finished' };
    }
    const attorneyId = await attorneyWhoConsents(transaction, caseId);
    if (ground.basis === 'owner_request' && !ground.consent && attorneyId !== null) {
      return { ok: false, code: 'consent_required' };
    }
    const { basis } = ground;
    const words = wordsOf(ground, attorneyId);
    const { state, sequence } = row;
    const erasure = { caseId, operator, basis, words, state, sequence };
    const erasedAt = await eraseDetails(transaction, erasure, row);
    await appendErasure(list, { ...erasure, erasedAt });
    return { ok: true, erasedAt, again: false };
  });
}
