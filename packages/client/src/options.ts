/** Options for a client or for a single call. */
interface Options {
  /** The mode to use with a session token. An API key has its mode in its prefix. */
  readonly serviceMode?: 'test' | 'live';
  /** The number of attempts after the first. The default is 3. */
  readonly maxRetries?: number;
  /** The time limit for each attempt, including reading the body, in milliseconds. The default is one minute. */
  readonly timeoutMs?: number;
}

export interface ClientOptions extends Options {
  /** The URL of the service, without `/v1`. */
  readonly baseUrl: string;
  /** An API key, a session token or an attorney token. Public operations need none. */
  readonly credential?: string;
  /** Replaces the global `fetch`, for example to add headers or inspect responses. */
  readonly fetch?: (request: Request) => Promise<Response>;
}

export interface IterateOptions extends Options {
  /** Cancels the call, even between attempts. */
  readonly signal?: AbortSignal;
}

export interface CallOptions extends IterateOptions {
  /** Replaces the generated Idempotency-Key. Repeating a request with the same key has no further effect. */
  readonly idempotencyKey?: string;
}

/** Options for iterating over a list that grows. */
export interface FollowOptions extends IterateOptions {
  /** How long to wait at an empty page before asking again, in milliseconds. If absent, the iteration ends there. */
  readonly followEveryMs?: number;
}

/** Accepts read-only values, and undefined for absent fields, which JSON omits. */
export type Sendable<T> = T extends object
  ? { readonly [K in keyof T]: object extends Pick<T, K> ? Sendable<T[K]> | undefined : Sendable<T[K]> }
  : T;
