import type { ReportKind } from '@evict/case-model';
import type { ParamKind } from '../ids.ts';
import type { AnySchema, InferType } from 'yup';
import { errorCodes, type ErrorCode } from '../errors.ts';
import { type AddressLimit, bodyLimits } from '../limits.ts';
import type { Tag } from '../openapi/components.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The scopes to which an API key may be restricted. */
export const keyScopes = ['read', 'write', 'submit'] as const;
export type KeyScope = (typeof keyScopes)[number];

/** The description of an API operation in its resource's table. */
export interface RouteRow {
  /** The method and the path, which begins with `/v1` and has its parameters in braces. */
  readonly endpoint: `${Method} /v1/${string}`;
  /** The kind of each path parameter. A value that isn't of that kind gets a 404. */
  readonly params?: Readonly<Record<string, ParamKind>>;
  /**
   * The credentials that the route accepts. `customer`: an API key or a customer's session. `session`: only a
   * customer's session. `attorney`: an attorney's token or session. `attorneySession`: only an attorney's session.
   * `anySession`: a session of either.
   */
  readonly auth: 'none' | 'customer' | 'session' | 'anySession' | 'attorney' | 'attorneySession';
  /**
   * Set for a route that takes no credential but needs something that the public gateway lacks, such as access to the
   * internet.
   */
  readonly gateway?: 'customer';
  /** The scope that an API key needs. The default is `read` for GET and `write` for other methods. */
  readonly scope?: KeyScope;
  /** `forbidden`: agents' keys can't use it. `confirmed`: they can once a person has confirmed the action. */
  readonly agents?: 'forbidden' | 'confirmed';
  readonly tag: Tag;
  /** An operation that the published interface doesn't contain. It is `x-addition` in the OpenAPI document. */
  readonly addition?: true;
  /** The command that the operation sends. The command's fields are the request body. */
  readonly command?: ReportKind;
  readonly summary: string;
  readonly description: string;
  readonly query?: AnySchema;
  readonly body?: AnySchema;
  /**
   * The body may be omitted, which counts as an empty object. Its fields are never query parameters, because a reason
   * can name a person, and proxies log URLs.
   */
  readonly bodyIsOptional?: true;
  /**
   * Counts each request under this limit for the client's IP address, before validation. A request with a raw body is
   * counted before the body is received.
   */
  readonly addressLimit?: AddressLimit;
  /** A longer body gets a 413 before it is parsed. The default is `bodyLimits.default`. */
  readonly bodyLimitBytes?: number;
  /**
   * A field of the body with a long list, and limits on the number and size of its items. The handler gets the bytes of
   * each item.
   */
  readonly rows?: { readonly field: string; readonly most: number; readonly mostBytes: number };
  /**
   * A base64 field that is decoded before validation. The handler gets its bytes as `content` instead of in the body.
   */
  readonly contentField?: string;
  /** The body is the bytes of a file of any type. The handler gets them as `content`. */
  readonly rawBody?: true;
  /** In `schema`, `bytes` means the content of a document with its stored type, and null means no body. */
  readonly success: {
    readonly status: 200 | 201 | 202 | 204;
    readonly schema: AnySchema | 'bytes' | null;
    readonly description: string;
    /** The content types of `bytes`. The default is those of documents. */
    readonly types?: readonly string[];
  };
  /** Errors that are specific to this operation. `routeErrors` adds those that follow from the rest of the row. */
  readonly errors?: readonly RouteErrorEntry[];
  /** Set if an authenticated POST takes no `Idempotency-Key`, usually because it takes or returns a secret. */
  readonly idempotent?: 'ignored';
}

/**
 * An operation with everything that follows from its row. The gateways serve it, and the OpenAPI document describes it.
 */
export interface Route extends Omit<RouteRow, 'endpoint' | 'idempotent' | 'gateway'> {
  readonly gateway: 'public' | 'customer' | 'attorney';
  /**
   * The route takes MCP messages. A message can call a tool, which calls an operation. Any key may send messages,
   * because each operation checks its own scope.
   */
  readonly takesMessages?: true;
  readonly method: Method;
  readonly path: string;
  readonly bodyLimitBytes: number;
  /** For an authenticated POST, whether `Idempotency-Key` is honored. */
  readonly idempotent?: 'key' | 'ignored';
}

