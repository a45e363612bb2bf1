import { documentsToApprove, type Stage, stageUnderReview } from '@evict/case-model';
import { readRecord } from '../decisions/versions.ts';
import { poolOf, type Store } from '../database/store.ts';
import { assignedTo } from './assigned-cases.ts';
import { documentColumns } from '../cases/reads.ts';
import type { AssignedCase, DocumentRow } from '../cases/types.ts';

/** What an approval of the attorney's case has to name now. */
export interface ReviewRequirements {
  /** Null outside review. */
  stage: Stage | null;
  /** Empty while the summary is being made. */
  documents: DocumentRow[];
}

/** What a review is decided on; null if the case is not assigned to the attorney, or erased. */
export async function readReviewRequirements(
  store: Store,
  { attorneyId, caseId }: AssignedCase,
): Promise<ReviewRequirements | null> {
  const { rows } = await poolOf(store).query<ReviewedRow>({
    name: 'attorney-review',
    text: reviewed,
    values: [caseId, attorneyId],
  });
  const [row] = rows;
  if (!row) return null;
  const record = readRecord(row.record);
  const stage = record && stageUnderReview(record);
  if (!record || !stage) return { stage: null, documents: [] };
  const required = documentsToApprove(record, stage, row.factsVersion);
  return { stage, documents: await findInOrder(store, caseId, required ?? []) };
}

interface ReviewedRow {
  record: unknown;
  factsVersion: number;
}

const reviewed = `SELECT c.record, c."factsVersion" FROM "Case" c
  WHERE ${assignedTo('$2')} AND c."erasedAt" IS NULL`;

async function findInOrder(store: Store, caseId: string, wanted: readonly { id: string }[]): Promise<DocumentRow[]> {
  if (wanted.length === 0) return [];
  const { rows } = await poolOf(store).query<DocumentRow>({
    name: 'documents-of-review',
    text: `SELECT ${documentColumns} FROM unnest($2::text[]) WITH ORDINALITY AS wanted (id, place)
        JOIN "Document" d ON d.id = wanted.id AND d."caseId" = $1 ORDER BY wanted.place`,
    values: [caseId, wanted.map(({ id }) => id)],
  });
  return rows;
}
