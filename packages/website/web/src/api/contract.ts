import type { Route, RouteBody, RouteQuery, RouteResponse, routes } from '@evict/contract';

// This module imports only types. Pages import the few limits they need directly, so the bundle contains nothing else
// from the contract package.

type Served = (typeof routes)[keyof typeof routes];
type KeyOf<R extends Route> = `${R['method']} ${R['path']}`;
type ByKey = { [R in Served as KeyOf<R>]: R };
/** An operation, such as `POST /v1/cases/{id}/submit`. */
export type Operation = keyof ByKey;

type Names<P> = P extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;

/** The operation's path parameters, body and query. */
export type Input<K extends Operation> = Record<Names<ByKey[K]['path']>, string> &
  ([RouteBody<ByKey[K]>] extends [never]
    ? unknown
    : ByKey[K] extends { bodyIsOptional: true }
      ? { body?: RouteBody<ByKey[K]> }
      : { body: RouteBody<ByKey[K]> }) &
  ([RouteQuery<ByKey[K]>] extends [never] ? unknown : { query?: RouteQuery<ByKey[K]> });

/** What the page receives: bytes for a document, and no session token, because that is in a cookie. */
export type Output<K extends Operation> = ByKey[K]['success']['schema'] extends 'bytes'
  ? Uint8Array<ArrayBuffer>
  : ByKey[K]['success']['schema'] extends null
    ? undefined
    : Omit<RouteResponse<ByKey[K]>, 'token' & keyof RouteResponse<ByKey[K]>> extends infer O
      ? O
      : never;

/** POST operations that don't support an Idempotency-Key, so the service can't recognize a repeated request. */
type Unrepeatable = {
  [K in Operation]: ByKey[K] extends { method: 'POST' } ? (ByKey[K] extends { idempotent: 'key' } ? never : K) : never;
}[Operation];

/** Compilation fails if this list differs from the route table. */
export const unrepeatable: Readonly<Record<Unrepeatable, true>> = {
  'POST /v1/auth/signup': true,
  'POST /v1/auth/login': true,
  'POST /v1/auth/attorney/login': true,
  'POST /v1/auth/attorney/login/second-step': true,
  'POST /v1/auth/login/second-step': true,
  'POST /v1/auth/password-reset/request': true,
  'POST /v1/auth/password-reset/confirm': true,
  'POST /v1/auth/invitations/accept': true,
  'POST /v1/auth/sso/start': true,
  'POST /v1/auth/sso/finish': true,
  'POST /v1/public/leads': true,
  'POST /v1/api-keys': true,
  'POST /v1/connections': true,
  'POST /v1/me/passkeys/options': true,
  'POST /v1/me/passkeys': true,
  'POST /v1/me/calendar': true,
  'POST /v1/me/totp': true,
  'POST /v1/me/totp/confirm': true,
  'POST /v1/uploads': true,
  'POST /v1/webhook-endpoints': true,
  'POST /v1/attorney/me/tokens': true,
  'POST /v1/attorney/me/tokens/{tokenId}/rotate': true,
  'POST /v1/webhook-endpoints/{id}/rotate-secret': true,
  'POST /v1/cases/{id}/read': true,
};
