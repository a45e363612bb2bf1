import { type DocumentPurpose, intakeDays } from '@evict/case-model';
import type { PageEnd } from '../cases/case-pages.ts';
import type { Scope } from '../cases/types.ts';
import { allRows, anyRow, firstRow, inBytesTransaction, raw, type Store } from '../database/store.ts';
import { IncompleteBytesError, type StoredBlob } from '../bytes/blob-store.ts';

/** A file in the inbox, which waits for its case. */
export interface IntakeFileRow {
  id: string;
  filename: string;
  contentType: string;
  purpose: DocumentPurpose | null;
  note: string | null;
  contentHash: string;
  sizeBytes: number;
  createdAt: Date;
  expiresAt: Date;
}

export interface InboxBounds {
  mostFiles: number;
  mostBytes: number;
}

/** A file to store in the inbox. */
export interface KeptFile extends Omit<IntakeFileRow, 'sizeBytes' | 'createdAt' | 'expiresAt'> {
  needsPassword: boolean;
  content: Buffer;
}

const shown = raw(`id, filename, "contentType", purpose, note, "contentHash", "sizeBytes",
  "createdAt", "createdAt" + interval '${intakeDays} days' AS "expiresAt"`);
/** An SQL condition: the file hasn't expired. Housekeeping deletes expired files, but only once an hour. */
export const waits = raw(`"createdAt" > clock_timestamp() - interval '${intakeDays} days'`);

/**
 * Stores a file, unless an earlier call has stored it under the same id. Returns null if the scope's inbox has no room,
 * or if the organization was erased. Other uploads to the inbox wait meanwhile.
 */
export async function keepIntakeFile(
  store: Store,
  scope: Scope,
  file: KeptFile,
  { mostFiles, mostBytes }: InboxBounds,
): Promise<IntakeFileRow | null> {
  const { organizationId, mode } = scope;
  const { id, filename, contentType, purpose, note, contentHash, needsPassword, content } = file;
  const sizeBytes = content.length;
  await inBytesTransaction(store, async (run) => {
    await run`SELECT FROM "Organization" WHERE id = ${organizationId} FOR KEY SHARE`;
    await run`SELECT pg_advisory_xact_lock(hashtextextended(${`inbox ${organizationId} ${mode}`}, 0))`;
    await run`
      INSERT INTO "IntakeFile" (id, "organizationId", mode, filename, "contentType", purpose, note, "contentHash",
        "sizeBytes", "needsPassword", content)
      SELECT ${id}, ${organizationId}, ${mode}, ${filename}, ${contentType}, ${purpose}, ${note}, ${contentHash},
        ${sizeBytes}::int, ${needsPassword}::boolean, ${content}::bytea
      WHERE EXISTS (SELECT FROM "User" WHERE "organizationId" = ${organizationId} AND "erasedAt" IS NULL)
        AND (SELECT count(*) < ${mostFiles} AND coalesce(sum("sizeBytes"), 0) + ${sizeBytes}::int <= ${mostBytes}::bigint
          FROM "IntakeFile" WHERE "organizationId" = ${organizationId} AND mode = ${mode})
      ON CONFLICT (id) DO NOTHING`;
  });
  return findIntakeFile(store, scope, id);
}

/** Returns a file in the inbox, or null if the scope has no file with this id or the file has expired. */
export async function findIntakeFile(
  store: Store,
  { organizationId, mode }: Scope,
  id: string,
): Promise<IntakeFileRow | null> {
  return firstRow<IntakeFileRow>(store)`
    SELECT ${shown} FROM "IntakeFile"
    WHERE id = ${id} AND "organizationId" = ${organizationId} AND mode = ${mode} AND ${waits}`;
}

/** Returns up to `limit` inbox files after the end of the previous page, newest first. */
export async function listIntakeFiles(
  store: Store,
  { organizationId, mode }: Scope,
  { limit, after }: { limit: number; after: PageEnd | null },
): Promise<IntakeFileRow[]> {
  return allRows<IntakeFileRow>(store)`
    SELECT ${shown} FROM "IntakeFile"
    WHERE "organizationId" = ${organizationId} AND mode = ${mode} AND ${waits}
      AND ("createdAt", id) < (coalesce(${after?.at ?? null}::timestamptz, 'infinity'), coalesce(${after?.id ?? null}, ''))
    ORDER BY "createdAt" DESC, id DESC LIMIT ${limit}`;
}

/**
 * Immediately deletes a file and its bytes. Also clears the stored response to the upload, because it contains the
 * filename. Returns false if there is no such file.
 */
export async function deleteIntakeFile(store: Store, { organizationId, mode }: Scope, id: string): Promise<boolean> {
  return anyRow(store)`
    WITH removed AS (
      DELETE FROM "IntakeFile" WHERE id = ${id} AND "organizationId" = ${organizationId} AND mode = ${mode} AND ${waits}
      RETURNING id
    ), forgotten AS (
      UPDATE "IdempotencyKey" SET fingerprint = '', status = 409, headers = NULL, body = NULL
      WHERE subject IN (SELECT id FROM removed)
    )
    SELECT id FROM removed`;
}

/**
 * Returns a file's bytes, which are read in parts. Reading throws `IncompleteBytesError` if the file was removed
 * meanwhile.
 */
export function bytesOfIntakeFile(
  store: Store,
  { organizationId, mode }: Scope,
  { id, sizeBytes }: IntakeFileRow,
): StoredBlob {
  return {
    sizeBytes,
    async *read() {
      for (let at = 0; at < sizeBytes; at += partBytes) {
        const part = await firstRow<{ bytes: Buffer }>(store)`
          SELECT substring(content FROM ${at + 1}::int FOR ${partBytes}::int) AS bytes FROM "IntakeFile"
          WHERE id = ${id} AND "organizationId" = ${organizationId} AND mode = ${mode}`;
        if (!part) throw new IncompleteBytesError('the file was removed while it was being read');
        yield part.bytes;
      }
    },
  };
}

/** The number of bytes that are read or copied at once. */
export const partBytes = 256 * 1024;
