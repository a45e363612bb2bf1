import type { NewDocument } from '@evict/case-model';
import { type Shown, shownText } from '../documents/shown-documents.ts';
import { Prisma } from '../generated/client.ts';

/** How a decision changes the documents of its case. */
interface DocumentChange {
  added: readonly NewDocument[];
  /** Ids of documents to supersede, in addition to older ones with the same spec as an added one. */
  supersedes: readonly string[];
  createdAt: Date;
}

/** Returns the CTEs that insert documents and supersede others. */
export function insertDocuments({ added, supersedes, createdAt }: DocumentChange): Prisma.Sql[] {
  if (added.length === 0 && supersedes.length === 0) return [];
  const ids = added.map(({ id }) => id);
  return [
    Prisma.sql`superseded AS (
      UPDATE "Document" SET superseded = true FROM moved
      WHERE "Document"."caseId" = moved.id AND NOT superseded
        AND ("Document".id = ANY (${supersedes}::text[])
          OR ("specId" = ANY (${specsOf(added)}::text[]) AND "Document".id <> ALL (${ids}::text[]))))`,
    Prisma.sql`document AS (
      INSERT INTO "Document" (id, "caseId", kind, "specId", filename, "contentType", "contentHash", "sizeBytes", "createdAt")
      SELECT d.id, moved.id, d.kind, d."specId", d.filename, d."contentType", d."contentHash", d."sizeBytes",
        ${createdAt.toISOString()}::timestamptz
      FROM moved, jsonb_populate_recordset(NULL::"Document", ${JSON.stringify(added)}::jsonb) AS d
      ON CONFLICT (id) DO NOTHING)`,
  ];
}

/** Returns the value of the column `shownDocuments` after the change. */
export function shownAfter(shown: readonly Shown[], { added, supersedes, createdAt }: DocumentChange): string {
  const specIds = specsOf(added);
  const stays = ({ id, specId }: Shown) =>
    !supersedes.includes(id) && (added.some((one) => one.id === id) || specId === null || !specIds.includes(specId));
  const isNew = ({ id }: NewDocument) => !shown.some((one) => one.id === id);
  const made = added.filter(isNew).map(({ id, kind, specId, filename, contentHash }) => ({
    id,
    kind,
    specId,
    filename,
    contentHash,
    authorId: null,
    createdAt: createdAt.toISOString(),
  }));
  return shownText([...shown.filter(stays), ...made]);
}

function specsOf(documents: readonly NewDocument[]): string[] {
  return documents.flatMap(({ specId }) => specId ?? []);
}
