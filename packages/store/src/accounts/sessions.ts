import { recordAudits, recordUserAudit } from '../audit/record.ts';
import { allRows, countRows, firstRow, inTransaction, sql, type Statement, type Store } from '../database/store.ts';
import type { Transaction } from '../database/transactions.ts';
import { newId } from '../ids.ts';
import type { Role } from './accounts.ts';
import { notifyUser } from './notices.ts';

/** A session to open, with the device and network of the request. */
export interface NewSession {
  sessionHash: Buffer;
  network?: string;
  device?: string;
}

/** A valid session and its user. */
export interface SessionCredential {
  id: string;
  /** Null for an attorney. */
  organizationId: string | null;
  user: { id: string; role: Role };
  /** Whether the organization is verified. */
  verified: boolean;
}

export async function addSession(transaction: Transaction, userId: string, session: NewSession): Promise<void> {
  const id = await insertSession(transaction, userId, session, { pending: false });
  await announceSession(transaction, { id, userId });
}

/** Stores the ticket of a sign-in that still needs its second factor. A ticket is not a session. */
export async function addTicket(transaction: Transaction, userId: string, ticket: NewSession): Promise<void> {
  await insertSession(transaction, userId, ticket, { pending: true });
}

async function insertSession(
  transaction: Transaction,
  userId: string,
  { sessionHash, network, device }: NewSession,
  { pending }: { pending: boolean },
): Promise<string> {
  const id = newId('session');
  await transaction.$executeRaw`
    INSERT INTO "Session" (id, hash, "userId", network, device, pending)
    VALUES (${id}, ${sessionHash}, ${userId}, ${network || null}, ${device || null}, ${pending})`;
  return id;
}

/**
 * Records in the audit log that a session was opened. Emails the user if none of their earlier sessions came from the
 * same device and network, unless this is their first session.
 */
export async function announceSession(
  transaction: Transaction,
  { id, userId }: { id: string; userId: string },
): Promise<void> {
  await recordUserAudit(transaction, userId, 'signed_in', [{ id, userId }]);
  const [earlier] = await transaction.$queryRaw<{ sessions: number; alike: number }[]>`
    SELECT count(*)::int AS sessions,
      (count(*) FILTER (WHERE (o.device, o.network) IS NOT DISTINCT FROM (s.device, s.network)))::int AS alike
    FROM "Session" s JOIN "Session" o ON o."userId" = s."userId" AND o.id <> s.id AND NOT o.pending WHERE s.id = ${id}`;
  if (earlier && earlier.sessions > 0 && earlier.alike === 0) await notifyUser(transaction, userId, 'new_device');
}

/**
 * An SQL condition: session `s` hasn't expired. It expires after 30 days without use, and after 90 days in any case.
 */
const isInTime = sql`s."lastUsedAt" > now() - interval '30 days' AND s."createdAt" > now() - interval '90 days'`;

/**
 * Finds the session with this hash, unless it has been revoked, has expired, or still awaits its second factor. Records
 * its use, at most once an hour.
 */
export async function findSession(store: Store, hash: Buffer): Promise<SessionCredential | null> {
  const session = await firstRow<SessionCredential & { stale: boolean }>(store)`
    SELECT s.id, o.id AS "organizationId", json_build_object('id', u.id, 'role', u.role) AS "user",
      coalesce(o.verified, false) AS verified, s."lastUsedAt" < now() - interval '1 hour' AS stale
    FROM "Session" s JOIN "User" u ON u.id = s."userId" LEFT JOIN "Organization" o ON o.id = u."organizationId"
    WHERE s.hash = ${hash} AND NOT s.pending AND s."revokedAt" IS NULL AND ${isInTime}
      AND (o.id IS NOT NULL OR u.role = 'attorney')`;
  if (!session) return null;
  if (session.stale) await countRows(store)`UPDATE "Session" SET "lastUsedAt" = now() WHERE id = ${session.id}`;
  const { stale: _, ...found } = session;
  return found;
}

export interface SessionRow {
  id: string;
  createdAt: Date;
  lastUsedAt: Date;
  network: string | null;
  device: string | null;
}

/** Lists the open sessions of a user, most recently used first, up to 100. */
export async function listSessions(store: Store, userId: string): Promise<SessionRow[]> {
  return allRows<SessionRow>(store)`
    SELECT s.id, s."createdAt", s."lastUsedAt", s.network, s.device FROM "Session" s
    WHERE s."userId" = ${userId} AND s."revokedAt" IS NULL AND NOT s.pending AND ${isInTime}
    ORDER BY s."lastUsedAt" DESC, s."createdAt" DESC, s.id LIMIT 100`;
}

/** Ends a session of a user immediately. Returns false if the user has no session with this id. */
export async function endSession(store: Store, userId: string, id: string): Promise<boolean> {
  return inTransaction(store, 'endSession', `${userId} ${id}`, async (transaction) => {
    if ((await transaction.session.count({ where: { id, userId } })) === 0) return false;
    await endSessions(transaction, sql`id = ${id}`);
    return true;
  });
}

/** Ends the matching open sessions, and records this in the audit log. */
export async function endSessions(transaction: Transaction, those: Statement): Promise<void> {
  const ended = await transaction.$queryRaw<{ id: string; userId: string; organizationId: string | null }[]>`
    UPDATE "Session" s SET "revokedAt" = now() WHERE s."revokedAt" IS NULL AND ${those}
    RETURNING s.id, s."userId", (SELECT u."organizationId" FROM "User" u WHERE u.id = s."userId") AS "organizationId"`;
  await recordAudits(
    transaction,
    ended.map(({ id, userId, organizationId }) => ({
      organizationId,
      action: 'session_ended',
      detail: { id, userId },
      userId,
    })),
  );
}
