import { hash } from 'node:crypto';
import type { DocumentPurpose, Mode } from '@evict/case-model';
import { isInScope } from './cases/assigned.ts';
import { anyRow, firstRow, type Store } from './database/store.ts';

/** A file that somebody with the link uploads to a case. */
export interface UploadLink {
  organizationId: string;
  mode: Mode;
  caseId: string;
  /** The user or the key that made the link, for the file's author. */
  authorId: string;
  /** The session or key: the link ends with it. */
  credentialId: string;
  purpose: DocumentPurpose;
  filename: string;
}

const hashOf = (secret: string) => hash('sha256', secret, 'buffer');

/** Keeps a link, which works for 15 minutes. False if the scope has no such case. */
export async function createUploadLink(store: Store, secret: string, link: UploadLink): Promise<boolean> {
  const { organizationId, mode, caseId, authorId, credentialId, purpose, filename } = link;
  const scope = { organizationId, mode };
  return anyRow(store)`
    INSERT INTO "UploadLink" (hash, "organizationId", mode, "caseId", "authorId", "credentialId", purpose, filename)
    SELECT ${hashOf(secret)}, c."organizationId", c.mode, c.id, ${authorId}, ${credentialId}, ${purpose}, ${filename}
    FROM "Case" c WHERE ${isInScope({ scope, caseId })}`;
}

/** Takes the link with this secret for one request; null if it is unknown, expired or taken. */
export async function takeUploadLink(store: Store, secret: string): Promise<UploadLink | null> {
  return firstRow<UploadLink>(store)`SELECT * FROM "takeUploadLink"(${hashOf(secret)})`;
}

/** Gives a link back whose upload was refused. */
export async function returnUploadLink(store: Store, secret: string): Promise<boolean> {
  return anyRow(store)`UPDATE "UploadLink" SET "usedAt" = NULL WHERE hash = ${hashOf(secret)}`;
}
