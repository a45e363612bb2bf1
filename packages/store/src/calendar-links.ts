import type { CaseFacts, Hearing, Mode } from '@evict/case-model';
import { currentOrigin } from './audit/origin.ts';
import { recordAudits } from './audit/record.ts';
import { allRows, firstRow, inTransaction, raw, sql, type Statement, type Store } from './database/store.ts';
import type { Transaction } from './database/transactions.ts';
import { newId, newIdSql } from './ids.ts';

/** The person who creates, lists or revokes calendar links. */
export interface CalendarUser {
  userId: string;
  /** Null for an attorney. */
  organizationId: string | null;
  mode: Mode;
}

export interface CalendarLinkRow {
  id: string;
  of: 'person' | 'organization';
  lastFour: string;
  createdAt: Date;
  lastUsedAt: Date | null;
}

/**
 * Creates a calendar link for a person or their organization. Refuses if the person has been removed, if an attorney is
 * not verified, or if there are already `most` links of the same kind in the mode.
 */
export async function createCalendarLink(
  store: Store,
  { userId, organizationId, mode }: CalendarUser,
  { of, hash, lastFour, most }: { of: CalendarLinkRow['of']; hash: Buffer; lastFour: string; most: number },
): Promise<CalendarLinkRow | 'no_user' | 'not_eligible' | 'key_limit'> {
  const owner = of === 'person' ? userId : null;
  return inTransaction(store, 'createCalendarLink', organizationId ?? userId, async (transaction) => {
    // One at a time, so that they count correctly, and not while members are being removed.
    await transaction.$executeRaw`SELECT FROM "Organization" WHERE id = ${organizationId} FOR NO KEY UPDATE`;
    const [user] = await transaction.$queryRaw<{ isEligible: boolean }[]>`
      SELECT "organizationId" IS NOT NULL OR verified AS "isEligible" FROM "User"
      WHERE id = ${userId} AND "erasedAt" IS NULL FOR NO KEY UPDATE`;
    if (!user) return 'no_user';
    if (!user.isEligible) return 'not_eligible';
    const [made] = await transaction.$queryRaw<CalendarLinkRow[]>`
      INSERT INTO "CalendarLink" (id, hash, "lastFour", "organizationId", "userId", mode)
        SELECT ${newId('calendarLink')}, ${hash}, ${lastFour}, ${organizationId}, ${owner}, ${mode}
        WHERE (SELECT count(*) FROM "CalendarLink" WHERE "organizationId" IS NOT DISTINCT FROM ${organizationId}
          AND "userId" IS NOT DISTINCT FROM ${owner} AND mode = ${mode}) < ${most}
        RETURNING id, ${of}::text AS of, "lastFour", "createdAt", "lastUsedAt"`;
    if (!made) return 'key_limit';
    const detail = { id: made.id, mode, lastFour };
    await recordAudits(transaction, [
      { organizationId, action: 'calendar_link_created', detail, ...(owner !== null && { userId: owner }) },
    ]);
    return made;
  });
}

/** The links of a person and of their organization in one mode, newest first. */
export async function listCalendarLinks(
  store: Store,
  { userId, organizationId, mode }: CalendarUser,
): Promise<CalendarLinkRow[]> {
  return allRows<CalendarLinkRow>(store)`
    SELECT id, CASE WHEN "userId" IS NULL THEN 'organization' ELSE 'person' END AS of, "lastFour", "createdAt",
      "lastUsedAt" FROM "CalendarLink"
    WHERE ("userId" = ${userId} OR "organizationId" = ${organizationId} AND "userId" IS NULL) AND mode = ${mode}
    ORDER BY "createdAt" DESC, id DESC`;
}

/** Revokes a link immediately. Only owners can revoke one of the organization. Returns false if there is none. */
export async function revokeCalendarLink(
  store: Store,
  { userId, organizationId, mode }: CalendarUser,
  id: string,
  { isOwner }: { isOwner: boolean },
): Promise<boolean> {
  return inTransaction(store, 'revokeCalendarLink', `${organizationId ?? userId} ${id}`, async (transaction) => {
    const revoked = await deleteCalendarLinks(
      transaction,
      sql`id = ${id} AND mode = ${mode} AND ("userId" = ${userId}
        OR ${isOwner}::boolean AND "organizationId" = ${organizationId} AND "userId" IS NULL)`,
    );
    return revoked > 0;
  });
}

/** Deletes links and returns how many there were. */
export async function deleteCalendarLinks(transaction: Transaction, those: Statement): Promise<number> {
  type Link = { id: string; organizationId: string | null; userId: string | null; mode: string; lastFour: string };
  const links = await transaction.$queryRaw<Link[]>`
    DELETE FROM "CalendarLink" WHERE ${those} RETURNING id, "organizationId", "userId", mode, "lastFour"`;
  await recordAudits(
    transaction,
    links.map(({ organizationId, userId, ...detail }) => ({
      organizationId,
      action: 'calendar_link_revoked',
      detail,
      ...(userId !== null && { userId }),
    })),
  );
  return links.length;
}

