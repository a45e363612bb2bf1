import type { IdKind } from '@evict/case-model';
import type { AnySchema, InferType } from 'yup';
import { errorCodes, type ErrorCode } from '../errors.ts';
import type { Tag } from '../openapi/components.ts';

/** One operation of the interface. The gateways serve it and the OpenAPI document describes it from this. */
export interface Route {
  readonly gateway: 'public' | 'customer' | 'attorney';
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Begins with `/v1`; parameters in braces. */
  readonly path: string;
  /** What each parameter of the path names; a value that is no id of that kind is 404. */
  readonly params?: Readonly<Record<string, IdKind>>;
  /** `customer`: an API key or a session. */
  readonly auth: 'none' | 'customer' | 'session' | 'attorney';
  readonly tag: Tag;
  readonly summary: string;
  readonly description: string;
  readonly query?: AnySchema;
  readonly body?: AnySchema;
  /** A longer body is 413, before it is parsed. */
  readonly bodyLimitBytes: number;
  /** A field of base64 whose bytes are decoded while the body comes: the handler has them as `content`, not in the body. */
  readonly contentField?: string;
  /** `bytes`: the content of a document with its stored type; null: no body. */
  readonly success: {
    readonly status: 200 | 201 | 202 | 204;
    readonly schema: AnySchema | 'bytes' | null;
    readonly description: string;
  };
  /** The errors of this operation alone; `routeErrors` adds those that follow from the rest of the row. */
  readonly errors: readonly RouteErrorEntry[];
  /** Of a POST with a credential: whether `Idempotency-Key` is honoured. */
  readonly idempotent?: 'key' | 'ignored';
}

/** A code with its usual status, or with the other one that it has. */
type RouteErrorEntry = ErrorCode | readonly [ErrorCode, number];

export interface RouteError {
  code: ErrorCode;
  status: number;
}

/** The type of the body a route takes; never for a route without one. */
export type RouteBody<R> = R extends { readonly body: infer S extends AnySchema } ? InferType<S> : never;

/** The type of the query a route takes; never for a route without one. */
export type RouteQuery<R> = R extends { readonly query: infer S extends AnySchema } ? InferType<S> : never;

/** The type of the JSON that a route answers on success; never where it answers bytes or nothing. */
export type RouteResponse<R> = R extends { readonly success: { readonly schema: infer S extends AnySchema } }
  ? InferType<S>
  : never;

/** Every operation but the two that tell of the service itself: while the database is away they answer 503 `busy`. */
export function needsDatabase({ auth, method }: Route): boolean {
  return auth !== 'none' || method !== 'GET';
}

/** Every error that a route can answer, without repetition, by status. */
export function routeErrors(route: Route): RouteError[] {
  // `rate_limited`, `busy`: a caller has too much under way, or the service has.
  const entries: RouteErrorEntry[] = [...route.errors, 'internal', 'rate_limited', 'busy'];
  // Also where no body is taken: one that comes all the same is refused.
  if (route.method !== 'GET') entries.push('invalid_request', 'payload_too_large', 'unsupported_media_type');
  if (route.query) entries.push('invalid_request');
  if (route.params) entries.push('not_found');
  if (route.auth !== 'none') entries.push('unauthenticated', 'forbidden', 'live_unavailable');
  // A session whose X-Service-Mode names no mode.
  if (route.auth === 'customer' || route.auth === 'session') entries.push('invalid_request');
  if (route.idempotent === 'key') entries.push('invalid_request', 'idempotency_conflict');
  const errors = entries.map((entry): RouteError => {
    if (typeof entry === 'string') return { code: entry, status: errorCodes[entry].statuses[0] };
    const [code, status] = entry;
    return { code, status };
  });
  return [...new Map(errors.map((error) => [`${error.status} ${error.code}`, error])).values()].sort(
    (a, b) => a.status - b.status || a.code.localeCompare(b.code, 'en'),
  );
}
