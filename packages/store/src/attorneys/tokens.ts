import { allIds, allRows, anyRow, firstRow, inTransaction, raw, sql, type Store } from '../database/store.ts';
import { notifyUser } from '../accounts/notices.ts';
import { newId } from '../ids.ts';

/** When a token expires, by the database's clock: after a number of days, or at the end of a day (UTC). */
export type TokenEnd = { days: number } | { lastDay: string };

/** For how many days a token is valid by default. */
export const tokenDays = 90;

/**
 * Creates a token and returns its id, or null if there is no such attorney or the expiry is in the past. Other tokens
 * stay valid.
 */
export async function createAttorneyToken(
  store: Store,
  attorneyId: string,
  { hash, lastFour, end = { days: tokenDays } }: { hash: Buffer; lastFour: string; end?: TokenEnd | undefined },
): Promise<string | null> {
  const id = newId('attorneyToken');
  const { days, lastDay } = { days: null, lastDay: null, ...end };
  const isCreated = await anyRow(store)`
    INSERT INTO "AttorneyToken" (id, hash, "userId", "lastFour", "expiresAt")
      SELECT ${id}, ${hash}, u.id, ${lastFour}, e.at FROM "User" u, (
        SELECT coalesce(now() + make_interval(days => ${days}), (${lastDay}::date + 1)::timestamp AT TIME ZONE 'UTC') AS at
      ) e
      WHERE u.id = ${attorneyId} AND u.role = 'attorney' AND u."erasedAt" IS NULL AND e.at > now()`;
  return isCreated ? id : null;
}

/** A token as its attorney sees it. */
export interface TokenRow {
  id: string;
  lastFour: string;
  createdAt: Date;
  expiresAt: Date;
  revokedAt: Date | null;
}

/** Lists an attorney's tokens, newest first: valid ones, and those that ended within the last year. */
export async function listAttorneyTokens(store: Store, attorneyId: string): Promise<TokenRow[]> {
  return allRows<TokenRow>(store)`
    SELECT id, "lastFour", "createdAt", ${endsAt} AS "expiresAt", "revokedAt" FROM "AttorneyToken"
    WHERE "userId" = ${attorneyId} AND least("revokedAt", ${endsAt}) > now() - interval '1 year'
    ORDER BY "createdAt" DESC, id DESC`;
}

/**
 * Why no token was created: there are already `maxActive` tokens, the expiry is in the past, or there is no valid token
 * to replace.
 */
export type TokenRefusal = 'token_limit' | 'past' | 'not_found';

/**
 * Creates a token for the calling attorney, and returns its id and expiry. `replaces` is the id of a valid token, which
 * then expires within a day. Unless `expiresAt` is given, the new token gets the same lifetime as the replaced one, or
 * else `tokenDays`. Calls by the same attorney run one at a time, so that the limit holds.
 */
export async function issueToken(
  store: Store,
  attorneyId: string,
  token: { hash: Buffer; lastFour: string; expiresAt?: string | undefined; replaces?: string },
  maxActive: number,
): Promise<{ id: string; expiresAt: Date } | TokenRefusal> {
  const { hash, lastFour, expiresAt = null, replaces = null } = token;
  return inTransaction(store, 'issueToken', attorneyId, async (transaction) => {
    await transaction.$executeRaw`SELECT FROM "User" WHERE id = ${attorneyId} FOR NO KEY UPDATE`;
    const valid = await transaction.$queryRaw<{ id: string; lasts: string }[]>`
      SELECT id, (${endsAt} - "createdAt")::text AS lasts FROM "AttorneyToken"
      WHERE "userId" = ${attorneyId} AND ${isValid}`;
    const replaced = valid.find(({ id }) => id === replaces);
    if (replaces !== null && !replaced) return 'not_found';
    // A token can be replaced even at the limit. Because replaced tokens stay valid for a day, twice as many are
    // allowed then.
    if (valid.length >= (replaced ? 2 * maxActive : maxActive)) return 'token_limit';
    const [made] = await transaction.$queryRaw<{ id: string; expiresAt: Date }[]>`
      INSERT INTO "AttorneyToken" (id, hash, "userId", "lastFour", "expiresAt")
        SELECT ${newId('attorneyToken')}, ${hash}, ${attorneyId}, ${lastFour}, e.at FROM (
          SELECT coalesce(${expiresAt}::timestamptz, now() + ${replaced?.lasts ?? `${tokenDays} days`}::interval) AS at
        ) e WHERE e.at > now() RETURNING id, "expiresAt"`;
    if (!made) return 'past';
    if (replaced) {
      await transaction.$executeRaw`
        UPDATE "AttorneyToken" SET "expiresAt" = least(${endsAt}, now() + interval '1 day') WHERE id = ${replaced.id}`;
    }
    await notifyUser(transaction, attorneyId, 'token_created');
    return made;
  });
}

/**
 * Revokes a token immediately. If `attorneyId` is given, the token has to belong to that attorney. Returns false if
 * there is no such token.
 */
export async function revokeAttorneyToken(store: Store, tokenId: string, attorneyId?: string): Promise<boolean> {
  // A token that is already revoked keeps its time of revocation.
  return anyRow(store)`
    UPDATE "AttorneyToken" SET "revokedAt" = coalesce("revokedAt", now())
    WHERE id = ${tokenId} AND "userId" = coalesce(${attorneyId ?? null}, "userId")`;
}

/** Revokes all tokens of an attorney immediately. Returns the ids of those that were not revoked before. */
export async function revokeAttorneyTokens(store: Store, attorneyId: string): Promise<string[]> {
  return allIds(store)`
    UPDATE "AttorneyToken" SET "revokedAt" = now() WHERE "userId" = ${attorneyId} AND "revokedAt" IS NULL RETURNING id`;
}

/** Finds the token with this hash and its attorney. Returns null if it is unknown, revoked or expired. */
export async function findAttorneyToken(
  store: Store,
  hash: Buffer,
): Promise<{ id: string; attorneyId: string } | null> {
  return firstRow<{ id: string; attorneyId: string }>(store)`
    SELECT t.id, t."userId" AS "attorneyId" FROM "AttorneyToken" t
    WHERE t.hash = ${hash} AND ${isValid} AND EXISTS (SELECT FROM "User" u WHERE u.id = t."userId" AND u.role = 'attorney')`;
}

const lifetime = raw(`interval '${tokenDays} days'`);
/** SQL for the time at which a token expires. Tokens that an older version created may have no stored expiry. */
const endsAt = sql`coalesce("expiresAt", "createdAt" + ${lifetime})`;
const isValid = sql`"revokedAt" IS NULL AND ${endsAt} > now()`;
