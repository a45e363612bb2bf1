import type { Route, RouteResponse, RouteBody, RouteQuery } from '@evict/contract';
import type { ParsedUrlQuery } from 'node:querystring';
import type { Request } from 'koa';
import type { AttorneyCaller, AttorneySessionCaller, CustomerCaller, SessionCaller } from './caller.ts';
import type { Work } from './idempotency.ts';
import type { Params } from './perform.ts';
import type { Counted } from './rate-limits.ts';

/** A validated request to a route; its types derive from the row of the route. */
export interface Call<R extends Route> {
  caller: CallerOf<R>;
  params: ParamsOf<R>;
  query: RouteQuery<R>;
  body: RouteBody<R>;
  /** The decoded bytes of the route's `contentField`, for which the body holds a placeholder, or those of a raw body. */
  content: R extends { readonly contentField: string } | { readonly rawBody: true } ? Buffer : null;
  /** What the route's `addressLimit` has counted. */
  counted: R extends { readonly addressLimit: string } ? Counted : null;
  requestId: string;
  /** `performance.now()` before it waited for its turn. */
  receivedAt: number;
  /** The caller's own address, not that of a proxy of the deployment. */
  clientAddress: string;
  /** Its User-Agent header. */
  userAgent: string;
  /** Makes the ids of everything that this request creates. */
  work: Work;
  agent: R extends { readonly takesMessages: true } ? AgentMessage : null;
}

/** A message of an agent, whose tools call operations in its name. */
export interface AgentMessage {
  request: Pick<Request, 'accepts' | 'get'>;
  /** Aborted once the agent has left. */
  left: AbortSignal;
  /** Counts further messages of one request against the caller's rate. Throws 429 above it. */
  count: (messages: number) => Promise<void>;
  run: RunOperation;
}

/**
 * Runs an operation of this process as a request of the agent's own would: with its credential, mode, scopes, limits,
 * idempotency and audit. A person confirms what only a person decides, unless the key says otherwise. Never rejects: a
 * refusal or a failure is the answer that the interface would give.
 */
export type RunOperation = (route: Route, input: OperationInput) => Promise<Answer>;

/** What a request would hold. */
export interface OperationInput {
  params: Params;
  query?: ParsedUrlQuery;
  /** A parsed body. */
  body?: unknown;
  idempotencyKey?: string | undefined;
}

export interface Answer {
  status: number;
  /** Parsed; null for an empty response. */
  body: unknown;
  retryAfterSeconds: number | null;
}

/** What a handler returns; to refuse, it throws an ApiError. */
type ResponseOf<R extends Route> = R['success']['schema'] extends null
  ? { status: R['success']['status'] }
  : R['success']['schema'] extends 'bytes'
    ? BytesResponse | StoredBytesResponse
    :
        | { status: R['success']['status']; body: RouteResponse<R> | JsonText; isFinal?: boolean }
        | { status: R['success']['status']; streamed: StreamedJsonOf<RouteResponse<R>> };

export interface BytesResponse {
  status: number;
  /** Null for an empty response. */
  bytes: Buffer | null;
  contentType: string;
  headers?: Readonly<Record<string, string>>;
}

export interface StoredBytesResponse {
  status: 200;
  /** Read in chunks while it is sent. */
  blob: { sizeBytes: number; read(): AsyncIterable<Uint8Array> };
  contentType: string;
  headers?: Readonly<Record<string, string>>;
}

/** A value that is JSON text already. `id`: of the case or user that it shows. */
export class JsonText {
  readonly text: string;
  readonly id: string | null;

  constructor(text: string, id: string | null = null) {
    this.text = text;
    this.id = id;
  }
}

/** A JSON object with one long list, which is read and sent in batches. */
export interface StreamedJson {
  /** The fields before the list. */
  before?: object;
  list: string;
  /** Every call reads the list from its beginning. */
  batches: () => AsyncIterable<readonly unknown[]>;
  /** The fields after the list; called when it has ended. */
  after?: () => object;
}

type StreamedJsonOf<T> = {
  [List in keyof T & string]: T[List] extends readonly (infer Item)[]
    ? {
        before?: Partial<Omit<T, List>>;
        list: List;
        batches: () => AsyncIterable<readonly (Item | JsonText)[]>;
        after?: () => Partial<Omit<T, List>>;
      }
    : never;
}[keyof T & string];

export type Handler<R extends Route> = (call: Call<R>) => Promise<ResponseOf<R>>;

type CallerOf<R extends Route> = Callers[R['auth']];
interface Callers {
  none: null;
  customer: CustomerCaller;
  session: SessionCaller;
  anySession: SessionCaller | AttorneySessionCaller;
  attorney: AttorneyCaller;
  attorneySession: AttorneySessionCaller;
}
type ParamsOf<R> = R extends { readonly params: infer P } ? Record<keyof P, string> : Record<string, never>;
