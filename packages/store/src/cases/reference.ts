import { isFinished, type State } from '@evict/case-model';
import { inTransaction, type Store } from '../database/store.ts';
import type { Transaction } from '../database/transactions.ts';
import { linesForSearch } from '../search-text.ts';
import type { Scope } from './types.ts';

/**
 * The result of setting a reference. `taken` means that another case in the scope has it. Null means that the scope has
 * no such case.
 */
export type ReferenceOutcome = 'set' | 'finished' | 'taken' | 'erased' | null;

/**
 * Sets or removes the customer's reference of a case that isn't finished. This needs no command, because decisions
 * never touch the column. The version of the facts stays the same, so that a submit in progress isn't disturbed.
 */
export async function setReference(
  store: Store,
  scope: Scope,
  id: string,
  reference: string | null,
): Promise<ReferenceOutcome> {
  const { organizationId, mode } = scope;
  return inTransaction(store, 'setReference', `${organizationId} ${id}`, async (transaction) => {
    const [row] = await transaction.$queryRaw<LockedCase[]>`
      SELECT state, reference, "erasedAt" FROM "Case"
      WHERE id = ${id} AND "organizationId" = ${organizationId} AND mode = ${mode} FOR NO KEY UPDATE`;
    if (!row) return null;
    if (row.erasedAt) return 'erased';
    if (isFinished(row.state)) return 'finished';
    if (row.reference === reference) return 'set';
    if (reference !== null && (await isTaken(transaction, scope, reference))) return 'taken';
    await transaction.$executeRaw`
      UPDATE "Case" SET reference = ${reference}, "updatedAt" = clock_timestamp() WHERE id = ${id}`;
    const lines = reference === null ? null : linesForSearch(reference);
    await transaction.caseSearch.updateMany({ where: { caseId: id }, data: { reference: lines } });
    return 'set';
  });
}

interface LockedCase {
  state: State;
  reference: string | null;
  erasedAt: Date | null;
}

/**
 * Returns whether another case in the scope has the reference. Takes a lock first, so that references in a scope are
 * set one at a time. Otherwise, two cases that swap references at the same time would deadlock on the unique index.
 */
async function isTaken(transaction: Transaction, { organizationId, mode }: Scope, reference: string): Promise<boolean> {
  await transaction.$executeRaw`
    SELECT pg_advisory_xact_lock(hashtextextended(${`reference ${organizationId} ${mode}`}, 0))`;
  const found = await transaction.case.findFirst({
    where: { organizationId, mode, reference },
    select: { id: true },
  });
  return found !== null;
}
