import { finishedStates } from '@evict/case-model';
import { emailKey } from '../accounts/accounts.ts';
import { Prisma } from '../generated/client.ts';
import { newId } from '../ids.ts';
import { poolOf, prismaOf, type Store } from '../database/store.ts';
import type { Transaction } from '../database/transactions.ts';

/** An attorney, who reviews, serves and files live cases in the states where they are licensed. */
export interface AttorneyRow {
  id: string;
  name: string | null;
  email: string;
  verified: boolean;
  barNumber: string | null;
  /** Upper case. */
  licensedStates: string[];
}

/** An attorney with their number of open cases and their tokens, newest first and including revoked ones. */
export interface ListedAttorney extends AttorneyRow {
  openCases: number;
  tokens: { id: string; lastFour: string; createdAt: Date; revokedAt: Date | null; expiresAt: Date | null }[];
}

/**
 * Creates an attorney and returns the id; null if a user has this address. `states` are US states in upper case, which
 * the caller has validated.
 */
export async function createAttorney(
  store: Store,
  input: { name: string; email: string; barNumber: string; states: readonly string[]; verified: boolean },
): Promise<string | null> {
  const { name, email, barNumber, states, verified } = input;
  const id = newId('user');
  try {
    await prismaOf(store).user.create({
      data: {
        id,
        name,
        email,
        emailKey: emailKey(email),
        role: 'attorney',
        barNumber,
        licensedStates: sortedUnique(states),
        verified,
      },
    });
    return id;
  } catch (error) {
    if (error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002') return null;
    throw error;
  }
}

/** Marks an attorney as verified or not. Returns false if there is none with this id. */
export async function setAttorneyVerified(store: Store, attorneyId: string, verified: boolean): Promise<boolean> {
  const where = { id: attorneyId, role: 'attorney', erasedAt: null };
  const { count } = await prismaOf(store).user.updateMany({ where, data: { verified } });
  return count > 0;
}

/**
 * Replaces the states in which an attorney is licensed: upper case, validated by the caller. Returns false if there is
 * no attorney with this id.
 */
export async function setAttorneyLicences(
  store: Store,
  attorneyId: string,
  states: readonly string[],
): Promise<boolean> {
  const data = { licensedStates: sortedUnique(states) };
  const { count } = await prismaOf(store).user.updateMany({
    where: { id: attorneyId, role: 'attorney', erasedAt: null },
    data,
  });
  return count > 0;
}

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

/** The attorney with this id; null if there is none. */
export async function findAttorney(store: Store, id: string): Promise<AttorneyRow | null> {
  return prismaOf(store).user.findUnique({
    where: { id, role: 'attorney', erasedAt: null },
    select: { id: true, name: true, email: true, verified: true, barNumber: true, licensedStates: true },
  });
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

/** All attorneys, by name. */
export async function listAttorneys(store: Store): Promise<ListedAttorney[]> {
  const attorneys = await prismaOf(store).user.findMany({
    where: { role: 'attorney' },
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
    select: {
      id: true,
      name: true,
      email: true,
      verified: true,
      barNumber: true,
      licensedStates: true,
      attorneyTokens: {
        orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
        select: { id: true, lastFour: true, createdAt: true, revokedAt: true, expiresAt: true },
      },
      _count: { select: { assignedCases: { where: { state: { notIn: [...finishedStates] } } } } },
    },
  });
  return attorneys.map(({ attorneyTokens, _count, ...attorney }) => ({
    ...attorney,
    openCases: _count.assignedCases,
    tokens: attorneyTokens,
  }));
}

/**
 * Whether an attorney is verified and licensed in the state of a property. Checked at every review and outcome, because
 * a licence can lapse after the assignment.
 */
export async function isEligible(store: Store, attorneyId: string, jurisdiction: string): Promise<boolean> {
  return isEligibleWithin(prismaOf(store), attorneyId, jurisdiction);
}

/** The same, inside a transaction. */
export async function isEligibleWithin(
  { user }: Transaction,
  attorneyId: string,
  jurisdiction: string,
): Promise<boolean> {
  return (await user.count({ where: { id: attorneyId, ...eligibleWhere(jurisdiction) } })) > 0;
}

/** The eligible attorney with the fewest open cases; null if there is none. */
export async function chooseAttorney(store: Store, jurisdiction: string): Promise<string | null> {
  const { rows } = await poolOf(store).query<{ id: string }>({
    name: 'attorney-choose',
    text: `SELECT u.id FROM "User" u
      LEFT JOIN "Case" c ON c."attorneyId" = u.id AND c.state <> ALL ($2)
      WHERE ${eligibleSql('$1')}
      GROUP BY u.id ORDER BY count(c.id), u.id LIMIT 1`,
    values: [jurisdiction, finishedStates],
  });
  return rows[0]?.id ?? null;
}

/** Eligibility of user `u` as an SQL condition; `jurisdiction` is a parameter or a column. */
export function eligibleSql(jurisdiction: string): string {
  return `u.role = 'attorney' AND u.verified AND ${jurisdiction} = ANY (u."licensedStates")`;
}

/** The same condition for Prisma. */
function eligibleWhere(jurisdiction: string) {
  return { role: 'attorney', verified: true, licensedStates: { has: jurisdiction } } as const;
}

function sortedUnique(states: readonly string[]): string[] {
  return [...new Set(states)].sort();
}