/** The cases of a calendar, and today's date in the westernmost US time zone. */
interface CalendarRow {
  ofAttorney: boolean;
  today: string;
  cases: CalendarCaseRow[];
}

interface CalendarCaseRow {
  id: string;
  mode: Mode;
  deadlines: { id?: string; name: string; date: string; citation: string }[];
  hearing: Hearing | null;
  property: CaseFacts['property'];
  label: string | null;
  updatedAt: Date;
}

/** A link of an organization has no user. */
type OpenLink = Omit<CalendarUser, 'userId'> & { id: string; userId: string | null };

/**
 * The cases of the calendar behind a token, up to `most`, nearest deadlines first. Null for a token that is unknown or
 * expired, or whose mode this deployment doesn't offer. Records the use of the link, and what an attorney reads.
 */
export async function readCalendar(
  store: Store,
  hash: Buffer,
  { liveMode, verifiedOnly, most }: { liveMode: boolean; verifiedOnly: boolean; most: number },
): Promise<CalendarRow | null> {
  const link = await firstRow<OpenLink & { today: string }>(store)`
    WITH link AS (
      SELECT l.* FROM "CalendarLink" l
        LEFT JOIN "Organization" o ON o.id = l."organizationId" LEFT JOIN "User" u ON u.id = l."userId"
      WHERE l.hash = ${hash} AND (o.id IS NOT NULL OR u.role = 'attorney' AND u.verified)
        AND (l.mode = 'test' OR ${liveMode}::boolean AND coalesce(o.verified OR NOT ${verifiedOnly}::boolean, true))
    ), used AS (
      UPDATE "CalendarLink" l SET "lastUsedAt" = now() FROM link
      WHERE l.id = link.id AND coalesce(l."lastUsedAt" < now() - interval '1 hour', true)
    )
    SELECT id, "organizationId", "userId", mode, to_char(now() AT TIME ZONE 'Pacific/Honolulu', 'YYYY-MM-DD') AS today
    FROM link`;
  if (!link) return null;
  const { today } = link;
  return { ofAttorney: link.organizationId === null, today, cases: await casesBehind(store, link, today, most) };
}

/**
 * Cases with a deadline ahead come first, nearest first; then those with the latest past one. An attorney's read is
 * recorded once an hour for each case, as for their list.
 */
function casesBehind(
  store: Store,
  { id, organizationId, userId, mode }: OpenLink,
  today: string,
  most: number,
): Promise<CalendarCaseRow[]> {
  const ofAttorney = organizationId === null;
  const { network } = currentOrigin();
  const isTheirs = ofAttorney
    ? sql`c."attorneyId" = ${userId} AND c.mode = 'live' AND c."attorneyAccepted" AND EXISTS (
        SELECT FROM "AttorneyLicense" a WHERE a."attorneyId" = ${userId} AND a.state = c.jurisdiction)`
    : sql`c."organizationId" = ${organizationId} AND c.mode = ${mode}`;
  return allRows<CalendarCaseRow>(store)`
    WITH shown AS (
      SELECT c.id, c."organizationId" FROM "Case" c CROSS JOIN LATERAL (
        SELECT min(d ->> 'date') FILTER (WHERE d ->> 'date' >= ${today}) AS ahead, max(d ->> 'date') AS latest
        FROM jsonb_array_elements(c.deadlines) d) near
      WHERE ${isTheirs} AND c."erasedAt" IS NULL AND c.state NOT IN ('resolved', 'closed', 'withdrawn')
        AND c.deadlines <> '[]'
      ORDER BY near.ahead NULLS LAST, near.latest DESC, c.id LIMIT ${most}::int
    ), recorded AS (
      INSERT INTO "TenantDataView" (id, "caseId", "organizationId", "actorType", actor, what, "credentialId", network)
      SELECT ${raw(newIdSql('event'))}, s.id, s."organizationId", 'attorney', ${userId}, 'calendar', ${id}, ${network}
      FROM shown s
      WHERE ${ofAttorney}::boolean AND NOT EXISTS (
        SELECT FROM "TenantDataView" v WHERE v."caseId" = s.id AND v.actor = ${userId} AND v.what = 'calendar'
          AND v."createdAt" > now() - interval '1 hour')
    )
    SELECT c.id, c.mode, c.deadlines, c.progress -> 'hearing' AS hearing, c.facts -> 'property' AS property,
      ${ofAttorney ? sql`c."courtCaseNumber"` : sql`c.reference`} AS label, c."updatedAt"
    FROM shown s JOIN "Case" c ON c.id = s.id`;
}
