import type { Transition } from '@evict/case-model';
import { Prisma } from '../../generated/client.ts';
import type { CommandText } from '../authority/written-commands.ts';

/**
 * Inserts the documents, which supersede older ones of the same spec and those that the transition names: parts of the
 * statement that records it.
 */
export function insertDocuments(
  { caseId, documents = [], supersedes = [] }: Transition,
  { filename: attachedName }: CommandText,
): Prisma.Sql[] {
  if (documents.length === 0 && supersedes.length === 0) return [];
  const rows = documents.map((document) => {
    const filename = document.filename ?? attachedName;
    if (filename === undefined) throw new Error('an attached document needs a name');
    return { ...document, filename };
  });
  const ids = rows.map(({ id }) => id);
  const specIds = rows.flatMap(({ specId }) => specId ?? []);
  return [
    Prisma.sql`superseded AS (
      UPDATE "Document" SET superseded = true
      WHERE "caseId" = ${caseId} AND NOT superseded
        AND (id = ANY (${supersedes}::text[]) OR ("specId" = ANY (${specIds}::text[]) AND id <> ALL (${ids}::text[]))))`,
    Prisma.sql`document AS (
      INSERT INTO "Document" (id, "caseId", kind, "specId", filename, "contentType", "contentHash", "sizeBytes")
      SELECT d.id, ${caseId}::text, d.kind, d."specId", d.filename, d."contentType", d."contentHash", d."sizeBytes"
      FROM jsonb_populate_recordset(NULL::"Document", ${JSON.stringify(rows)}::jsonb) AS d
      ON CONFLICT (id) DO NOTHING)`,
  ];
}
