import { countStored } from '../bytes/storage-quota.ts';
import { inTransaction, type Store } from '../database/store.ts';
import { lockCase } from '../erasure/erase-case.ts';
import { dropErasure } from '../erasure/erasure-list.ts';
import { isDueNow } from './due-cases.ts';

/**
 * Deletes the audit shell of a sandbox case that was erased a year ago, with everything that belongs to it, in one
 * transaction. Returns false if there is no such shell. Live cases keep their shells. Also removes the case from the
 * list of erasures. If a backup older than a year brings it back, retention erases it again the next day.
 */
export async function deleteSandboxShell(store: Store, caseId: string, list: string): Promise<boolean> {
  const isDeleted = await inTransaction(store, 'deleteSandboxShell', caseId, async (transaction) => {
    const row = await lockCase(transaction, caseId);
    if (!row || !(await isDueNow(transaction, 'sandbox_shells', caseId))) return false;
    return countStored(transaction, row, { caseIds: [caseId] }, async () => {
      const ofCase = { where: { caseId } };
      await transaction.checkout.deleteMany({ where: { charge: { caseId } } });
      await transaction.charge.deleteMany(ofCase);
      await transaction.filing.deleteMany(ofCase);
      await transaction.serviceAttempt.deleteMany(ofCase);
      await transaction.document.deleteMany(ofCase);
      // A restored backup may contain rows that the erasure had deleted.
      await transaction.note.deleteMany(ofCase);
      await transaction.command.deleteMany(ofCase);
      await transaction.blob.deleteMany(ofCase);
      await transaction.tenantDataView.deleteMany(ofCase);
      await transaction.caseEvent.deleteMany(ofCase);
      await transaction.erasure.deleteMany({ where: { subject: caseId } });
      await transaction.case.delete({ where: { id: caseId }, select: { id: true } });
      return true;
    });
  });
  if (isDeleted) await dropErasure(list, caseId);
  return isDeleted;
}
