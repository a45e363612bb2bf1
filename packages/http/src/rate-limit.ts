import { ApiError, type LimitName, limits, type RateName } from '@evict/contract';
import type { Store } from '@evict/store/database';
import { acquireSlot, acquireToken, releaseSlot } from '@evict/store/requests';
import { metrics } from '@evict/telemetry';
import { countedNetworks } from './client-address.ts';

type NamesOf<Scope> = { [K in LimitName]: (typeof limits)[K] extends { scope: Scope } ? K : never }[LimitName];

/** Counts one more under a limit of the interface; 429 with the seconds to wait where it is full. */
export async function enforceLimit(store: Store, name: LimitName, subject: string): Promise<void> {
  const admission = await acquireSlot(store, limitKey(name, subject), limits[name]);
  if (!admission.admitted) throw rateLimited(name, admission.retryAfterSeconds);
}

/** The same for limits too large to keep every hit of: a token bucket, which holds one time however large it is. */
export async function enforceLargeLimit(store: Store, name: LimitName, subject: string): Promise<void> {
  const admission = await acquireToken(store, limitKey(name, subject), limits[name]);
  if (!admission.admitted) throw rateLimited(name, admission.retryAfterSeconds);
}

/** What was counted for a request, which can be taken back where the request came to nothing. */
export interface Counted {
  takeBack(): Promise<void>;
}

/**
 * Counts one more of an address under a limit; 429 where it is full. An IPv6 address counts for its networks: all of
 * them admit it, or none of them counts it.
 */
export async function enforceAddressLimit(store: Store, name: NamesOf<'address'>, address: string): Promise<Counted> {
  const { count, windowSeconds } = limits[name];
  const taken: string[] = [];
  const takeBack = async () => {
    for (const key of taken) await releaseSlot(store, key);
  };
  for (const { network, factor } of countedNetworks(address)) {
    const key = limitKey(name, network);
    const admission = await acquireSlot(store, key, { count: count * factor, windowSeconds });
    if (!admission.admitted) {
      await takeBack();
      throw rateLimited(name, admission.retryAfterSeconds);
    }
    taken.push(key);
  }
  return { takeBack };
}

/** The name of the counter that a limit keeps for one network, account or organization. */
export function limitKey(name: LimitName, subject: string): string {
  return `${name}:${subject}`;
}

/** The answer where a limit is full. */
export function rateLimited(name: LimitName | RateName, retryAfterSeconds: number): ApiError {
  metrics.limitsHit.inc({ limit: name });
  return new ApiError('rate_limited', { retryAfterSeconds });
}
