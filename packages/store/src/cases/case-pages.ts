import { type Ground, grounds, type State, states } from '@evict/case-model';
import type { Scope } from './types.ts';

// The statements of a page of cases, newest first. Each reads an index in that order, no further than the page, however
// many or few cases match (ADR 12).

/** The last case of a page, after which the next one starts. */
export interface PageEnd {
  createdAt: Date;
  id: string;
}

/** Conditions on the cases of a list. All of them hold; an absent one holds for every case. */
export interface CaseFilter {
  /** Any of these. */
  states?: readonly State[] | undefined;
  ground?: Ground | undefined;
  updatedSince?: Date | undefined;
  reference?: string | undefined;
}

interface Bounds {
  limit: number;
  after: PageEnd | null;
}

export interface PageBounds extends Bounds {
  maxBytes: number;
  /** The cases that were found for the filter; without them, all of the filter. */
  ids?: readonly string[] | undefined;
}

export interface Statement {
  name: string;
  text: string;
  values: unknown[];
}

/**
 * A page ends after `limit` cases or at `maxBytes`. It always has its first case, without facts if that one alone
 * exceeds them. Sizes are summed along the index, so that facts beyond the end are never read. `columnsWith` lists the
 * columns of case `c`, with facts where its argument holds.
 */
export function casePage(
  columnsWith: (condition: string) => string,
  scope: Scope,
  filter: CaseFilter,
  { maxBytes, ids, ...bounds }: PageBounds,
): Statement {
  const { name, from, values } = ids ? casesWithIds(scope, ids, bounds) : matchingCases(scope, filter, bounds);
  const max = `$${values.push(maxBytes)}`;
  return {
    name: `case-page ${name}`,
    values,
    text: `SELECT ${columnsWith(`c."pageBytes" <= ${max}`)}, c."bytesSoFar", c."candidates"
      FROM (
        SELECT c.*, count(*) OVER () AS "candidates",
          sum(c."pageBytes") OVER (ORDER BY c."createdAt" DESC, c.id DESC) AS "bytesSoFar" FROM (
          SELECT c.*, c."shownBytes" + octet_length(c."shownDocuments") AS "pageBytes" FROM ${from}
          ORDER BY c."createdAt" DESC, c.id DESC LIMIT $3 + 1
        ) c
      ) c
      WHERE c."bytesSoFar" <= ${max} OR c."bytesSoFar" = c."pageBytes"
      ORDER BY c."createdAt" DESC, c.id DESC LIMIT $3`,
  };
}

/** Conditions on case `c`, and the values of their parameters; $1 to $3 are organization, mode and limit. */
interface Matching {
  /** Different for different texts: there are a few dozen. */
  name: string;
  conditions: string[];
  values: unknown[];
}

/** All conditions of a filter, for the few cases that were found by something else. */
export function conditionsOf(scope: Scope, filter: CaseFilter, bounds: Bounds): Matching {
  const { parameter, add, matching } = inScope(scope, filter, bounds);
  const { states: anyOf, ground, reference } = filter;
  if (reference !== undefined) add('reference', `c.reference = ${parameter(reference, 'text')}`);
  if (anyOf) add('state', `c.state = ANY (${parameter(anyOf, 'text[]')})`);
  if (ground) add('ground', `c.ground = ${parameter(ground, 'text')}`);
  return matching();
}

/** The cases of a filter as the FROM and WHERE of case `c`. */
export function matchingCases(
  scope: Scope,
  filter: CaseFilter,
  bounds: Bounds,
): { name: string; from: string; values: unknown[] } {
  const { states: anyOf, ground, updatedSince, reference } = filter;
  if (reference !== undefined || (!anyOf && !ground && !updatedSince)) {
    // At most one case has the reference.
    const { conditions, ...rest } = conditionsOf(scope, filter, bounds);
    return { ...rest, from: `"Case" c WHERE ${conditions.join(' AND ')}` };
  }
  const { parameter, add, matching } = inScope(scope, filter, bounds);
  const inOrder = updatedSince ? newestFirstInGist : newestFirst;
  const newest = () => `SELECT c.id, c."createdAt" FROM "Case" c WHERE ${matching().conditions.join(' AND ')}
    ORDER BY ${inOrder} LIMIT $3 + 1`;
  if (!anyOf && !ground) return { ...matching(), from: `(${newest()}) k JOIN "Case" c ON c.id = k.id` };
  // The newest of each ground and state: an index has each of them in order, but not several together.
  const ofGrounds = parameter(ground ? [ground] : grounds, 'text[]');
  const ofStates = parameter(anyOf ?? states, 'text[]');
  add('each', 'c.ground = g.ground AND c.state = s.state');
  const from = `(
      SELECT e.id FROM unnest(${ofGrounds}) g(ground) CROSS JOIN unnest(${ofStates}) s(state)
        CROSS JOIN LATERAL (${newest()}) e
      ORDER BY e."createdAt" DESC, e.id DESC LIMIT $3 + 1
    ) k JOIN "Case" c ON c.id = k.id`;
  return { ...matching(), from };
}

/** The cases with these ids, as far as they are still there, as FROM and WHERE of case `c`. */
function casesWithIds(scope: Scope, ids: readonly string[], bounds: Bounds): ReturnType<typeof matchingCases> {
  const { parameter, add, matching } = inScope(scope, {}, bounds);
  const from = `unnest(${parameter(ids, 'text[]')}) k(id) JOIN "Case" c ON c.id = k.id`;
  add('ids', 'true');
  const { conditions, ...rest } = matching();
  return { ...rest, from: `${from} WHERE ${conditions.join(' AND ')}` };
}

/** What every list of cases asks for: those of the scope that were not erased, after an end, changed since a time. */
function inScope({ organizationId, mode }: Scope, { updatedSince }: CaseFilter, { limit, after }: Bounds) {
  const values: unknown[] = [organizationId, mode, limit];
  const conditions = ['c."organizationId" = $1', 'c.mode = $2', 'c."erasedAt" IS NULL'];
  const names: string[] = [];
  const parameter = (value: unknown, type: string) => `$${values.push(value)}::${type}`;
  const add = (name: string, condition: string) => {
    names.push(name);
    conditions.push(condition);
  };
  if (updatedSince) add('since', `c."updatedAt" >= ${parameter(updatedSince, 'timestamptz')}`);
  if (after) {
    const time = parameter(after.createdAt, 'timestamptz');
    add('after', `(c."createdAt", c.id) < (${time}, ${parameter(after.id, 'text')})`);
    // An index of GiST knows no comparison of rows.
    if (updatedSince) conditions.push(`c."createdAt" <= ${time}`);
  }
  const matching = (): Matching => ({ name: names.join(' '), conditions, values });
  return { parameter, add, matching };
}

/** The order of every list of case `c`. */
export const newestFirst = 'c."createdAt" DESC, c.id DESC';

/**
 * The same, as an index of GiST gives it: by the distance to a time after all cases. That index has for each of its
 * pages the range of `createdAt` and of `updatedAt`, so that pages without a match are passed over.
 */
const newestFirstInGist = `c."createdAt" OPERATOR(extensions.<->) '3000-01-01T00:00:00Z'::timestamptz, c.id DESC`;
