import { ApiError, type LimitName, limits, type RateName } from '@evict/contract';
import type { Store } from '@evict/store/database';
import { acquireSlot, acquireToken, releaseSlot } from '@evict/store/requests';
import { metrics } from '@evict/telemetry';
import { countedNetworks } from './client-address.ts';

/** The limits that are counted for one kind of subject. */
export type NamesOf<Scope> = { [K in LimitName]: (typeof limits)[K] extends { scope: Scope } ? K : never }[LimitName];

/** Counts a hit under a limit of the interface; 429 with the seconds to wait if it is exhausted. */
export async function enforceLimit(store: Store, name: LimitName, subject: string): Promise<Counted> {
  const key = limitKey(name, subject);
  const admission = await acquireSlot(store, key, limits[name]);
  if (!admission.admitted) throw rateLimited(name, admission.retryAfterSeconds);
  return { undo: () => releaseSlot(store, key) };
}

/** The same for limits too large to store every hit: a token bucket of constant size. */
export async function enforceLargeLimit(store: Store, name: LimitName, subject: string): Promise<void> {
  const admission = await acquireToken(store, limitKey(name, subject), limits[name]);
  if (!admission.admitted) throw rateLimited(name, admission.retryAfterSeconds);
}

/** A hit that can be undone if its request is not processed. */
export interface Counted {
  undo(): Promise<void>;
}

/**
 * Counts a hit of an address under a limit; 429 if it is exhausted. An IPv6 address counts for its networks: either all
 * of them admit it, or none counts it.
 */
export async function enforceAddressLimit(store: Store, name: NamesOf<'address'>, address: string): Promise<Counted> {
  const { count, windowSeconds } = limits[name];
  const taken: string[] = [];
  const undo = async () => {
    for (const key of taken) await releaseSlot(store, key);
  };
  for (const { network, factor } of countedNetworks(address)) {
    const key = limitKey(name, network);
    const admission = await acquireSlot(store, key, { count: count * factor, windowSeconds });
    if (!admission.admitted) {
      await undo();
      throw rateLimited(name, admission.retryAfterSeconds);
    }
    taken.push(key);
  }
  return { undo };
}

/** The key of the counter of a limit for one network, account or organization. */
export function limitKey(name: LimitName, subject: string): string {
  return `${name}:${subject}`;
}

/** The error for an exhausted limit. */
export function rateLimited(name: LimitName | RateName, retryAfterSeconds: number): ApiError {
  metrics.limitsHit.inc({ limit: name });
  return new ApiError('rate_limited', { retryAfterSeconds });
}
