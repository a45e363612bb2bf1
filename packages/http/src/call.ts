import type { Route, RouteResponse, RouteBody, RouteQuery } from '@evict/contract';
import type { AttorneyCaller, CustomerCaller, SessionCaller } from './authenticate.ts';
import type { Content } from './received-content.ts';
import type { Work } from './idempotency.ts';

/** One request to a route, checked: the types follow from the route's data. */
export interface Call<R extends Route> {
  caller: CallerOf<R>;
  params: ParamsOf<R>;
  query: RouteQuery<R>;
  body: RouteBody<R>;
  /** The bytes of the route's `contentField`; in the body stands a short text for it. */
  content: R extends { readonly contentField: string } ? Content : null;
  requestId: string;
  /** Of `performance.now()`: before it waited for its turn. */
  receivedAt: number;
  /** The caller's own, not that of a proxy in front of the service. */
  clientAddress: string;
  /** What the ids of everything this request makes come from. */
  work: Work;
}

/** What a handler answers; to refuse, it throws an ApiError. */
type Answer<R extends Route> = R['success']['schema'] extends null
  ? { status: R['success']['status'] }
  : R['success']['schema'] extends 'bytes'
    ? BytesAnswer | StoredBytesAnswer
    :
        | { status: R['success']['status']; body: RouteResponse<R> | JsonText }
        | { status: R['success']['status']; streamed: StreamedJsonOf<RouteResponse<R>> }
        | { status: R['success']['status']; large: LargeJson };

export interface BytesAnswer {
  status: 200;
  bytes: Buffer;
  contentType: string;
  headers?: Readonly<Record<string, string>>;
}

export interface StoredBytesAnswer {
  status: 200;
  /** Read piece by piece while it is sent. */
  blob: { sizeBytes: number; read(): AsyncIterable<Uint8Array> };
  contentType: string;
  headers?: Readonly<Record<string, string>>;
}

/** A value whose JSON is there as text already. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** A large value of JSON: written only when it is its turn to be sent, one at a time for each caller. */
export class LargeJson {
  /** The text; null where the value is gone by then. */
  readonly write: () => Promise<Buffer | null>;

  constructor(write: () => Promise<Buffer | null>) {
    this.write = write;
  }
}

/** An object of JSON with one long list in it, which is read and sent batch by batch. */
export interface StreamedJson {
  /** The fields that come before the list. */
  before?: object;
  list: string;
  /** Reads the list from its beginning, whenever it is called. */
  batches: () => AsyncIterable<readonly unknown[]>;
  /** The fields that come after the list; asked for when it has ended. */
  after?: () => object;
}

type StreamedJsonOf<T> = {
  [List in keyof T & string]: T[List] extends readonly (infer Item)[]
    ? {
        before?: Partial<Omit<T, List>>;
        list: List;
        batches: () => AsyncIterable<readonly (Item | JsonText | LargeJson)[]>;
        after?: () => Partial<Omit<T, List>>;
      }
    : never;
}[keyof T & string];

export type Handler<R extends Route> = (call: Call<R>) => Promise<Answer<R>>;

type CallerOf<R extends Route> = Callers[R['auth']];
interface Callers {
  none: null;
  customer: CustomerCaller;
  session: SessionCaller;
  attorney: AttorneyCaller;
}
type ParamsOf<R> = R extends { readonly params: infer P } ? Record<keyof P, string> : Record<string, never>;
