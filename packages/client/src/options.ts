/** Options of a client, or of one call. */
interface Options {
  /** The mode of a session; a key has its mode in its prefix. */
  readonly serviceMode?: 'test' | 'live';
  /** Attempts after the first, 3 by default. */
  readonly maxRetries?: number;
  /** Of each attempt, until its body has been read; a minute by default. */
  readonly timeoutMs?: number;
}

export interface ClientOptions extends Options {
  /** Address of the service, without `/v1`. */
  readonly baseUrl: string;
  /** An API key, a session token or an attorney token; public operations need none. */
  readonly credential?: string;
  /** Replaces the global `fetch`, to add headers or to inspect responses. */
  readonly fetch?: (request: Request) => Promise<Response>;
}

export interface IterateOptions extends Options {
  /** Ends the call, also between attempts. */
  readonly signal?: AbortSignal;
}

export interface CallOptions extends IterateOptions {
  /** Used in place of a generated key: repeating a request with its key has no further effect. */
  readonly idempotencyKey?: string;
}

/** Of an iteration over a list that grows. */
export interface FollowOptions extends IterateOptions {
  /** How long to wait at an empty page before asking again; without it the iteration ends there. */
  readonly followEveryMs?: number;
}

/** Accepts read-only values, and undefined for absent fields: JSON omits them. */
export type Sendable<T> = T extends object
  ? { readonly [K in keyof T]: object extends Pick<T, K> ? Sendable<T[K]> | undefined : Sendable<T[K]> }
  : T;
