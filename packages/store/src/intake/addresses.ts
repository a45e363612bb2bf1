import { createHash } from 'node:crypto';
import { fromOrigin } from '../audit/origin.ts';
import type { Scope } from '../cases/types.ts';
import { allRows, anyRow, firstRow, inTransaction, type Store } from '../database/store.ts';
import { newId } from '../ids.ts';

export interface MailInAddressRow {
  id: string;
  lastFour: string;
  createdAt: Date;
  lastUsedAt: Date | null;
}

/** What is kept of an address: a hash of what is before the @, which mail servers may write in capitals. */
function hashOfMailbox(mailbox: string): Buffer {
  return createHash('sha256').update(mailbox.toLowerCase()).digest();
}

/** Keeps an address of the scope by its hash; null if there are `most`. */
export async function createMailInAddress(
  store: Store,
  { organizationId, mode }: Scope,
  { mailbox, most }: { mailbox: string; most: number },
): Promise<MailInAddressRow | null> {
  return inTransaction(store, 'createMailInAddress', organizationId, async (transaction) => {
    // One after the other, so that they count correctly.
    await transaction.$executeRaw`SELECT FROM "Organization" WHERE id = ${organizationId} FOR NO KEY UPDATE`;
    const [made] = await transaction.$queryRaw<MailInAddressRow[]>`
      INSERT INTO "MailInAddress" (id, hash, "lastFour", "organizationId", mode)
      SELECT ${newId('mailInAddress')}, ${hashOfMailbox(mailbox)}, ${mailbox.slice(-4)}, ${organizationId}, ${mode}
      WHERE (SELECT count(*) FROM "MailInAddress" WHERE "organizationId" = ${organizationId} AND mode = ${mode}) < ${most}
      RETURNING id, "lastFour", "createdAt", "lastUsedAt"`;
    return made ?? null;
  });
}

/** The addresses of the scope, newest first. */
export async function listMailInAddresses(store: Store, { organizationId, mode }: Scope): Promise<MailInAddressRow[]> {
  return allRows<MailInAddressRow>(store)`
    SELECT id, "lastFour", "createdAt", "lastUsedAt" FROM "MailInAddress"
    WHERE "organizationId" = ${organizationId} AND mode = ${mode} ORDER BY "createdAt" DESC, id DESC`;
}

/** Revokes an address with immediate effect; false if there is none. */
export async function revokeMailInAddress(store: Store, { organizationId, mode }: Scope, id: string): Promise<boolean> {
  return anyRow(store)`
    DELETE FROM "MailInAddress" WHERE id = ${id} AND "organizationId" = ${organizationId} AND mode = ${mode}
      AND ${fromOrigin()} RETURNING id`;
}

/** Which addresses this deployment takes mail for. */
export interface MailInTerms {
  liveMode: boolean;
  /** Live mail only for organizations that have proven an address. */
  verifiedOnly: boolean;
}

/** Whether mail to a mailbox is taken. */
export async function takesMail(store: Store, mailbox: string, terms: MailInTerms): Promise<boolean> {
  const row = await firstRow<{ takes: boolean }>(store)`
    SELECT "takesMail"(${hashOfMailbox(mailbox)}, ${terms.liveMode}, ${terms.verifiedOnly}) AS takes`;
  return row?.takes === true;
}

/** A file of a mail; without a type it is one that was refused. */
export interface MailedFile {
  filename: string;
  contentHash: string;
  sizeBytes: number;
  needsPassword: boolean;
  contentType: string | null;
  refused: string | null;
  content: Buffer | null;
}

/**
 * Keeps the files of a mail, all or none; once, however often the mail comes within a week. `full`: the inbox has no room.
 * `unknown`: the address was revoked.
 */
export async function keepMailedFiles(
  store: Store,
  mailbox: string,
  { messageId, files }: { messageId: string; files: readonly MailedFile[] },
  { mostFiles, mostBytes, ...terms }: MailInTerms & { mostFiles: number; mostBytes: Readonly<Record<string, number>> },
): Promise<'kept' | 'full' | 'unknown'> {
  const address = hashOfMailbox(mailbox);
  const identity = [
    address.toString('hex'),
    messageId,
    files.map(({ contentHash, filename }) => [contentHash, filename]),
  ];
  const message = createHash('sha256').update(JSON.stringify(identity)).digest();
  let offset = 0;
  const rows = files.map(({ content, ...file }) => {
    const row = { ...file, offset };
    offset += content?.length ?? 0;
    return row;
  });
  const bytes = Buffer.concat(files.map(({ content }) => content ?? Buffer.alloc(0)));
  const row = await firstRow<{ outcome: 'kept' | 'full' | 'unknown' }>(store)`
    SELECT "keepMailedFiles"(${address}, ${terms.liveMode}, ${terms.verifiedOnly}, ${mostFiles}::int,
      ${JSON.stringify(mostBytes)}::jsonb, ${JSON.stringify(rows)}::jsonb, ${message}, ${bytes}::bytea) AS outcome`;
  return row?.outcome ?? 'unknown';
}
