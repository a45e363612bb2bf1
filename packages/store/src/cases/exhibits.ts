import type { DocumentPurpose } from '@evict/case-model';
import type { Transaction } from '../transactions.ts';

/** A document that the customer uploaded. */
export interface Exhibit {
  purpose: DocumentPurpose;
  filename: string;
  contentHash: string;
}

/** The uploads of a case, oldest first: what is checked, frozen at submit and listed in its papers. */
export async function listExhibits(prisma: Transaction, caseId: string): Promise<Exhibit[]> {
  const uploads = await prisma.document.findMany({
    where: { caseId, purpose: { not: null }, superseded: false },
    select: { purpose: true, filename: true, contentHash: true },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });
  return uploads as Exhibit[];
}
