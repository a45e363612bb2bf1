/** Options of one call. */
export interface CallOptions {
  /** Used in place of a generated key: repeating a request with its key has no further effect. */
  readonly idempotencyKey?: string;
  /** The mode of a session for this call. */
  readonly serviceMode?: 'test' | 'live';
  /** Attempts after the first. */
  readonly maxRetries?: number;
  /** Of each attempt, until its body has been read. */
  readonly timeoutMs?: number;
  /** Ends the call, also between attempts. */
  readonly signal?: AbortSignal;
}

/** Options of an iteration: those of each call. */
export type IterateOptions = Omit<CallOptions, 'idempotencyKey'>;
