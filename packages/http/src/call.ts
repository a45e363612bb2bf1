import type { Route, RouteAnswer, RouteBody, RouteQuery } from '@evict/contract';
import type { AttorneyCaller, CustomerCaller, SessionCaller } from './authenticate.ts';
import type { Work } from './idempotency.ts';

/** One request to a route, checked: the types follow from the route's data. */
export interface Call<R extends Route> {
  caller: CallerOf<R>;
  params: ParamsOf<R>;
  query: RouteQuery<R>;
  body: RouteBody<R>;
  requestId: string;
  /** The caller's own, not that of a proxy in front of the service. */
  clientAddress: string;
  /** What the ids of everything this request makes come from. */
  work: Work;
}

/** What a handler answers; to refuse, it throws an ApiError. */
type Answer<R extends Route> = R['success']['schema'] extends null
  ? { status: R['success']['status'] }
  : R['success']['schema'] extends 'bytes'
    ? BytesAnswer
    : { status: R['success']['status']; body: RouteAnswer<R> };

export interface BytesAnswer {
  status: 200;
  bytes: Buffer;
  contentType: string;
  headers?: Readonly<Record<string, string>>;
}

export type Handler<R extends Route> = (call: Call<R>) => Promise<Answer<R>>;

type CallerOf<R extends Route> = Callers[R['auth']];
interface Callers {
  none: null;
  customer: CustomerCaller;
  session: SessionCaller;
  attorney: AttorneyCaller;
}
type ParamsOf<R> = R extends { readonly params: infer P } ? Record<keyof P, string> : Record<string, never>;
