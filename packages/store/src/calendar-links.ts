import type { CaseFacts, Hearing, Mode } from '@evict/case-model';
import { fromOrigin } from './audit/origin.ts';
import { allRows, anyRow, firstRow, inTransaction, type Store } from './database/store.ts';
import { newId } from './ids.ts';

/** Who makes, lists and revokes links. */
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
 * Makes a link of the person or of their organization, and returns it. Refused if its maker was removed meanwhile, an
 * attorney is not verified, or there are `most` of the same kind in the mode.
 */
export async function createCalendarLink(
  store: Store,
  { userId, organizationId, mode }: CalendarUser,
  { of, hash, lastFour, most }: { of: CalendarLinkRow['of']; hash: Buffer; lastFour: string; most: number },
): Promise<CalendarLinkRow | 'no_user' | 'not_eligible' | 'key_limit'> {
  const owner = of === 'person' ? userId : null;
  return inTransaction(store, 'createCalendarLink', organizationId ?? userId, async (transaction) => {
    // One after the other, so that they count correctly, and not while a member is removed.
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
    return made ?? 'key_limit';
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

/** Revokes a link with immediate effect; one of the organization only as an owner. Returns false if there is none. */
export async function revokeCalendarLink(
  store: Store,
  { userId, organizationId, mode }: CalendarUser,
  id: string,
  { isOwner }: { isOwner: boolean },
): Promise<boolean> {
  return anyRow(store)`
    DELETE FROM "CalendarLink" WHERE id = ${id} AND mode = ${mode} AND ${fromOrigin()} AND ("userId" = ${userId}
      OR ${isOwner}::boolean AND "organizationId" = ${organizationId} AND "userId" IS NULL)
    RETURNING id`;
}

/** The cases of a calendar, and the day in the last US time zone. */
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
  updatedAt: string;
}

/**
 * The cases of the calendar behind a token, up to `most`: those with the nearest deadlines. Null for a token that is
 * unknown or has ended, or whose mode this deployment does not offer. Records its use, and what an attorney reads.
 */
export async function readCalendar(
  store: Store,
  hash: Buffer,
  { liveMode, verifiedOnly, most }: { liveMode: boolean; verifiedOnly: boolean; most: number },
): Promise<CalendarRow | null> {
  return firstRow<CalendarRow>(store)`
    SELECT * FROM "readCalendar"(${hash}, ${liveMode}, ${verifiedOnly}, CASE WHEN ${fromOrigin()} THEN ${most}::int END)`;
}
