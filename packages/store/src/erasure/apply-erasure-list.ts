import { inTransaction, type Store } from '../database/store.ts';
import { eraseAccountAgain } from './erase-account.ts';
import { eraseLeadAgain } from './erase-lead.ts';
import { type CaseErasure, type Erasure, readErasures, subjectOf } from './erasure-list.ts';
import type { BlobStore } from '../bytes/blob-store.ts';
import { lockCase } from './lock-case.ts';
import { eraseDetails } from './erase-details.ts';

export interface AppliedList {
  /** Ids of cases, accounts and leads that were there again. */
  erased: string[];
  /** How many were erased already. */
  already: number;
  /** How many the database does not know, restored to a time before them. */
  unknown: number;
  /** Ids of cases under legal hold and of accounts with open live cases, in the restored state: operators decide. */
  held: string[];
}

/**
 * Erases again what is listed, after a restore from a backup that still had it; every time with the same result. A case
 * that was restored as it was before its end gets the state in which it had been erased. Bytes outside the database go
 * for every case that is listed and not held: they may be of another time than the database; for the same reason
 * Temporal is asked again for the histories of all of them. Throws on what is no erasure.
 */
export async function applyErasureList(store: Store, blobs: BlobStore, list: string): Promise<AppliedList> {
  const applied: AppliedList = { erased: [], already: 0, unknown: 0, held: [] };
  for (const erasure of await readErasures(list)) {
    const result = await eraseAgain(store, erasure);
    if ('caseId' in erasure && result !== 'held') await blobs.eraseCase(erasure.caseId);
    if (result === 'erased' || result === 'held') applied[result].push(subjectOf(erasure));
    else applied[result] += 1;
  }
  return applied;
}

function eraseAgain(store: Store, erasure: Erasure): Promise<keyof AppliedList> {
  if ('caseId' in erasure) return eraseCaseAgain(store, erasure);
  return 'userId' in erasure ? eraseAccountAgain(store, erasure) : eraseLeadAgain(store, erasure);
}

async function eraseCaseAgain(store: Store, erasure: CaseErasure): Promise<keyof AppliedList> {
  return inTransaction(store, 'applyErasureList', erasure.caseId, async (transaction) => {
    const row = await lockCase(transaction, erasure.caseId);
    if (!row) return 'unknown';
    if (row.erasedAt) {
      const data = { historyDeletedAt: null };
      await transaction.case.update({ where: { id: erasure.caseId }, data, select: { id: true } });
      return 'already';
    }
    if (row.legalHold) return 'held';
    await eraseDetails(transaction, erasure);
    return 'erased';
  });
}
