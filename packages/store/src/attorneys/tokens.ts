import { poolOf, type Store } from '../database/store.ts';
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
  const { rowCount } = await poolOf(store).query(
    `INSERT INTO "AttorneyToken" (id, hash, "userId", "lastFour", "expiresAt")
      SELECT $1, $2, u.id, $4, e.at FROM "User" u,
        (SELECT coalesce(now() + make_interval(days => $5), ($6::date + 1)::timestamp AT TIME ZONE 'UTC') AS at) e
      WHERE u.id = $3 AND u.role = 'attorney' AND u."erasedAt" IS NULL AND coalesce(e.at > now(), true)`,
    [
      id,
      hash,
      attorneyId,
      lastFour,
      end && 'days' in end ? end.days : null,
      end && 'lastDay' in end ? end.lastDay : null,
    ],
  );
  return rowCount === 1 ? id : null;
}

/** Revokes a token with immediate effect. Returns false if it does not exist. */
export async function revokeAttorneyToken(store: Store, tokenId: string): Promise<boolean> {
  // A second revocation keeps the time of the first.
  const { rowCount } = await poolOf(store).query(
    `UPDATE "AttorneyToken" SET "revokedAt" = coalesce("revokedAt", now()) WHERE id = $1`,
    [tokenId],
  );
  return rowCount === 1;
}

/** Revokes all tokens of an attorney with immediate effect. Returns the ids of those that were active. */
export async function revokeAttorneyTokens(store: Store, attorneyId: string): Promise<string[]> {
  const { rows } = await poolOf(store).query<{ id: string }>(
    `UPDATE "AttorneyToken" SET "revokedAt" = now() WHERE "userId" = $1 AND "revokedAt" IS NULL RETURNING id`,
    [attorneyId],
  );
  return rows.map(({ id }) => id);
}

/** The token with this hash, unless it is revoked or expired, and its attorney. */
export async function findAttorneyToken(
  store: Store,
  hash: Buffer,
): Promise<{ id: string; attorneyId: string } | null> {
  const { rows } = await poolOf(store).query<{ id: string; attorneyId: string }>({
    name: 'attorney-token-by-hash',
    text: `SELECT t.id, u.id AS "attorneyId" FROM "AttorneyToken" t JOIN "User" u ON u.id = t."userId"
      WHERE t.hash = $1 AND t."revokedAt" IS NULL AND coalesce(t."expiresAt" > now(), true) AND u.role = 'attorney'`,
    values: [hash],
  });
  return rows[0] ?? null;
}
