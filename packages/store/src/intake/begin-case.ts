import type { DocumentPurpose } from '@evict/case-model';
import { currentAuthorId } from '../audit/origin.ts';
import { countStored, QuotaExceededError, type StorageQuota } from '../bytes/storage-quota.ts';
import { newDraft, type NewDraft } from '../cases/drafts.ts';
import type { CaseFullness, StoredBounds } from '../cases/stored-bounds.ts';
import type { Scope } from '../cases/types.ts';
import { inTransaction, raw, type Store } from '../database/store.ts';
import type { Transaction } from '../database/transactions.ts';
import { showDocuments } from '../documents/shown-documents.ts';
import { newIdSql } from '../ids.ts';
import { partBytes, waits } from './files.ts';

/**
 * Why a case was not started. `unknown` lists ids that aren't in the inbox, and `notEvidence` lists files whose type
 * can't be evidence.
 */
export type BeginRefusal =
  | { kind: 'files'; unknown: string[]; notEvidence: string[] }
  | { kind: 'prior_notice_missing' | CaseFullness };

interface Taken {
  id: string;
  purpose: DocumentPurpose | null;
  isEvidence: boolean;
  sizeBytes: number;
}

/**
 * Creates a draft with these inbox files as evidence, and removes them from the inbox, in one transaction. Returns null
 * once the draft exists, even if an earlier attempt created it under this id. Throws `QuotaExceededError` if the quota
 * has no room.
 */
export async function beginCase(
  store: Store,
  scope: Scope,
  draft: NewDraft & { quota: StorageQuota },
  fileIds: readonly string[],
  { maxStoredBytes, maxDocuments }: StoredBounds,
): Promise<BeginRefusal | null> {
  const { organizationId, mode } = scope;
  return inTransaction(store, 'beginCase', organizationId, async (transaction) => {
    const known = { id: draft.id, organizationId, mode };
    if ((await transaction.case.count({ where: known })) > 0) return null;
    // Lock the organization first, as an erasure does, to avoid a deadlock.
    await transaction.$executeRaw`SELECT FROM "Organization" WHERE id = ${organizationId} FOR KEY SHARE`;
    // Lock the files, so that they can't be removed meanwhile and two cases with the same file start one after the
    // other.
    const files = await transaction.$queryRaw<Taken[]>`
      SELECT id, purpose, "sizeBytes", "contentType" IN ('application/pdf', 'image/jpeg', 'image/png') AS "isEvidence"
      FROM "IntakeFile" WHERE id = ANY (${fileIds}) AND "organizationId" = ${organizationId} AND mode = ${mode} AND ${waits}
      ORDER BY id FOR UPDATE`;
    const unknown = fileIds.filter((id) => !files.some((file) => file.id === id));
    const notEvidence = files.filter(({ isEvidence }) => !isEvidence).map(({ id }) => id);
    if (unknown.length + notEvidence.length > 0) return { kind: 'files', unknown, notEvidence };
    if (!draft.facts.priorNotice && files.some(({ purpose }) => purpose === 'prior_notice')) {
      return { kind: 'prior_notice_missing' };
    }
    if (files.length > maxDocuments) return { kind: 'too_many_documents' };
    const bytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    if (bytes > maxStoredBytes) return { kind: 'storage_full' };
    const [made] = await transaction.$queryRaw<{ isKept: boolean }[]>(newDraft(scope, draft));
    if (!made?.isKept) throw new QuotaExceededError();
    await countStored(transaction, scope, { caseIds: [draft.id], quota: draft.quota }, async () => {
      for (const id of fileIds) await moveFile(transaction, id, draft.id);
    });
    await showDocuments(transaction, draft.id);
    return null;
  });
}

/**
 * Moves an inbox file to a case as evidence. Each file has its own statement, because a statement's time is limited.
 */
async function moveFile(transaction: Transaction, id: string, caseId: string): Promise<void> {
  await transaction.$executeRaw`
    WITH taken AS (
      DELETE FROM "IntakeFile" WHERE id = ${id} RETURNING *, ${raw(newIdSql('document'))} AS "documentId"
    ), added AS (
      INSERT INTO "Document" (id, "caseId", "authorId", kind, purpose, filename, "contentType", "contentHash", "sizeBytes",
        "needsPassword")
      SELECT "documentId", ${caseId}, ${currentAuthorId()}, 'evidence', coalesce(purpose, 'other'), filename, "contentType",
        "contentHash", "sizeBytes", "needsPassword" FROM taken
    ), stored AS (
      INSERT INTO "Blob" (id, "documentId", "caseId", "sizeBytes", sha256, complete)
      SELECT gen_random_uuid(), "documentId", ${caseId}, "sizeBytes", "contentHash", true FROM taken
      RETURNING id, "documentId", "sizeBytes"
    ), answered AS (
      -- The stored response to the upload is erased with the case.
      UPDATE "IdempotencyKey" SET subject = ${caseId} WHERE subject IN (SELECT id FROM taken)
    )
    INSERT INTO "BlobChunk" ("blobId", index, bytes)
    SELECT s.id, part, substring(t.content FROM part * ${partBytes}::int + 1 FOR ${partBytes}::int)
    FROM stored s JOIN taken t USING ("documentId"), generate_series(0, (s."sizeBytes" - 1) / ${partBytes}::int) part`;
}
