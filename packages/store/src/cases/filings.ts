import { type CourtNumber, courtNumbers } from '@evict/case-model';
import { prismaOf, type Store } from '../database/store.ts';

/** The numbers that the court gave to a filing; null: none was reported. */
export type FilingNumbers = Readonly<Record<CourtNumber, string | null>>;

/** The numbers of one filing of the case, or of its last one; null if there is none. */
export async function findFilingNumbers(
  store: Store,
  caseId: string,
  filingId?: string,
): Promise<FilingNumbers | null> {
  return prismaOf(store).filing.findFirst({
    where: { caseId, ...(filingId !== undefined && { id: filingId }) },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    select: { envelopeId: true, courtCaseNumber: true },
  });
}

/** The numbers that a correction changes: given, and not the ones on record. All that are given if there is no filing. */
export function changedNumbers(
  onRecord: FilingNumbers | null,
  given: Partial<Record<CourtNumber, string | undefined>>,
): CourtNumber[] {
  return courtNumbers.filter((field) => given[field] !== undefined && given[field] !== onRecord?.[field]);
}
