import { ApiError, type LimitName, limits } from '@evict/contract';
import { type Store, takePlace } from '@evict/store';
import { metrics } from '@evict/telemetry';

/** Counts one more under a limit of the interface; 429 with the seconds to wait where it is full. */
export async function enforceLimit(store: Store, name: LimitName, subject: string): Promise<void> {
  const admission = await takePlace(store, limitKey(name, subject), limits[name]);
  if (!admission.admitted) throw rateLimited(name, admission.retryAfterSeconds);
}

/** The name of the counter that a limit keeps for one address, account or organization. */
export function limitKey(name: LimitName, subject: string): string {
  return `${name}:${subject}`;
}

/** The answer where a limit is full. */
export function rateLimited(name: LimitName, retryAfterSeconds: number): ApiError {
  metrics.limitsHit.inc({ limit: name });
  return new ApiError('rate_limited', { retryAfterSeconds });
}
