import type { CaseFacts, Hearing, Mode } from '@evict/case-model';
import { currentOrigin } from './audit/origin.ts';
import { recordAudits } from './audit/record.ts';
import { allRows, firstRow, inTransaction, raw, sql, type Statement, type Store } from './database/store.ts';
import type { Transaction } from './database/transactions.ts';
import { newId, newIdSql } from './ids.ts';

/** The user who creates, lists or revokes calendar links. */
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
 * Creates a calendar link for a user or their organization. Refuses if the user has been removed or is an unverified
 * attorney, or if there are already `most` links of the same kind in this mode.
 */
export async function createCalendarLink(
  store: Store,
  { userId, organizationId, mode }: CalendarUser,
  { of, hash, lastFour, most }: { of: CalendarLinkRow['of']; hash: Buffer; lastFour: string; most: number },
): Promise<CalendarLinkRow | 'no_user' | 'not_eligible' | 'key_limit'> {
  const owner = of === 'person' ? userId : null;
  return inTransaction(store, 'createCalendarLink', organizationId ?? userId, async (transaction) => {
    // Lock the organization, so that concurrent calls can't exceed `most` and no member is removed meanwhile.
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

/** Lists the links of a user and of their organization in one mode, newest first. */
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

/**
 * Revokes a link immediately. Only an owner can revoke an organization's link. Returns false if there is no such link,
 * or the user may not revoke it.
 */
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

/** Deletes the matching links, records this in the audit log, and returns how many there were. */
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

/** The cases in a calendar. `today` is the date in Hawaii, the US state where each day begins last. */
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

/** A link that can be used. `userId` is null if it belongs to an organization. */
type OpenLink = Omit<CalendarUser, 'userId'> & { id: string; userId: string | null };

/**
 * Reads the cases of the calendar whose link has this token hash, up to `most`. Returns null if there is no such link,
 * its attorney is not verified, or live mode is not available to it. Records that the link was used, and which cases an
 * attorney saw.
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
 * Selects up to `most` open cases: first those with the nearest upcoming deadline, then those with the latest past one.
 * If an attorney reads them, records this at most once an hour for each case.
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
