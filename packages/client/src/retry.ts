/** How an attempt ended without success. */
export interface Failure {
  /** Null without a response: the outcome is unknown. */
  status: number | null;
  /** From `Retry-After`; null without it. */
  retryAfterSeconds: number | null;
}

/** Something before the API timed out (408), the caller is too fast (429), or the failure may pass. */
const passing = new Set([408, 429, 500, 502, 503, 504]);

const shortestMs = 500;
const longestMs = 8000;
/** A longer `Retry-After` ends the attempts: the caller can do better than wait. */
const patienceMs = 60_000;

/**
 * How long to wait before the next attempt, or null if another one is of no use. `attempts`: those made so far. The waits
 * double and are spread, so that callers that failed together do not come back together; never before `Retry-After`.
 */
export function retryDelayMs(attempts: number, failure: Failure, random: () => number = Math.random): number | null {
  const { status, retryAfterSeconds } = failure;
  // A 409 with Retry-After: the same request is still running.
  const mayPass = status === null || passing.has(status) || (status === 409 && retryAfterSeconds !== null);
  if (!mayPass) return null;
  const backoffMs = Math.min(longestMs, shortestMs * 2 ** (attempts - 1)) * (0.5 + random() / 2);
  if (retryAfterSeconds === null) return backoffMs;
  const askedMs = retryAfterSeconds * 1000;
  return askedMs > patienceMs ? null : askedMs + backoffMs;
}

/** The seconds of a `Retry-After`, which is a number or a date; null without a valid one. */
export function parseRetryAfter(header: string | null, now: number = Date.now()): number | null {
  if (header === null) return null;
  if (/^\s*\d{1,9}\s*$/u.test(header)) return Number(header);
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now) / 1000));
}
