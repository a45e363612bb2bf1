import { allRows, firstRow, raw, sql, type Statement, type Store } from './database/store.ts';
import { type CaseFilter, conditionsOf, matchingCases, newestFirst, type PageEnd } from './cases/case-pages.ts';
import type { Scope } from './cases/types.ts';
import { foldForSearch } from './search-text.ts';

/** A text as it is compared. */
export interface Asked {
  /** By `foldForSearch`. */
  folded: string;
  /** Its keys in the index, for the first of all weeks. */
  keys: readonly bigint[];
}

/** Prepares a text for a search in the scope. */
export async function askFor(store: Store, { organizationId, mode }: Scope, text: string): Promise<Asked> {
  const folded = foldForSearch(text);
  const asked = await firstRow<{ keys: string[] | null }>(store)`
    SELECT "askedKeys"(${organizationId}, ${mode}, ${folded}) AS keys`;
  return { folded, keys: (asked?.keys ?? []).map(BigInt) };
}

export interface SearchBounds {
  limit: number;
  after: PageEnd | null;
  /** When this time has passed, the search ends with what it has found, if it has found anything. */
  budgetMs: number;
}

export interface Found {
  /** The newest that match: one more than `limit` if there are more. */
  ids: string[];
  /** Where the search ended early; older cases may match as well. Null if all were searched, or enough found. */
  searchedTo: PageEnd | null;
}

/**
 * Cases of the scope that match the filter and have the folded text in their address or in a party's name, newest first.
 *
 * The newest cases of the filter are compared one by one, which suffices for a common text, and for a filter that few
 * cases match. Any other text is looked up in its index, week by week: it holds the cases of a week apart, so that a
 * search ends where its page is full.
 */
export async function searchCases(
  store: Store,
  scope: Scope,
  filter: CaseFilter,
  asked: Asked,
  { limit, after, budgetMs }: SearchBounds,
): Promise<Found> {
  const endsAt = performance.now() + budgetMs;
  const walk = await walkNewest(store, scope, filter, asked, after);
  if (walk.walked < walkLength || walk.ids.length > limit) {
    return { ids: walk.ids.slice(0, limit + 1), searchedTo: null };
  }

  const ids: string[] = [];
  const oldest = weekOf(walk.oldest);
  let weeks = 2;
  for (let newest = weekOf(walk.newest); newest >= oldest;) {
    const from = Math.max(oldest, newest - weeks + 1);
    const startedAt = performance.now();
    const range = { from, to: newest, limit: limit - ids.length };
    const found = await allRows<{ id: string }>(store)`${weeksStatement(scope, filter, asked, after, range)}`;
    ids.push(...found.map(({ id }) => id));
    if (ids.length > limit) break;
    const now = performance.now();
    if (now >= endsAt && from > oldest && ids.length > 0) return { ids, searchedTo: { at: startOf(from), id: '' } };
    newest = from - 1;
    weeks = nextWeeks(weeks, now - startedAt);
  }
  return { ids, searchedTo: null };
}

/** How many cases are compared one by one: about 1 ms. */
const walkLength = 500;

/** More at a time while a statement is quick, and fewer when it was slow. */
function nextWeeks(weeks: number, tookMs: number): number {
  if (tookMs < 20) return weeks * 4;
  return tookMs < 100 ? weeks : Math.max(1, Math.floor(weeks / 4));
}

interface Walk {
  /** How many cases were compared. */
  walked: number;
  ids: string[];
  newest: Date;
  /** Of all cases of the scope. */
  oldest: Date;
}

async function walkNewest(
  store: Store,
  scope: Scope,
  filter: CaseFilter,
  { folded }: Asked,
  after: PageEnd | null,
): Promise<Walk> {
  const walk = await firstRow<Walk>(store)`
    SELECT count(*)::int AS walked, max(w."createdAt") AS newest,
      (SELECT c."createdAt" FROM "Case" c WHERE c."organizationId" = ${scope.organizationId} AND c.mode = ${scope.mode}
        ORDER BY c."createdAt", c.id LIMIT 1) AS oldest,
      coalesce(array_agg(w.id ORDER BY w."createdAt" DESC, w.id DESC) FILTER (WHERE w.matches), '{}') AS ids
    FROM (
      SELECT c.id, c."createdAt", coalesce(strpos(s.text, ${folded}) > 0, false) AS matches
      FROM (
        SELECT c.id, c."createdAt" FROM ${matchingCases(scope, filter, { limit: walkLength - 1, after })}
        ORDER BY ${newestFirst} LIMIT ${raw(walkLength)}
      ) c LEFT JOIN "CaseSearch" s ON s."caseId" = c.id
    ) w`;
  return walk as Walk;
}

/** The cases of these weeks that match, newest first: one more than `limit` at most. */
export function weeksStatement(
  scope: Scope,
  filter: CaseFilter,
  { folded, keys }: Asked,
  after: PageEnd | null,
  { from, to, limit }: { from: number; to: number; limit: number },
): Statement {
  const weeks = Array.from({ length: to - from + 1 }, (_, index) => `{${keysIn(from + index, keys).join()}}`);
  // OFFSET keeps the planner from beginning with the cases, of which there are far more. In the order of the list, no more
  // of them are looked at than the page needs.
  return sql`SELECT s."caseId" AS id FROM (
        SELECT s."caseId", s."createdAt" FROM unnest(${weeks}::text[]) k(keys)
          CROSS JOIN LATERAL (
            SELECT s."caseId", s."createdAt" FROM "CaseSearch" s
            WHERE "searchKeys"(s."organizationId", s.mode, s."createdAt", s.text) @> k.keys::bigint[]
              AND s."organizationId" = ${scope.organizationId} AND s.mode = ${scope.mode}
              AND strpos(s.text, ${folded}) > 0
            OFFSET 0
          ) s
        ORDER BY s."createdAt" DESC, s."caseId" DESC OFFSET 0
      ) s
      CROSS JOIN LATERAL (
        SELECT FROM "Case" c WHERE c.id = s."caseId" AND ${conditionsOf(scope, filter, after)} OFFSET 0
      ) c
    ORDER BY s."createdAt" DESC, s."caseId" DESC LIMIT ${limit}::int + 1`;
}

/** The keys of a text in a week: see "searchKey" of the database. */
function keysIn(week: number, keys: readonly bigint[]): bigint[] {
  return keys.map((key) => key + (BigInt(week) << 32n));
}

const weekMs = 7 * 24 * 3_600_000;

/** As "searchWeek" of the database counts. */
function weekOf(time: Date): number {
  return Math.floor(time.getTime() / weekMs);
}

function startOf(week: number): Date {
  return new Date(week * weekMs);
}
