import { presentDocument } from '../cases/present.ts';
import type { DocumentRow } from '../cases/types.ts';
import type { Transaction } from '../database/transactions.ts';

// The column `shownDocuments` of a case has its current documents as JSON text. A read that gathered twenty of them from
// their rows would take three times as long. Whatever changes the documents of a case writes it.

/** A current document, as a case shows it. */
export type Shown = ReturnType<typeof presentDocument>;

/** The text of the column. Documents of one step share a time: they are ordered by spec, not by random id. */
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
