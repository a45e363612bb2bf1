import { allIds, firstRow, raw, sql, type Statement, type Store } from './database/store.ts';
import {
  type Bounds,
  type CaseFilter,
  conditionsOf,
  matchingCases,
  newestFirst,
  type PageEnd,
} from './cases/case-pages.ts';
import type { Scope } from './cases/types.ts';

export { foldForSearch } from './search-text.ts';

/**
 * Finds the cases of the scope that match the filter and contain `folded`, which `foldForSearch` has normalized.
 * Returns their ids, newest first: those of one page, plus one if there are more. First compares the newest cases that
 * match the filter one by one, which is enough for common strings and for filters that match few cases. Then continues
 * in the search table if the page isn't full.
 */
export async function searchCases(
  store: Store,
  scope: Scope,
  filter: CaseFilter,
  folded: string,
  { limit, after }: Bounds,
): Promise<string[]> {
  const { ids, end } = await compareNewest(store, scope, filter, folded, after);
  const missing = limit + 1 - ids.length;
  if (end === null || missing <= 0) return ids.slice(0, limit + 1);
  return [...ids, ...(await allIds(store)`${searchStatement(scope, filter, folded, end, missing)}`)];
}

/** The number of cases that are compared one by one, which takes about 1 ms. */
const newestCount = 500;

interface Compared {
  /** The ids of the cases that contain the text. */
  ids: string[];
  /** The oldest case that was compared, or null if all were. */
  end: PageEnd | null;
}

async function compareNewest(
  store: Store,
  scope: Scope,
  filter: CaseFilter,
  folded: string,
  after: PageEnd | null,
): Promise<Compared> {
  const row = await firstRow<{ compared: number; ids: string[]; at: Date; id: string }>(store)`
    SELECT count(*)::int AS compared, min(c."createdAt") AS at,
      (array_agg(c.id ORDER BY c."createdAt", c.id))[1] AS id,
      coalesce(array_agg(c.id ORDER BY ${newestFirst}) FILTER (WHERE strpos(s.text, ${folded}) > 0), '{}') AS ids
    FROM (
      SELECT c.id, c."createdAt" FROM ${matchingCases(scope, filter, { limit: newestCount - 1, after })}
      ORDER BY ${newestFirst} LIMIT ${raw(newestCount)}
    ) c LEFT JOIN "CaseSearch" s ON s."caseId" = c.id`;
  if (row === null || row.compared < newestCount) return { ids: row?.ids ?? [], end: null };
  return { ids: row.ids, end: { at: row.at, id: row.id } };
}

/**
 * Selects the ids of the newest `count` cases after `after` that match the filter and contain the text. The trigram
 * index returns its matches in no order. If the text has no trigram, the rows of the scope are compared one by one in
 * the order of the list.
 */
function searchStatement(scope: Scope, filter: CaseFilter, folded: string, after: PageEnd, count: number): Statement {
  const texts = sql`SELECT s."caseId", s."createdAt" FROM "CaseSearch" s
    WHERE s."organizationId" = ${scope.organizationId} AND s.mode = ${scope.mode}
      AND (s."createdAt", s."caseId") < (${after.at}::timestamptz, ${after.id}::text)`;
  const order = sql`ORDER BY s."createdAt" DESC, s."caseId" DESC`;
  const found = hasTrigram(folded)
    ? sql`${texts} AND s.text LIKE ${`%${escapeWildcards(folded)}%`} ${order} OFFSET 0`
    : sql`${texts} AND strpos(s.text, ${folded}) > 0`;
  // OFFSET keeps the planner from starting with the cases, and from choosing an ordered index over the trigram index.
  // The matches are already in the order of the list, so no more cases are examined than the page needs.
  return sql`SELECT s."caseId" AS id FROM (${found}) s
      CROSS JOIN LATERAL (
        SELECT FROM "Case" c WHERE c.id = s."caseId" AND ${conditionsOf(scope, filter, after)} OFFSET 0
      ) c
    ${order} LIMIT ${count}::int`;
}

/**
 * Returns whether `pg_trgm` can extract a trigram from this search text: three letters or digits in a row, or two next
 * to a space, which marks the start or end of a word. Only ASCII letters count as letters under every locale. Without a
 * trigram, PostgreSQL would read the whole index.
 */
function hasTrigram(folded: string): boolean {
  return /[a-z0-9]{3}|[a-z0-9]{2} | [a-z0-9]{2}/.test(folded);
}

function escapeWildcards(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
