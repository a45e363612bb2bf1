import type { ReportKind } from '@evict/case-model';
import type { ParamKind } from '../ids.ts';
import type { AnySchema, InferType } from 'yup';
import { errorCodes, type ErrorCode } from '../errors.ts';
import { type AddressLimit, bodyLimits } from '../limits.ts';
import type { Tag } from '../openapi/components.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** What an API key may be restricted to. */
export const keyScopes = ['read', 'write', 'submit'] as const;
export type KeyScope = (typeof keyScopes)[number];

/** One operation of the interface, as the table of its resource describes it. */
export interface RouteRow {
  /** Method and path, which begins with `/v1` and has its parameters in braces. */
  readonly endpoint: `${Method} /v1/${string}`;
  /** The kind of id of each path parameter; any other value is 404. */
  readonly params?: Readonly<Record<string, ParamKind>>;
  /**
   * `customer`: an API key or a session. `attorney`: a token or a session of an attorney. `anySession`: one of a customer
   * or an attorney.
   */
  readonly auth: 'none' | 'customer' | 'session' | 'anySession' | 'attorney' | 'attorneySession';
  /** For a route without a credential that calls the internet, which the public gateway cannot. */
  readonly gateway?: 'customer';
  /** What an API key needs; `read` for GET and `write` for any other method without it. */
  readonly scope?: KeyScope;
  /** What a key of an agent never does; `confirmed`: what it does once a person has confirmed it. */
  readonly agents?: 'forbidden' | 'confirmed';
  readonly tag: Tag;
  /** Added where the published interface is silent; `x-addition` in the OpenAPI document. */
  readonly addition?: true;
  /** The command that it sends, whose fields are its body. */
  readonly command?: ReportKind;
  readonly summary: string;
  readonly description: string;
  readonly query?: AnySchema;
  readonly body?: AnySchema;
  /**
   * The body may be left out, and is an empty object then. What it holds is no query parameter: a reason can name a
   * person, and proxies and logs keep addresses.
   */
  readonly bodyIsOptional?: true;
  /**
   * Counts each request with a readable body for the address of its client, before it is validated; one with a raw body
   * before that is received.
   */
  readonly addressLimit?: AddressLimit;
  /** A longer body is 413, before it is parsed. `bodyLimits.default` without it. */
  readonly bodyLimitBytes?: number;
  /** A long list in a field of the body, of at most so many items of so many bytes: the handler gets each as its bytes. */
  readonly rows?: { readonly field: string; readonly most: number; readonly mostBytes: number };
  /** A base64 field, decoded before validation: the handler gets its bytes as `content`, not in the body. */
  readonly contentField?: string;
  /** The body is the bytes of a file, of any type: the handler gets them as `content`. */
  readonly rawBody?: true;
  /** `bytes`: the content of a document with its stored type; null: no body. */
  readonly success: {
    readonly status: 200 | 201 | 202 | 204;
    readonly schema: AnySchema | 'bytes' | null;
    readonly description: string;
    /** The types of `bytes`; those of documents without it. */
    readonly types?: readonly string[];
  };
  /** Errors specific to this operation; `routeErrors` adds those that follow from the rest of the row. */
  readonly errors?: readonly RouteErrorEntry[];
  /** Of an authenticated POST that takes or returns a secret: it takes no `Idempotency-Key`. Every other one does. */
  readonly idempotent?: 'ignored';
}

/** One operation with what follows from its row. The gateways serve it and the OpenAPI document describes it. */
export interface Route extends Omit<RouteRow, 'endpoint' | 'idempotent' | 'gateway'> {
  readonly gateway: 'public' | 'customer' | 'attorney';
  /** Takes messages of agents, whose tools call operations: any key will do, and each operation asks for its scope. */
  readonly takesMessages?: true;
  readonly method: Method;
  readonly path: string;
  readonly bodyLimitBytes: number;
  /** Of an authenticated POST: whether `Idempotency-Key` is honored. */
  readonly idempotent?: 'key' | 'ignored';
}

/** The same for a row whose type is known. */
type RouteOf<R extends RouteRow> = Omit<R, 'idempotent' | 'gateway'> & {
  readonly gateway: Route['gateway'];
  readonly bodyLimitBytes: number;
} & (R['endpoint'] extends `${infer M extends Method} ${infer P}` ? { readonly method: M; readonly path: P } : never) &
  (R extends { auth: 'none' }
    ? unknown
    : R extends { endpoint: `POST ${string}` }
      ? { readonly idempotent: R extends { idempotent: 'ignored' } ? 'ignored' : 'key' }
      : unknown);

/** The routes of such rows. */
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

/** A code with its usual status, or with another one of its statuses. */
type RouteErrorEntry = ErrorCode | readonly [ErrorCode, number];

export interface RouteError {
  code: ErrorCode;
  status: number;
}

/** The type of the body a route takes; never for a route without one. */
export type RouteBody<R> = R extends { readonly body: infer S extends AnySchema } ? InferType<S> : never;

/** The type of the query a route takes; never for a route without one. */
export type RouteQuery<R> = R extends { readonly query: infer S extends AnySchema } ? InferType<S> : never;

/** The type of the JSON of a successful response; never for bytes and empty responses. */
export type RouteResponse<R> = R extends { readonly success: { readonly schema: infer S extends AnySchema } }
  ? InferType<S>
  : never;

/** Whether the operation returns 503 `busy` while the database is unavailable: all except the two about the service itself. */
export function needsDatabase({ auth, method, success }: Route): boolean {
  return auth !== 'none' || method !== 'GET' || success.schema === 'bytes';
}

/** The scope without which an API key is refused. */
export function scopeOf({ scope, method }: Pick<Route, 'scope' | 'method'>): KeyScope {
  return scope ?? (method === 'GET' ? 'read' : 'write');
}

/** Every error that a route can return, without duplicates, by status. */
export function routeErrors(route: Route): RouteError[] {
  // `rate_limited`, `busy`: too many concurrent requests of the caller, or of all.
  const entries: RouteErrorEntry[] = [...(route.errors ?? []), 'internal', 'rate_limited', 'busy'];
  // An operation without a body rejects one that is sent.
  if (route.method !== 'GET') entries.push('invalid_request', 'payload_too_large', 'unsupported_media_type');
  if (route.agents === 'confirmed') entries.push('confirmation_required');
  if (route.query) entries.push('invalid_request');
  if (route.params) entries.push('not_found');
  // `invalid_request`: an X-Service-Mode that names no mode.
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
