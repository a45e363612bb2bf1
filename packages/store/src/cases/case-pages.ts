import { raw, sql, type Statement } from '../database/store.ts';
import { type Ground, grounds, type State, states } from '@evict/case-model';
import { Prisma } from '../generated/client.ts';
import type { Scope } from './types.ts';

// The statements of a page of cases, in its order. Each reads an index in that order, no further than the page, however
// many or few cases match (ADR 12).

/** The last case of a page, after which the next one starts. */
export interface PageEnd {
  /** The time by which the list is sorted. */
  at: Date;
  id: string;
}

/** Conditions on the cases of a list. All of them hold; an absent one holds for every case. */
export interface CaseFilter {
  /** Any of these. */
  states?: readonly State[] | undefined;
  ground?: Ground | undefined;
  updatedSince?: Date | undefined;
  reference?: string | undefined;
  /** The case that was changed last comes first, not the one that was created last. */
  byChange?: boolean | undefined;
}

export interface Bounds {
  limit: number;
  after: PageEnd | null;
}

export interface PageBounds extends Bounds {
  maxBytes: number;
  /** The cases that were found for the filter; without them, all of the filter. */
  ids?: readonly string[] | undefined;
  /** The user who lists, to whom a case can be unread. */
  reader?: string | undefined;
}

/**
 * A page ends after `limit` cases or at `maxBytes`. It always has its first case, without facts if that one alone
 * exceeds them. Sizes are summed along the index, so that facts beyond the end are never read. `columnsWith` lists the
 * columns of case `c`, with facts where its argument holds.
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

/** All conditions of a filter on case `c`, for the few cases that were found by something else. */
export function conditionsOf(scope: Scope, filter: CaseFilter, after: PageEnd | null): Statement {
  const { states: anyOf, ground, reference } = filter;
  return allOf([
    ...inScope(scope, filter, after),
    reference !== undefined && sql`c.reference = ${reference}::text`,
    anyOf && sql`c.state = ANY (${anyOf}::text[])`,
    ground && sql`c.ground = ${ground}::text`,
  ]);
}

/** The cases of a filter as the FROM and WHERE of case `c`. */
export function matchingCases(scope: Scope, filter: CaseFilter, { limit, after }: Bounds): Statement {
  const { states: anyOf, ground, updatedSince, reference, byChange } = filter;
  // At most one case has the reference.
  if (reference !== undefined || (!anyOf && !ground && !updatedSince && !byChange)) {
    return sql`"Case" c WHERE ${conditionsOf(scope, filter, after)}`;
  }
  const ofEach = anyOf || ground || byChange ? sql`c.ground = g.ground AND c.state = s.state` : false;
  const newest = sql`SELECT c.id, ${timeOf(filter)} AS time FROM "Case" c
    WHERE ${allOf([...inScope(scope, filter, after), ofEach])}
    ORDER BY ${updatedSince && !byChange ? newestFirstInGist : orderOf(filter)} LIMIT ${limit}::int + 1`;
  if (!ofEach) return sql`(${newest}) k JOIN "Case" c ON c.id = k.id`;
  // The newest of each ground and state: an index has each of them in order, but not several together.
  return sql`(
      SELECT e.id FROM unnest(${ground ? [ground] : grounds}::text[]) g(ground)
        CROSS JOIN unnest(${anyOf ?? states}::text[]) s(state) CROSS JOIN LATERAL (${newest}) e
      ORDER BY e.time DESC, e.id DESC LIMIT ${limit}::int + 1
    ) k JOIN "Case" c ON c.id = k.id`;
}

/** The cases with these ids, as far as they are still there, as FROM and WHERE of case `c`. */
function casesWithIds(scope: Scope, ids: readonly string[], after: PageEnd | null): Statement {
  return sql`unnest(${ids}::text[]) k(id) JOIN "Case" c ON c.id = k.id WHERE ${allOf(inScope(scope, {}, after))}`;
}

/** What every list of cases asks for: those of the scope that were not erased, changed since a time, after an end. */
function inScope({ organizationId, mode }: Scope, filter: CaseFilter, after: PageEnd | null) {
  const { updatedSince, byChange } = filter;
  return [
    sql`c."organizationId" = ${organizationId} AND c.mode = ${mode} AND c."erasedAt" IS NULL`,
    updatedSince && sql`c."updatedAt" >= ${updatedSince}::timestamptz`,
    after && sql`(${timeOf(filter)}, c.id) < (${after.at}::timestamptz, ${after.id}::text)`,
    // An index of GiST knows no comparison of rows.
    after && updatedSince && !byChange && sql`c."createdAt" <= ${after.at}::timestamptz`,
  ];
}

function allOf(conditions: readonly (Statement | false | null | undefined)[]): Statement {
  return Prisma.join(
    conditions.filter((condition) => !!condition),
    ' AND ',
  );
}

/** The time by which a list of case `c` is sorted. */
const timeOf = ({ byChange }: CaseFilter) => raw(byChange ? 'c."updatedAt"' : 'c."createdAt"');

/** The order of a list of case `c`. */
const orderOf = (filter: CaseFilter) => sql`${timeOf(filter)} DESC, c.id DESC`;

/** The order of a list that is not sorted by changes. */
export const newestFirst = orderOf({});

/**
 * The same, as an index of GiST gives it: by the distance to a time after all cases. That index has for each of its
 * pages the range of `createdAt` and of `updatedAt`, so that pages without a match are passed over.
 */
const newestFirstInGist = raw(`c."createdAt" <-> '3000-01-01T00:00:00Z'::timestamptz, c.id DESC`);
