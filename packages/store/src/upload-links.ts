import { hash } from 'node:crypto';
import type { DocumentPurpose, Mode } from '@evict/case-model';
import { isInScope } from './cases/assigned.ts';
import { anyRow, firstRow, type Store } from './database/store.ts';

/** A link whose holder can upload one file to a case. */
export interface UploadLink {
  organizationId: string;
  mode: Mode;
  caseId: string;
  /** The user or key that created the link, and becomes the author of the file. */
  authorId: string;
  /** The session or key with which the link was created. The link ends with it. */
  credentialId: string;
  purpose: DocumentPurpose;
  filename: string;
}

const hashOf = (secret: string) => hash('sha256', secret, 'buffer');

/** Stores a link that works for 15 minutes. Returns false if the scope has no such case. */
export async function createUploadLink(store: Store, secret: string, link: UploadLink): Promise<boolean> {
  const { organizationId, mode, caseId, authorId, credentialId, purpose, filename } = link;
  const scope = { organizationId, mode };
  return anyRow(store)`
    INSERT INTO "UploadLink" (hash, "organizationId", mode, "caseId", "authorId", "credentialId", purpose, filename)
    SELECT ${hashOf(secret)}, c."organizationId", c.mode, c.id, ${authorId}, ${credentialId}, ${purpose}, ${filename}
    FROM "Case" c WHERE ${isInScope({ scope, caseId })}`;
}

/** Returns the organization of the link with this secret, or null if the link is unknown, expired or already taken. */
export async function ownerOfUploadLink(store: Store, secret: string): Promise<string | null> {
  const link = await firstRow<{ organizationId: string }>(store)`
    SELECT "organizationId" FROM "UploadLink" WHERE hash = ${hashOf(secret)} AND "usedAt" IS NULL
      AND "createdAt" > clock_timestamp() - interval '15 minutes'`;
  return link?.organizationId ?? null;
}

/**
 * Takes the link with this secret for one request, so that no other request can use it. Returns null if the link is
 * unknown, expired or already taken, or if the session or key that created it has ended.
 */
export async function takeUploadLink(store: Store, secret: string): Promise<UploadLink | null> {
  return firstRow<UploadLink>(store)`
    UPDATE "UploadLink" l SET "usedAt" = clock_timestamp()
    WHERE l.hash = ${hashOf(secret)} AND l."usedAt" IS NULL AND l."createdAt" > clock_timestamp() - interval '15 minutes'
      AND (EXISTS (SELECT FROM "ApiKey" k WHERE k.id = l."credentialId" AND k."revokedAt" IS NULL
          AND coalesce(k."expiresAt" > now(), true))
        OR EXISTS (SELECT FROM "Session" s WHERE s.id = l."credentialId" AND s."revokedAt" IS NULL))
    RETURNING "organizationId", mode, "caseId", "authorId", "credentialId", purpose, filename`;
}

/** Makes a link usable again after its upload was refused. Returns false if there is no such link. */
export async function returnUploadLink(store: Store, secret: string): Promise<boolean> {
  return anyRow(store)`UPDATE "UploadLink" SET "usedAt" = NULL WHERE hash = ${hashOf(secret)}`;
}
