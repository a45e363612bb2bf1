import type { NewDocument } from '@evict/case-model';
import { Prisma } from '../generated/client.ts';

/**
 * Inserts the documents, which supersede older ones of the same spec and those that are named: parts of the statement
 * that records a decision.
 */
export function insertDocuments(documents: readonly NewDocument[], supersedes: readonly string[]): Prisma.Sql[] {
  if (documents.length === 0 && supersedes.length === 0) return [];
  const ids = documents.map(({ id }) => id);
  const specIds = documents.flatMap(({ specId }) => specId ?? []);
  return [
    Prisma.sql`superseded AS (
      UPDATE "Document" SET superseded = true FROM moved
      WHERE "Document"."caseId" = moved.id AND NOT superseded
        AND ("Document".id = ANY (${supersedes}::text[])
          OR ("specId" = ANY (${specIds}::text[]) AND "Document".id <> ALL (${ids}::text[]))))`,
    Prisma.sql`document AS (
      INSERT INTO "Document" (id, "caseId", kind, "specId", filename, "contentType", "contentHash", "sizeBytes")
      SELECT d.id, moved.id, d.kind, d."specId", d.filename, d."contentType", d."contentHash", d."sizeBytes"
      FROM moved, jsonb_populate_recordset(NULL::"Document", ${JSON.stringify(documents)}::jsonb) AS d
      ON CONFLICT (id) DO NOTHING)`,
  ];
}
