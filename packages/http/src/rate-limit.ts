import { ApiError, type LimitName, limits } from '@evict/contract';
import { type Store, takePlace } from '@evict/store';

/** Counts one more under a limit of the interface; 429 with the seconds to wait where it is full. */
export async function enforceLimit(store: Store, name: LimitName, subject: string): Promise<void> {
  const admission = await takePlace(store, limitKey(name, subject), limits[name]);
  if (!admission.admitted) throw rateLimited(admission.retryAfterSeconds);
}

/** The name of the counter that a limit keeps for one address, account or organization. */
export function limitKey(name: LimitName, subject: string): string {
  return `${name}:${subject}`;
}

export function rateLimited(retryAfterSeconds: number): ApiError {
  return new ApiError('rate_limited', { retryAfterSeconds });
}
