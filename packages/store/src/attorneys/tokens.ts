import { allIds, anyRow, firstRow, type Store } from '../database/store.ts';
import { newId } from '../ids.ts';

/** When a token expires, by the clock of the database: after a number of days, or at the end of a day (UTC). */
export type TokenEnd = { days: number } | { lastDay: string };

/**
 * Creates a token, without expiry by default, and returns its id; null if there is no such attorney or the expiry is
 * past. Other tokens remain valid.
 */
export async function createAttorneyToken(
  store: Store,
  attorneyId: string,
  { hash, lastFour, end }: { hash: Buffer; lastFour: string; end?: TokenEnd | undefined },
): Promise<string | null> {
  const id = newId('attorneyToken');
  const { days, lastDay } = { days: null, lastDay: null, ...end };
  const isCreated = await anyRow(store)`
    INSERT INTO "AttorneyToken" (id, hash, "userId", "lastFour", "expiresAt")
      SELECT ${id}, ${hash}, u.id, ${lastFour}, e.at FROM "User" u, (
        SELECT coalesce(now() + make_interval(days => ${days}), (${lastDay}::date + 1)::timestamp AT TIME ZONE 'UTC') AS at
      ) e
      WHERE u.id = ${attorneyId} AND u.role = 'attorney' AND u."erasedAt" IS NULL AND coalesce(e.at > now(), true)`;
  return isCreated ? id : null;
}

/** Revokes a token with immediate effect. Returns false if it does not exist. */
export async function revokeAttorneyToken(store: Store, tokenId: string): Promise<boolean> {
  // A second revocation keeps the time of the first.
  return anyRow(store)`
    UPDATE "AttorneyToken" SET "revokedAt" = coalesce("revokedAt", now()) WHERE id = ${tokenId}`;
}

/** Revokes all tokens of an attorney with immediate effect. Returns the ids of those that were active. */
export async function revokeAttorneyTokens(store: Store, attorneyId: string): Promise<string[]> {
  return allIds(store)`
    UPDATE "AttorneyToken" SET "revokedAt" = now() WHERE "userId" = ${attorneyId} AND "revokedAt" IS NULL RETURNING id`;
}

/** The token with this hash, unless it is revoked or expired, and its attorney. */
export async function findAttorneyToken(
  store: Store,
  hash: Buffer,
): Promise<{ id: string; attorneyId: string } | null> {
  return firstRow<{ id: string; attorneyId: string }>(store)`
    SELECT id, "attorneyId" FROM "attorneyTokenOf"(${hash})`;
}
