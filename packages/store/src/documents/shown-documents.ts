import { presentDocument } from '../cases/present.ts';
import type { DocumentRow } from '../cases/types.ts';
import type { Transaction } from '../database/transactions.ts';

// The column `shownDocuments` holds a case's current documents as JSON. Gathering twenty of them from their rows would
// make a read three times as slow. So every change to a case's documents must also update this column.

/** A current document, in the form that responses show. */
export type Shown = ReturnType<typeof presentDocument>;

/**
 * Returns the value of the column `shownDocuments`. Documents made in one step have the same time, so they are sorted
 * by spec and not by their random ids.
 */
export function shownText(documents: readonly Shown[]): string {
  const keyOf = ({ createdAt, specId, id }: Shown) => [createdAt, specId === null ? '1' : `0${specId}`, id].join('\n');
  return JSON.stringify(documents.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)));
}

/**
 * Updates the column `shownDocuments` after the transaction has changed the case's documents. The transaction must hold
 * the lock on the case's row.
 */
export async function showDocuments(transaction: Transaction, caseId: string): Promise<void> {
  const current = (await transaction.document.findMany({ where: { caseId, superseded: false } })) as DocumentRow[];
  const shownDocuments = shownText(current.map(presentDocument));
  await transaction.case.update({ where: { id: caseId }, data: { shownDocuments }, select: { id: true } });
}
