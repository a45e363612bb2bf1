import { type CaseRecord, type Mode, newCase, nextAction, type State } from '@evict/case-model';
import { countStored } from '../bytes/storage-quota.ts';
import type { Transaction } from '../database/transactions.ts';
import { showDocuments } from '../documents/shown-documents.ts';
import type { CaseErasure } from './erasure-list.ts';

/**
 * Removes all tenant data from the rows of a case and leaves its audit shell: ids, states, times, the order of its
 * events, hashes of documents and approvals, who approved, charges, names and statuses of gates. The caller holds the
 * lock of the case's row. The words of its ground are recorded with the erasure and stay. The database refuses it before
 * its age, unless an operator's action is under way. Returns when it was erased.
 */
export async function eraseDetails(
  transaction: Transaction,
  erasure: Omit<CaseErasure, 'erasedAt'> & { erasedAt?: Date },
  { organizationId, mode }: Pick<LockedCase, 'organizationId' | 'mode'>,
): Promise<Date> {
  const { caseId, state, sequence } = erasure;
  // What remains: a late command finds a finished case. The database keeps who approved which bytes.
  const record: CaseRecord = { ...newCase({ caseId, organizationId, mode }, 0), state, sequence };
  const given = JSON.stringify({ ...erasure, record, nextAction: nextAction(record) });
  const [erased] = await countStored(
    transaction,
    { organizationId, mode },
    { caseIds: [caseId] },
    () => transaction.$queryRaw<{ at: Date | null }[]>`SELECT "eraseCase"(${caseId}, ${given}::jsonb) AS at`,
  );
  if (!erased?.at) throw new Error('the case was erased before');
  await showDocuments(transaction, caseId);
  await transaction.case.update({ where: { id: caseId }, data: { ledgerBalanceCents: null }, select: { id: true } });
  await transaction.caseSearch.deleteMany({ where: { caseId } });
  await transaction.blob.deleteMany({ where: { caseId } });
  return erased.at;
}

/** The state on which an erasure decides. */
interface LockedCase {
  organizationId: string;
  mode: Mode;
  state: State;
  sequence: number;
  legalHold: boolean;
  erasedAt: Date | null;
}

/** Locks the row of a case; null if there is none. */
export async function lockCase(transaction: Transaction, caseId: string): Promise<LockedCase | null> {
  const [row] = await transaction.$queryRaw<LockedCase[]>`
    SELECT "organizationId", mode, state, sequence, "legalHold", "erasedAt" FROM "Case" WHERE id = ${caseId} FOR UPDATE`;
  return row ?? null;
}
