import { fromOrigin } from '../audit/origin.ts';
import { allRows, anyRow, countRows, firstRow, type Store } from '../database/store.ts';
import { type Account, emailKey, getAccount, getAttorneyUser, type Role } from './accounts.ts';

/** A session to be opened, and where from. */
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
  /** Whether the organization is. */
  verified: boolean;
}

/** Who proved a password; or for how many seconds the address is locked; neither for a wrong password. */
interface Proven {
  userId: string | null;
  lockedSeconds: number | null;
  isPending: boolean;
}

type SignIn = { email: string; proof: string; ticketHash: Buffer } & NewSession;

/** A sign-in: `account` is null if the password is wrong. */
export interface SignedIn<A> {
  account: A | null;
  lockedSeconds: number | null;
  /** The account has a second factor: no session was opened, and the ticket is taken. */
  isPending: boolean;
}

/** Opens a session for the customer with this address, once their password is proven. */
export async function openSession(store: Store, input: SignIn): Promise<SignedIn<Account>> {
  const { userId, ...opened } = await open(store, input, false);
  return { ...opened, account: userId === null ? null : await getAccount(store, userId) };
}

/** The same for an attorney. */
export async function openAttorneySession(store: Store, input: SignIn): Promise<SignedIn<Pick<Account, 'user'>>> {
  const { userId, ...opened } = await open(store, input, true);
  const user = userId === null ? null : await getAttorneyUser(store, userId);
  return { ...opened, account: user && { user } };
}

async function open(store: Store, input: SignIn, asAttorney: boolean): Promise<Proven> {
  const { email, proof, sessionHash, ticketHash, network = null, device = null } = input;
  const opened = await firstRow<Proven>(store)`
    SELECT "userId", "lockedSeconds", coalesce("isPending", false) AS "isPending"
    FROM "openSession"(${emailKey(email)}, ${proof}, ${sessionHash}, ${ticketHash}, ${network}, ${device},
      ${asAttorney})`;
  return opened ?? { userId: null, lockedSeconds: null, isPending: false };
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
