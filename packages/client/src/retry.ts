/** When a request is sent again. The website follows the same rule, so nothing here needs anything else. */

/** How an attempt ended without success. */
export interface Failure {
  /** Null without a response: the outcome is unknown. */
  readonly status: number | null;
  /** From `Retry-After`; null without it. */
  readonly retryAfterSeconds: number | null;
}

/** Attempts after the first. */
export const defaultRetries = 3;

/** Something before the API timed out (408), the caller is too fast (429), or the failure may pass. */
const passing = new Set<number | null>([null, 408, 429, 500, 502, 503, 504]);

/** Whether a second request has no further effect. */
export function isRepeatable(method: string, hasIdempotencyKey: boolean): boolean {
  return method === 'POST' ? hasIdempotencyKey : method !== 'PATCH';
}

/**
 * How long to wait before the next attempt, or null if another one is of no use. `attempts`: those made so far. The waits
 * double and are spread, so that callers that failed together do not come back together; never before `Retry-After`. One
 * beyond `patienceMs` ends the attempts: the caller can do better than wait.
 */
export function retryDelayMs(attempts: number, failure: Failure, patienceMs = 60_000): number | null {
  const { status, retryAfterSeconds } = failure;
  // A 409 with Retry-After: the same request is still running.
  const mayPass = passing.has(status) || (status === 409 && retryAfterSeconds !== null);
  const askedMs = (retryAfterSeconds ?? 0) * 1000;
  if (!mayPass || askedMs > patienceMs) return null;
  return askedMs + Math.min(8000, 500 * 2 ** (attempts - 1)) * (0.5 + Math.random() / 2);
}

/** The seconds of a `Retry-After`, which is a number or a date; null without a valid one. */
export function parseRetryAfter(header: string | null, now: number = Date.now()): number | null {
  const text = header ?? '';
  const seconds = /^\d{1,9}$/u.test(text) ? Number(text) : Math.ceil((Date.parse(text) - now) / 1000);
  return Number.isNaN(seconds) ? null : Math.max(0, seconds);
}

/** Waits. Rejects with the reason of the signal when it is aborted. */
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
