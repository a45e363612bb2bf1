import { type Ground, grounds, type State, states } from '@evict/case-model';
import type { Scope } from './types.ts';

// The statements of a page of cases, newest first. Each reads an index in that order, no further than the page, however
// many or few cases match: ADR 45.

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

export interface PageBounds {
  limit: number;
  after: PageEnd | null;
  maxBytes: number;
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
  { limit, after, maxBytes }: PageBounds,
): Statement {
  const { name, from, values } = matchingCases(scope, filter, { limit, after });
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

/**
 * The cases of a filter as the FROM and WHERE of case `c`; $3 is the limit. `name` is different for different texts:
 * there are a few dozen.
 */
function matchingCases(
  { organizationId, mode }: Scope,
  { states: anyOf, ground, updatedSince, reference }: CaseFilter,
  { limit, after }: Pick<PageBounds, 'limit' | 'after'>,
): { name: string; from: string; values: unknown[] } {
  const values: unknown[] = [organizationId, mode, limit];
  const parameter = (value: unknown, type: string) => `$${values.push(value)}::${type}`;
  const conditions = ['c."organizationId" = $1', 'c.mode = $2', 'c."erasedAt" IS NULL'];
  const names: string[] = [];
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
  const cases = () => `"Case" c WHERE ${conditions.join(' AND ')}`;
  if (reference !== undefined) {
    // At most one case.
    add('reference', `c.reference = ${parameter(reference, 'text')}`);
    if (anyOf) add('state', `c.state = ANY (${parameter(anyOf, 'text[]')})`);
    if (ground) add('ground', `c.ground = ${parameter(ground, 'text')}`);
    return { name: names.join(' '), from: cases(), values };
  }
  if (!anyOf && !ground && !updatedSince) return { name: names.join(' '), from: cases(), values };

  const inOrder = updatedSince ? newestFirstInGist : newestFirst;
  const newest = () => `SELECT c.id, c."createdAt" FROM ${cases()} ORDER BY ${inOrder} LIMIT $3 + 1`;
  if (!anyOf && !ground) {
    return { name: names.join(' '), from: `(${newest()}) k JOIN "Case" c ON c.id = k.id`, values };
  }
  // The newest of each ground and state: an index has each of them in order, but not several together.
  const ofGrounds = parameter(ground ? [ground] : grounds, 'text[]');
  const ofStates = parameter(anyOf ?? states, 'text[]');
  add('each', 'c.ground = g.ground AND c.state = s.state');
  const from = `(
      SELECT e.id FROM unnest(${ofGrounds}) g(ground) CROSS JOIN unnest(${ofStates}) s(state)
        CROSS JOIN LATERAL (${newest()}) e
      ORDER BY e."createdAt" DESC, e.id DESC LIMIT $3 + 1
    ) k JOIN "Case" c ON c.id = k.id`;
  return { name: names.join(' '), from, values };
}

const newestFirst = 'c."createdAt" DESC, c.id DESC';

/**
 * The same, as an index of GiST gives it: by the distance to a time after all cases. That index has for each of its
 * pages the range of `createdAt` and of `updatedAt`, so that pages without a match are passed over.
 */
const newestFirstInGist = `c."createdAt" OPERATOR(extensions.<->) '3000-01-01T00:00:00Z'::timestamptz, c.id DESC`;
