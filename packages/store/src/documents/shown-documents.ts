import { presentDocument } from '../cases/present.ts';
import type { DocumentRow } from '../cases/types.ts';
import type { Transaction } from '../database/transactions.ts';

// The column `shownDocuments` holds the current documents of a case as JSON text. Gathering twenty of them from their
// rows would make a read three times as slow. Whatever changes the documents of a case also writes this column.

/** A current document, as a case shows it. */
export type Shown = ReturnType<typeof presentDocument>;

/**
 * The text of the column. Documents of one step share a time, so they are ordered by their spec and not by their random
 * id.
 */
export function shownText(documents: readonly Shown[]): string {
  const keyOf = ({ createdAt, specId, id }: Shown) => [createdAt, specId === null ? '1' : `0${specId}`, id].join('\n');
  return JSON.stringify(documents.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)));
}

/** Writes the column after its transaction, which holds the row of the case, has changed the documents. */
export async function showDocuments(transaction: Transaction, caseId: string): Promise<void> {
  const current = (await transaction.document.findMany({ where: { caseId, superseded: false } })) as DocumentRow[];
  const shownDocuments = shownText(current.map(presentDocument));
  await transaction.case.update({ where: { id: caseId }, data: { shownDocuments }, select: { id: true } });
}
