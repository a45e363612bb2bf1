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
 * Finds the cases of the scope that match the filter and have the text, folded by `foldForSearch`, in what they are found
 * by. Returns their ids, newest first: those of a page, and one more if there are more.
 *
 * The newest cases of the filter are compared one by one. That suffices for a common text, and for a filter that few cases
 * match. Other searches go on in the table of texts.
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

/** How many cases are compared one by one: about 1 ms. */
const newestCount = 500;

interface Compared {
  /** The cases that have the text. */
  ids: string[];
  /** The oldest case that was compared; null if all were. */
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
 * Selects the ids of the newest `count` cases after `after` that match the filter and have the text. The index of trigrams
 * finds them, in no order. A text without a trigram is compared with the texts of the scope in the order of the list.
 */
function searchStatement(scope: Scope, filter: CaseFilter, folded: string, after: PageEnd, count: number): Statement {
  const texts = sql`SELECT s."caseId", s."createdAt" FROM "CaseSearch" s
    WHERE s."organizationId" = ${scope.organizationId} AND s.mode = ${scope.mode}
      AND (s."createdAt", s."caseId") < (${after.at}::timestamptz, ${after.id}::text)`;
  const order = sql`ORDER BY s."createdAt" DESC, s."caseId" DESC`;
  const found = hasTrigram(folded)
    ? sql`${texts} AND s.text LIKE ${`%${escapeWildcards(folded)}%`} ${order} OFFSET 0`
    : sql`${texts} AND strpos(s.text, ${folded}) > 0`;
  // OFFSET keeps the planner from beginning with the cases, and the index of trigrams from being passed over for a list
  // in order. In the order of the list, no more cases are looked at than the page needs.
  return sql`SELECT s."caseId" AS id FROM (${found}) s
      CROSS JOIN LATERAL (
        SELECT FROM "Case" c WHERE c.id = s."caseId" AND ${conditionsOf(scope, filter, after)} OFFSET 0
      ) c
    ${order} LIMIT ${count}::int`;
}

/**
 * Whether `pg_trgm` finds a trigram in each text that contains this one: three letters or digits in a row, or two of them
 * beside a blank, which ends a word. Only those of ASCII count as letters under every locale of a database. Without a
 * trigram PostgreSQL would read the whole index.
 */
function hasTrigram(folded: string): boolean {
  return /[a-z0-9]{3}|[a-z0-9]{2} | [a-z0-9]{2}/.test(folded);
}

function escapeWildcards(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
