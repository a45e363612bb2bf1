import type { ParsedUrlQuery } from 'node:querystring';
import {
  ApiError,
  invalidRequest,
  isId,
  type Issue,
  type ParamKind,
  type Route,
  shapeOf,
  validate,
} from '@evict/contract';

/** The parameters of a path by name. */
export type Params = Record<string, string>;

/** The case in the path of a request; null if there is none, or no well-formed id. */
export function caseInPath({ params: kinds = {} }: Route, params: Params): string | null {
  const id = params['id'] ?? '';
  return kinds['id'] === 'case' && isId('case', id) ? id : null;
}

/** 404 for a malformed id. */
export function validParams({ params: kinds = {} }: Route, params: Params): Params {
  const isNamed = ([name, kind]: [string, ParamKind]) => isId(kind, params[name] ?? '');
  if (!Object.entries(kinds).every(isNamed)) throw new ApiError('not_found');
  return params;
}

/** The query parameters of the operation, unknown ones left out. A list is its parameter as often as it was sent. */
function knownParameters(schema: NonNullable<Route['query']>, query: ParsedUrlQuery): unknown {
  const values = Object.entries(shapeOf(schema).fields ?? {}).flatMap(([name, { type }]) => {
    const value = query[name];
    if (value === undefined) return [];
    return [[name, type === 'array' && !Array.isArray(value) ? [value] : value]];
  });
  return Object.fromEntries(values);
}

/** Validates query and body, and reports all of their faults together. */
export function validInput(route: Route, query: ParsedUrlQuery, body: unknown): { query: unknown; body: unknown } {
  const issues: Issue[] = [];
  const checked = <T>(outcome: { ok: true; value: T } | { ok: false; issues: Issue[] }) => {
    if (outcome.ok) return outcome.value;
    issues.push(...outcome.issues);
    return undefined;
  };
  const values = {
    query: route.query ? checked(validate(route.query, knownParameters(route.query, query))) : undefined,
    body: route.body ? checked(validate(route.body, route.bodyIsOptional ? (body ?? {}) : body)) : undefined,
  };
  if (!route.body && !isEmpty(body)) {
    issues.push({ path: '', code: 'unexpected_body', message: 'This operation takes no body.' });
  }
  if (issues.length > 0) throw invalidRequest(issues);
  return values;
}

/** Many clients send an empty object for no body. */
function isEmpty(body: unknown): boolean {
  if (body === undefined) return true;
  return typeof body === 'object' && body !== null && !Array.isArray(body) && Object.keys(body).length === 0;
}