/** A route with the literal types of its row. */
type RouteOf<R extends RouteRow> = Omit<R, 'idempotent' | 'gateway'> & {
  readonly gateway: Route['gateway'];
  readonly bodyLimitBytes: number;
} & (R['endpoint'] extends `${infer M extends Method} ${infer P}` ? { readonly method: M; readonly path: P } : never) &
  (R extends { auth: 'none' }
    ? unknown
    : R extends { endpoint: `POST ${string}` }
      ? { readonly idempotent: R extends { idempotent: 'ignored' } ? 'ignored' : 'key' }
      : unknown);

export function routesOf<const Rows extends Readonly<Record<string, RouteRow>>>(
  rows: Rows,
): { readonly [K in keyof Rows]: RouteOf<Rows[K]> } {
  const all = Object.entries(rows).map(([operationId, row]) => [operationId, routeOf(row)] as const);
  return Object.fromEntries(all) as unknown as { readonly [K in keyof Rows]: RouteOf<Rows[K]> };
}

function routeOf({ endpoint, idempotent, gateway, ...row }: RouteRow): Route {
  const [method, path] = endpoint.split(' ') as [Method, string];
  return {
    bodyLimitBytes: bodyLimits.default,
    ...row,
    gateway: gateway ?? gateways[row.auth],
    method,
    path,
    ...(method === 'POST' && row.auth !== 'none' && { idempotent: idempotent ?? 'key' }),
  };
}

const gateways = {
  none: 'public',
  customer: 'customer',
  session: 'customer',
  anySession: 'customer',
  attorney: 'attorney',
  attorneySession: 'attorney',
} as const satisfies Record<RouteRow['auth'], Route['gateway']>;

/** A code with its default status, or with another one of its statuses. */
type RouteErrorEntry = ErrorCode | readonly [ErrorCode, number];

export interface RouteError {
  code: ErrorCode;
  status: number;
}

/** The type of a route's body, or never if it has none. */
export type RouteBody<R> = R extends { readonly body: infer S extends AnySchema } ? InferType<S> : never;

/** The type of a route's query, or never if it has none. */
export type RouteQuery<R> = R extends { readonly query: infer S extends AnySchema } ? InferType<S> : never;

/** The type of a successful JSON response, or never for bytes and empty responses. */
export type RouteResponse<R> = R extends { readonly success: { readonly schema: infer S extends AnySchema } }
  ? InferType<S>
  : never;

/**
 * Whether the operation returns 503 `busy` while the database is unavailable. All do, except for public GET operations
 * that return JSON, such as `health`.
 */
export function needsDatabase({ auth, method, success }: Route): boolean {
  return auth !== 'none' || method !== 'GET' || success.schema === 'bytes';
}

/** Returns the scope that an API key needs for the operation. */
export function scopeOf({ scope, method }: Pick<Route, 'scope' | 'method'>): KeyScope {
  return scope ?? (method === 'GET' ? 'read' : 'write');
}

/** Returns every error that a route can return, sorted by status and without duplicates. */
export function routeErrors(route: Route): RouteError[] {
  // `rate_limited` and `busy`: too many concurrent requests from the caller, or from all callers.
  const entries: RouteErrorEntry[] = [...(route.errors ?? []), 'internal', 'rate_limited', 'busy'];
  // An operation without a body rejects a request that has one.
  if (route.method !== 'GET') entries.push('invalid_request', 'payload_too_large', 'unsupported_media_type');
  if (route.agents === 'confirmed') entries.push('confirmation_required');
  if (route.query) entries.push('invalid_request');
  if (route.params) entries.push('not_found');
  // `invalid_request`: X-Service-Mode has an unknown value.
  if (route.auth !== 'none') entries.push('unauthenticated', 'forbidden', 'live_unavailable', 'invalid_request');
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
