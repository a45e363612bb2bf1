import { countStored } from '../bytes/storage-quota.ts';
import { inTransaction, type Store } from '../database/store.ts';
import { lockCase } from '../erasure/erase-details.ts';
import { dropErasure } from '../erasure/erasure-list.ts';

/**
 * Deletes the audit shell of a sandbox case with everything that belongs to it, a year after its erasure, in one
 * transaction.
 * Returns false if there is no such shell: live cases keep theirs. Also removes the case from the list of erasures: if a
 * backup of more than a year ago brings it back, retention erases it on the next day.
 */
export async function deleteSandboxShell(store: Store, caseId: string, list: string): Promise<boolean> {
  const isDeleted = await inTransaction(store, 'deleteSandboxShell', caseId, async (transaction) => {
    const row = await lockCase(transaction, caseId);
    if (!row) return false;
    return countStored(transaction, row, { caseIds: [caseId] }, async () => {
      const [shell] = await transaction.$queryRaw<{ isDeleted: boolean }[]>`
        SELECT "deleteShell"(${caseId}) AS "isDeleted"`;
      return shell?.isDeleted === true;
    });
  });
  if (isDeleted) await dropErasure(list, caseId);
  return isDeleted;
}
