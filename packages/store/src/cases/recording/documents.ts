import type { Transition } from '@evict/case-model';
import type { CommandText } from '../authority/written-commands.ts';
import type { Transaction } from '../../database/transactions.ts';

/** Records documents. They supersede older ones of the same spec, and those that the transition names. */
export async function recordDocuments(
  transaction: Transaction,
  { caseId, documents = [], supersedes = [] }: Transition,
  { filename: attachedName }: CommandText,
): Promise<void> {
  if (documents.length === 0 && supersedes.length === 0) return;
  const ids = documents.map(({ id }) => id);
  const specIds = documents.flatMap(({ specId }) => specId ?? []);
  await transaction.document.updateMany({
    where: { caseId, OR: [{ id: { in: [...supersedes] } }, { id: { notIn: ids }, specId: { in: specIds } }] },
    data: { superseded: true },
  });
  await transaction.document.createMany({
    data: documents.map((document) => {
      const filename = document.filename ?? attachedName;
      if (filename === undefined) throw new Error('an attached document needs a filename');
      return { ...document, caseId, filename };
    }),
    skipDuplicates: true,
  });
}
