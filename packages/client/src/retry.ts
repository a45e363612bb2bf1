/** Decides when a request is sent again. The website imports this file too, so it has no dependencies. */

/** How an attempt failed. */
export interface Failure {
  /** The response's status. Null if there was no response, so the outcome is unknown. */
  readonly status: number | null;
  /** The value of `Retry-After`, in seconds. Null if the header is missing. */
  readonly retryAfterSeconds: number | null;
}

/** The number of attempts after the first. */
export const defaultRetries = 3;

/**
 * Statuses that may be temporary: something in front of the API timed out (408), the caller sends too many requests
 * (429), or the server failed. Null means that there was no response.
 */
const passing = new Set<number | null>([null, 408, 429, 500, 502, 503, 504]);

/** Returns whether sending the request a second time has no further effect. */
export function isRepeatable(method: string, hasIdempotencyKey: boolean): boolean {
  return method === 'POST' ? hasIdempotencyKey : method !== 'PATCH';
}

/**
 * Returns how long to wait before the next attempt, in milliseconds, or null if another attempt is pointless.
 * `attempts` is the number of attempts so far. The waits double and are spread randomly, so that callers that failed
 * together don't return together. They are never shorter than `Retry-After`. If `Retry-After` is longer than
 * `patienceMs`, there is no further attempt, because the caller can do something better than wait.
 */
export function retryDelayMs(attempts: number, failure: Failure, patienceMs = 60_000): number | null {
  const { status, retryAfterSeconds } = failure;
  // A 409 with Retry-After means that the same request is still running.
  const mayPass = passing.has(status) || (status === 409 && retryAfterSeconds !== null);
  const askedMs = (retryAfterSeconds ?? 0) * 1000;
  if (!mayPass || askedMs > patienceMs) return null;
  return askedMs + Math.min(8000, 500 * 2 ** (attempts - 1)) * (0.5 + Math.random() / 2);
}

/**
 * Converts `Retry-After`, which is a number of seconds or a date, to seconds. Returns null if it is missing or invalid.
 */
export function parseRetryAfter(header: string | null, now: number = Date.now()): number | null {
  const text = header ?? '';
  const seconds = /^\d{1,9}$/u.test(text) ? Number(text) : Math.ceil((Date.parse(text) - now) / 1000);
  return Number.isNaN(seconds) ? null : Math.max(0, seconds);
}

/** Waits for `ms` milliseconds. Rejects with the signal's reason if it is aborted. */
export async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted();
  await new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener('abort', end);
  });
  signal?.throwIfAborted();
}
