import type { Route, RouteResponse, RouteBody, RouteQuery } from '@evict/contract';
import type { ParsedUrlQuery } from 'node:querystring';
import type { Request } from 'koa';
import type { AttorneyCaller, AttorneySessionCaller, CustomerCaller, SessionCaller } from './caller.ts';
import type { Work } from './idempotency.ts';
import type { Params } from './perform.ts';
import type { Counted } from './rate-limits.ts';

/** A validated request. Its types are derived from the route's definition in the contract. */
export interface Call<R extends Route> {
  caller: CallerOf<R>;
  params: ParamsOf<R>;
  query: RouteQuery<R>;
  body: RouteBody<R>;
  /** The decoded `contentField`, for which `body` holds a placeholder, or the bytes of a raw body. */
  content: R extends { readonly contentField: string } | { readonly rawBody: true } ? Buffer : null;
  /** The hit that was counted under the route's `addressLimit`. */
  counted: R extends { readonly addressLimit: string } ? Counted : null;
  requestId: string;
  /** `performance.now()` when the request arrived, before it waited for a slot. */
  receivedAt: number;
  /** The caller's IP address, not that of a proxy. */
  clientAddress: string;
  userAgent: string;
  /** Generates ids for the records that this request creates, and can release the request's slot during a wait. */
  work: Work;
  agent: R extends { readonly takesMessages: true } ? AgentMessage : null;
}

/** An agent's message, with which tools run operations on the agent's behalf. */
export interface AgentMessage {
  request: Pick<Request, 'accepts' | 'get'>;
  /** Aborts when the agent disconnects. */
  left: AbortSignal;
  /** Counts additional messages of a batch against the caller's rate. Throws 429 if the rate is exceeded. */
  count: (messages: number) => Promise<void>;
  run: RunOperation;
}

/**
 * Runs an operation in this process as if the agent had sent a request: with its credential, mode, scopes, limits,
 * idempotency and audit. Actions that only a person may take need a person's confirmation, unless the key is exempt.
 * Never rejects: errors are returned as the response that the API would give.
 */
export type RunOperation = (route: Route, input: OperationInput) => Promise<Answer>;

export interface OperationInput {
  params: Params;
  query?: ParsedUrlQuery;
  /** Parsed JSON. */
  body?: unknown;
  idempotencyKey?: string | undefined;
}

export interface Answer {
  status: number;
  /** The parsed body, or null if the response is empty. */
  body: unknown;
  retryAfterSeconds: number | null;
}

/** What a handler returns. To refuse a request, it throws an ApiError. */
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
  /** The blob is read in chunks while it is sent. */
  blob: { sizeBytes: number; read(): AsyncIterable<Uint8Array> };
  contentType: string;
  headers?: Readonly<Record<string, string>>;
}

/** JSON that is already serialized. `id` identifies the case or user that it shows. */
export class JsonText {
  readonly text: string;
  readonly id: string | null;

  constructor(text: string, id: string | null = null) {
    this.text = text;
    this.id = id;
  }
}

/** A JSON object with one long list that is read and sent in batches. */
export interface StreamedJson {
  /** The fields before the list. */
  before?: object;
  list: string;
  /** Each call reads the list from the start. */
  batches: () => AsyncIterable<readonly unknown[]>;
  /** The fields after the list. Called once the whole list has been read. */
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
