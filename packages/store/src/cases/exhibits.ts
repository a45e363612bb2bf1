import type { DocumentPurpose } from '@evict/case-model';
import { prismaOf, type Store } from '../database/store.ts';

/** A document that the customer uploaded. */
export interface Exhibit {
  purpose: DocumentPurpose;
  filename: string;
  contentHash: string;
}

/** The uploads of a case, oldest first: the gates check them, a submit freezes them, and documents list them. */
export async function exhibitsOf(store: Store, caseId: string): Promise<Exhibit[]> {
  const uploads = await prismaOf(store).document.findMany({
    where: { caseId, purpose: { not: null }, superseded: false },
    select: { purpose: true, filename: true, contentHash: true },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });
  return uploads as Exhibit[];
}
