import type { Scope } from './cases/types.ts';
import { countRows, sql, type Statement, type Store } from './database/store.ts';

/** The time up to which this user has seen case `c`. */
const readTo = (userId: string) => sql`coalesce(
  (SELECT r."readTo" FROM "CaseRead" r WHERE r."userId" = ${userId} AND r."caseId" = c.id),
  (SELECT u."newsSince" FROM "User" u WHERE u.id = ${userId}))`;

/**
 * An SQL condition: case `c` has events or messages by others that this user has not seen. For an unchanged case this
 * costs one index lookup.
 */
export function isUnread(userId: string): Statement {
  return sql`(SELECT CASE WHEN c."updatedAt" > seen."readTo" THEN
      EXISTS (SELECT FROM "CaseEvent" e LEFT JOIN "Command" k ON k.id = e."commandId" AND k.author = 'customer'
        WHERE e."caseId" = c.id AND NOT e.internal AND e."createdAt" > seen."readTo"
          AND k."authorId" IS DISTINCT FROM ${userId})
      OR EXISTS (SELECT FROM "Note" n WHERE n."caseId" = c.id AND n."createdAt" > seen."readTo"
        AND n."authorId" IS DISTINCT FROM ${userId})
    ELSE false END FROM (SELECT ${readTo(userId)} AS "readTo" OFFSET 0) seen)`;
}

/**
 * Marks everything recorded in a case so far as seen by a user. Has no effect if nothing is unread. Uses the time of
 * the newest record instead of the current time, because a record that is being committed right now has an earlier
 * time.
 */
export async function markCaseRead(
  store: Store,
  { organizationId, mode }: Scope,
  { caseId, userId }: { caseId: string; userId: string },
): Promise<void> {
  await countRows(store)`
    INSERT INTO "CaseRead" AS kept ("userId", "caseId", "readTo")
    SELECT ${userId}, c.id, greatest(
      (SELECT max(e."createdAt") FROM "CaseEvent" e WHERE e."caseId" = c.id AND NOT e.internal),
      (SELECT max(n."createdAt") FROM "Note" n WHERE n."caseId" = c.id))
    FROM "Case" c WHERE c.id = ${caseId} AND c."organizationId" = ${organizationId} AND c.mode = ${mode}
      AND c."erasedAt" IS NULL AND ${isUnread(userId)}
    ON CONFLICT ("userId", "caseId") DO UPDATE SET "readTo" = greatest(kept."readTo", EXCLUDED."readTo")`;
}
