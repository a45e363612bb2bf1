import type { Account } from '../accounts/accounts.ts';
import { notifyUser } from '../accounts/notices.ts';
import { announceSession } from '../accounts/sessions.ts';
import { firstRow, inTransaction, sql, type Statement, type Store } from '../database/store.ts';
import { countsSignature } from './passkeys.ts';

/** The second factor that was presented. */
export type Proof =
  | { method: 'totp'; step: number }
  | { method: 'recovery_code'; hash: Buffer }
  | { method: 'passkey'; id: string; signCount: number };

/**
 * Finds the member who has entered the correct password, by the hash of their ticket. Returns null if the ticket is
 * unknown, used or older than five minutes.
 */
export async function findPendingSignIn(store: Store, ticket: Buffer): Promise<Account | null> {
  return firstRow<Account>(store)`
    SELECT json_build_object('id', u.id, 'name', u.name, 'email', u.email, 'role', u.role) AS "user",
      json_build_object('id', o.id, 'name', o.name, 'verified', o.verified) AS organization
    FROM "Session" s JOIN "User" u ON u.id = s."userId" JOIN "Organization" o ON o.id = u."organizationId"
    WHERE ${isAwaited(ticket)}`;
}

/** Finds the attorney who has entered the correct password, by the hash of their ticket, or returns null. */
export async function findPendingAttorney(store: Store, ticket: Buffer): Promise<Pick<Account, 'user'> | null> {
  return firstRow<Pick<Account, 'user'>>(store)`
    SELECT json_build_object('id', u.id, 'name', u.name, 'email', u.email, 'role', u.role) AS "user"
    FROM "Session" s JOIN "User" u ON u.id = s."userId" AND u.role = 'attorney' WHERE ${isAwaited(ticket)}`;
}

const isAwaited = (ticket: Buffer) =>
  sql`s.hash = ${ticket} AND s.pending AND s."revokedAt" IS NULL AND s."createdAt" > now() - interval '5 minutes'`;

/**
 * Uses up the second factor and turns the ticket into a session. Returns 'wrong' if the factor isn't valid or was
 * already used, and 'expired' if the ticket isn't valid anymore. If several calls use the same ticket or code, only one
 * opens a session.
 */
export async function completeSignIn(
  store: Store,
  { ticket, session, userId }: { ticket: Buffer; session: Buffer; userId: string },
  proof: Proof,
): Promise<'open' | 'wrong' | 'expired'> {
  return inTransaction(store, 'completeSignIn', userId, async (transaction) => {
    if ((await transaction.$executeRaw(useUp(userId, proof))) === 0) return 'wrong';
    const [opened] = await transaction.$queryRaw<{ id: string }[]>`
      UPDATE "Session" s SET hash = ${session}, pending = false, "lastUsedAt" = now()
      WHERE s."userId" = ${userId} AND ${isAwaited(ticket)} RETURNING s.id`;
    if (!opened) return 'expired';
    if (proof.method === 'recovery_code') await notifyUser(transaction, userId, 'recovery_code_used');
    await announceSession(transaction, { id: opened.id, userId });
    return 'open';
  });
}

function useUp(userId: string, proof: Proof): Statement {
  switch (proof.method) {
    case 'totp':
      return sql`UPDATE "Totp" SET "lastStep" = ${proof.step}
        WHERE "userId" = ${userId} AND "confirmedAt" IS NOT NULL AND "lastStep" < ${proof.step}`;
    case 'recovery_code':
      return sql`DELETE FROM "RecoveryCode" WHERE "userId" = ${userId} AND hash = ${proof.hash}`;
    case 'passkey':
      return sql`${countsSignature(proof.id, proof.signCount)} AND "userId" = ${userId}`;
  }
}
