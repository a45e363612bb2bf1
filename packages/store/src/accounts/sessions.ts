import { fromOrigin } from '../audit/origin.ts';
import { allRows, anyRow, countRows, firstRow, type Store } from '../database/store.ts';
import { type Account, emailKey, getAccount, type Role } from './accounts.ts';

/** A session to be opened, and where from. */
export interface NewSession {
  sessionHash: Buffer;
  network?: string;
  device?: string;
}

/** A valid session and its user. */
export interface SessionCredential {
  id: string;
  organizationId: string;
  user: { id: string; role: Role };
  /** Whether the organization is. */
  verified: boolean;
}

/** Who proved a password; or for how many seconds the address is locked; neither for a wrong password. */
interface Proven {
  userId: string | null;
  lockedSeconds: number | null;
  isPending: boolean;
}

/**
 * Opens a session for the account with this address, once its password is proven. Null if it is wrong. With a second factor
 * the ticket is taken instead, and `isPending`.
 */
export async function openSession(
  store: Store,
  input: { email: string; proof: string; ticketHash: Buffer } & NewSession,
): Promise<{ account: Account | null; lockedSeconds: number | null; isPending: boolean }> {
  const { email, proof, sessionHash, ticketHash, network, device } = input;
  const opened = await firstRow<Proven>(store)`
    SELECT "userId", "lockedSeconds", coalesce("isPending", false) AS "isPending"
    FROM "openSession"(${emailKey(email)}, ${proof}, ${sessionHash}, ${ticketHash}, ${network ?? null}, ${device ?? null})`;
  const { userId = null, lockedSeconds = null, isPending = false } = opened ?? {};
  return { account: userId === null ? null : await getAccount(store, userId), lockedSeconds, isPending };
}

/**
 * The session with this hash, unless it is revoked, unused for 30 days or older than 90 days. Records its use, at most
 * once an hour.
 */
export async function findSession(store: Store, hash: Buffer): Promise<SessionCredential | null> {
  const session = await firstRow<SessionCredential & { stale: boolean }>(store)`
    SELECT id, "organizationId", "user", verified, stale FROM "sessionOf"(${hash})`;
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

/** The sessions of a user that have not ended, the last used first: at most 100. */
export async function listSessions(store: Store, userId: string): Promise<SessionRow[]> {
  return allRows<SessionRow>(store)`
    SELECT id, "createdAt", "lastUsedAt", network, device FROM "Session"
    WHERE "userId" = ${userId} AND "revokedAt" IS NULL AND NOT pending
      AND "lastUsedAt" > now() - interval '30 days' AND "createdAt" > now() - interval '90 days'
    ORDER BY "lastUsedAt" DESC, "createdAt" DESC, id LIMIT 100`;
}

/** Ends a session of a user with immediate effect. Returns false if they have none with this id. */
export async function endSession(store: Store, userId: string, id: string): Promise<boolean> {
  return anyRow(store)`
    UPDATE "Session" SET "revokedAt" = coalesce("revokedAt", now())
    WHERE id = ${id} AND "userId" = ${userId} AND ${fromOrigin()}`;
}
