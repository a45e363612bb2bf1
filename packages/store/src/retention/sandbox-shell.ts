import { dropErasure } from '../erasure/erasure-list.ts';
import { inTransaction, type Store } from '../database/store.ts';

/**
 * Deletes the audit shell of an erased sandbox case with everything that belongs to it, in one transaction. Returns
 * false if there is no such shell: live cases keep theirs. Also removes the case from the list of erasures: if a backup
 * of more than a year ago brings it back, retention erases it on the next day.
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
    // Rows that erasure deletes may exist again, for example from a backup.
    await transaction.note.deleteMany({ where });
    await transaction.command.deleteMany({ where });
    await transaction.blob.deleteMany({ where });
    await transaction.filing.deleteMany({ where });
    await transaction.serviceAttempt.deleteMany({ where });
    await transaction.document.deleteMany({ where });
    await transaction.checkout.deleteMany({ where: { charge: where } });
    await transaction.charge.deleteMany({ where });
    await transaction.tenantDataView.deleteMany({ where });
    await transaction.caseEvent.deleteMany({ where });
    await transaction.chainLink.deleteMany({ where });
    await transaction.chainHead.deleteMany({ where });
    await transaction.erasure.deleteMany({ where: { subject: caseId } });
    await transaction.case.delete({ where: { id: caseId }, select: { id: true } });
    return true;
  });
}
