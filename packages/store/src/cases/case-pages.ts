import { raw, sql, type Statement } from '../database/store.ts';
import { type Ground, grounds, type State, states } from '@evict/case-model';
import { Prisma } from '../generated/client.ts';
import type { Scope } from './types.ts';

// Queries for one page of cases. Each follows an index in the page's order and reads no further than the page, however
// many cases match (ADR 12).

/** The last case of a page, after which the next one starts. */
export interface PageEnd {
  /** The time by which the list is sorted. */
  at: Date;
  id: string;
}

/** Filters a list of cases. A case has to meet every condition that is present. */
export interface CaseFilter {
  /** The case is in one of these states. */
  states?: readonly State[] | undefined;
  ground?: Ground | undefined;
  updatedSince?: Date | undefined;
  reference?: string | undefined;
  /** Sorts by the last change instead of by creation, newest first. */
  byChange?: boolean | undefined;
}

export interface Bounds {
  limit: number;
  after: PageEnd | null;
}

export interface PageBounds extends Bounds {
  maxBytes: number;
  /** The ids that a search found. If absent, the page has all cases that match the filter. */
  ids?: readonly string[] | undefined;
  /** The user for whom the list says which cases are unread. */
  reader?: string | undefined;
}

/**
 * Returns the query for a page of cases. The page ends after `limit` cases or at `maxBytes`, but always contains its
 * first case, without facts if that case alone exceeds `maxBytes`. Sizes are summed along the index, so facts beyond
 * the end are never read. `columnsWith` lists the columns of case `c`, with facts if its argument holds.
 */
export function casePage(
  columnsWith: (condition: Statement) => Statement,
  scope: Scope,
  filter: CaseFilter,
  { maxBytes, ids, limit, after }: PageBounds,
): Statement {
  const from = ids ? casesWithIds(scope, ids, after) : matchingCases(scope, filter, { limit, after });
  const order = orderOf(filter);
  return sql`
    SELECT ${columnsWith(sql`c."pageBytes" <= ${maxBytes}`)}, c."bytesSoFar", c."candidates"
    FROM (
      SELECT c.*, count(*) OVER () AS "candidates",
        sum(c."pageBytes") OVER (ORDER BY ${order}) AS "bytesSoFar" FROM (
        SELECT c.*, c."shownBytes" + octet_length(c."shownDocuments") AS "pageBytes" FROM ${from}
        ORDER BY ${order} LIMIT ${limit}::int + 1
      ) c
    ) c
    WHERE c."bytesSoFar" <= ${maxBytes} OR c."bytesSoFar" = c."pageBytes"
    ORDER BY ${order} LIMIT ${limit}::int`;
}

/** Returns all conditions of a filter on case `c`, for queries that have already found a few candidates. */
export function conditionsOf(scope: Scope, filter: CaseFilter, after: PageEnd | null): Statement {
  const { states: anyOf, ground, reference } = filter;
  return allOf([
    ...inScope(scope, filter, after),
    reference !== undefined && sql`c.reference = ${reference}::text`,
    anyOf && sql`c.state = ANY (${anyOf}::text[])`,
    ground && sql`c.ground = ${ground}::text`,
  ]);
}

/** Returns the FROM and WHERE clauses for the cases `c` that match a filter. */
export function matchingCases(scope: Scope, filter: CaseFilter, { limit, after }: Bounds): Statement {
  const { states: anyOf, ground, updatedSince, reference, byChange } = filter;
  // At most one case has a given reference, and without any filter there is an index in the order of the page.
  if (reference !== undefined || (!anyOf && !ground && !updatedSince && !byChange)) {
    return sql`"Case" c WHERE ${conditionsOf(scope, filter, after)}`;
  }
  const ofEach = anyOf || ground || byChange ? sql`c.ground = g.ground AND c.state = s.state` : false;
  const newest = sql`SELECT c.id, ${timeOf(filter)} AS time FROM "Case" c
    WHERE ${allOf([...inScope(scope, filter, after), ofEach])}
    ORDER BY ${updatedSince && !byChange ? newestFirstInGist : orderOf(filter)} LIMIT ${limit}::int + 1`;
  if (!ofEach) return sql`(${newest}) k JOIN "Case" c ON c.id = k.id`;
  // Take the newest cases of each ground and state, because an index has each combination in order, but not several
  // combinations together.
  return sql`(
      SELECT e.id FROM unnest(${ground ? [ground] : grounds}::text[]) g(ground)
        CROSS JOIN unnest(${anyOf ?? states}::text[]) s(state) CROSS JOIN LATERAL (${newest}) e
      ORDER BY e.time DESC, e.id DESC LIMIT ${limit}::int + 1
    ) k JOIN "Case" c ON c.id = k.id`;
}

/** Returns the FROM and WHERE clauses for the cases `c` with these ids that still exist. */
function casesWithIds(scope: Scope, ids: readonly string[], after: PageEnd | null): Statement {
  return sql`unnest(${ids}::text[]) k(id) JOIN "Case" c ON c.id = k.id WHERE ${allOf(inScope(scope, {}, after))}`;
}

/**
 * Returns the conditions that every list of cases has: in the scope, not erased, changed since a time, and after the
 * previous page.
 */
function inScope({ organizationId, mode }: Scope, filter: CaseFilter, after: PageEnd | null) {
  const { updatedSince, byChange } = filter;
  return [
    sql`c."organizationId" = ${organizationId} AND c.mode = ${mode} AND c."erasedAt" IS NULL`,
    updatedSince && sql`c."updatedAt" >= ${updatedSince}::timestamptz`,
    after && sql`(${timeOf(filter)}, c.id) < (${after.at}::timestamptz, ${after.id}::text)`,
    // A GiST index doesn't support row comparisons, so give it a condition on the time alone, too.
    after && updatedSince && !byChange && sql`c."createdAt" <= ${after.at}::timestamptz`,
  ];
}

function allOf(conditions: readonly (Statement | false | null | undefined)[]): Statement {
  return Prisma.join(
    conditions.filter((condition) => !!condition),
    ' AND ',
  );
}

/** The time by which case `c` is sorted. */
const timeOf = ({ byChange }: CaseFilter) => raw(byChange ? 'c."updatedAt"' : 'c."createdAt"');

/** The ORDER BY terms of a list of cases `c`: newest first, by the time that `timeOf` selects. */
const orderOf = (filter: CaseFilter) => sql`${timeOf(filter)} DESC, c.id DESC`;

/** The ORDER BY terms of a list that is sorted by creation. */
export const newestFirst = orderOf({});

/**
 * Sorts like `newestFirst`, in the form that a GiST index supports: by distance to a time later than that of any case.
 * Each page of that index knows the range of its `createdAt` and `updatedAt`, so pages without a match are skipped.
 */
const newestFirstInGist = raw(`c."createdAt" <-> '3000-01-01T00:00:00Z'::timestamptz, c.id DESC`);
