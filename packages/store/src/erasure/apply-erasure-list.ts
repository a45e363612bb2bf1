import { inTransaction, type Store } from '../database/store.ts';
import { newId } from '../ids.ts';
import { eraseAccount } from './erase-account.ts';
import { eraseLeadAgain } from './erase-lead.ts';
import { type CaseErasure, type Erasure, readErasures, subjectOf } from './erasure-list.ts';
import type { BlobStore } from '../bytes/blob-store.ts';
import { eraseDetails, lockCase } from './erase-case.ts';

export interface AppliedList {
  /** Ids of cases, accounts and leads that the restore had brought back. */
  erased: string[];
  /** How many of the listed cases, accounts and leads were already erased. */
  already: number;
  /** How many of them don't exist in the database. */
  unknown: number;
  /** Ids of cases under legal hold and of accounts with open live cases. An operator has to decide about them. */
  held: string[];
}

/**
 * Repeats all listed erasures after a restore from an older backup. Idempotent. A case restored to a time before it
 * ended gets the state in which it was erased. Bytes outside the database are deleted for every listed case that isn't
 * held, because they may be newer than the database. Throws if an entry is invalid.
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

async function eraseAgain(store: Store, erasure: Erasure): Promise<keyof AppliedList> {
  if ('caseId' in erasure) return eraseCaseAgain(store, erasure);
  if ('leadId' in erasure) return eraseLeadAgain(store, erasure);
  const outcome = await eraseAccount(store, { ...erasure, list: '' });
  if (!outcome.ok) return outcome.code === 'not_found' ? 'unknown' : 'held';
  return outcome.again ? 'already' : 'erased';
}

async function eraseCaseAgain(store: Store, erasure: CaseErasure): Promise<keyof AppliedList> {
  return inTransaction(store, 'applyErasureList', erasure.caseId, async (transaction) => {
    const row = await lockCase(transaction, erasure.caseId);
    if (!row) return 'unknown';
    if (row.erasedAt) return 'already';
    if (row.legalHold) return 'held';
    await eraseDetails(transaction, row, erasure);
    // A backup from before the erasure lacks the operator's action in the organization's audit log, so record it again.
    const { operator, basis } = erasure;
    await transaction.operatorAction.create({
      data: {
        id: newId('operatorAction'),
        operator,
        command: 'case erase',
        subject: erasure.caseId,
        organizationId: row.organizationId,
        detail: { basis },
        outcome: 'done',
      },
      select: { id: true },
    });
    return 'erased';
  });
}
