import { dropErasure } from '../erasure/erasure-list.ts';
import { inTransaction, type Store } from '../database/store.ts';

/**
 * Deletes what erasure has left of a sandbox case, with everything that belongs to it, in one transaction. False where
 * there is no such case, or not such a one: a live case keeps its shell for good. The list of erasures forgets the case as
 * well: what a backup of more than a year ago brings back, retention erases on the next day by itself.
 */
export async function deleteSandboxShell(store: Store, caseId: string, list: string): Promise<boolean> {
  const isDeleted = await deleteRows(store, caseId);
  if (isDeleted) await dropErasure(list, caseId);
  return isDeleted;
}

async function deleteRows(store: Store, caseId: string): Promise<boolean> {
  return inTransaction(store, 'deleteSandboxShell', caseId, async (transaction) => {
    const [row] = await transaction.$queryRaw<{ isShell: boolean }[]>`
      SELECT "erasedAt" IS NOT NULL AND mode = 'test' AS "isShell" FROM "Case" WHERE id = ${caseId} FOR UPDATE`;
    if (!row?.isShell) return false;
    const where = { caseId };
    // What the erasure has deleted can have come in again, from a backup for example.
    await transaction.note.deleteMany({ where });
    await transaction.attorneyCommand.deleteMany({ where });
    await transaction.operatorCommand.deleteMany({ where });
    await transaction.blob.deleteMany({ where });
    await transaction.filing.deleteMany({ where });
    await transaction.serviceAttempt.deleteMany({ where });
    await transaction.document.deleteMany({ where });
    await transaction.checkout.deleteMany({ where: { charge: where } });
    await transaction.charge.deleteMany({ where });
    await transaction.tenantDataView.deleteMany({ where });
    await transaction.caseEvent.deleteMany({ where });
    await transaction.erasure.deleteMany({ where: { subject: caseId } });
    await transaction.case.delete({ where: { id: caseId }, select: { id: true } });
    return true;
  });
}
