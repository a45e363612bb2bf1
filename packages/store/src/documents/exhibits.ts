import type { DocumentPurpose } from '@evict/case-model';
import { firstRow, raw, type Store } from '../database/store.ts';

/** A document that the customer uploaded. */
export interface Exhibit {
  purpose: DocumentPurpose;
  filename: string;
  contentHash: string;
  needsPassword?: boolean;
}

/** SQL for the exhibits of case `c` as a JSON array, oldest first. */
export const exhibitsSql = `(SELECT coalesce(jsonb_agg(jsonb_build_object('purpose', d.purpose, 'filename', d.filename,
    'contentHash', d."contentHash", 'needsPassword', d."needsPassword") ORDER BY d."createdAt", d.id), '[]')
  FROM "Document" d WHERE d."caseId" = c.id AND d.purpose IS NOT NULL AND NOT d.superseded)`;

/** Returns a case's uploads, oldest first. Gates check them, a submit freezes them, and documents list them. */
export async function exhibitsOf(store: Store, caseId: string): Promise<Exhibit[]> {
  const row = await firstRow<{ exhibits: Exhibit[] }>(store)`
    SELECT ${raw(exhibitsSql)} AS exhibits FROM "Case" c WHERE c.id = ${caseId}`;
  return row?.exhibits ?? [];
}
