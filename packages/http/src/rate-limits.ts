import { createHash } from 'node:crypto';
import {
  type AddressLimit,
  ApiError,
  type LimitName,
  type LimitOf,
  limits,
  type RateName,
  rates as ratesOfInterface,
  type Route,
} from '@evict/contract';
import { createTokenBuckets, type TokenRate } from '@evict/limiter';
import { emailKey } from '@evict/store/accounts';
import type { Store } from '@evict/store/database';
import { acquireSlot, acquireToken, releaseSlot } from '@evict/store/requests';
import { metrics } from '@evict/telemetry';
import type { Caller } from './caller.ts';
import { countedNetworks } from './client-address.ts';

/** A counted hit, which can be undone if its request isn't processed. */
export interface Counted {
  undo(): Promise<void>;
}

/** Counts a hit under a limit. Throws 429 with the seconds to wait if the limit is exhausted. */
export async function enforceLimit(store: Store, name: LimitName, subject: string): Promise<Counted> {
  const key = limitKey(name, subject);
  const admission = await acquireSlot(store, key, limits[name]);
  if (!admission.admitted) throw rateLimited(name, admission.retryAfterSeconds);
  return { undo: () => releaseSlot(store, key) };
}

/** Like `enforceLimit`, for limits too large to store every hit. Uses a token bucket of constant size. */
export async function enforceLargeLimit(store: Store, name: LimitName, subject: string): Promise<void> {
  const admission = await acquireToken(store, limitKey(name, subject), limits[name]);
  if (!admission.admitted) throw rateLimited(name, admission.retryAfterSeconds);
}

/** Like `enforceLimit`, for an email address, whether or not it has an account. */
export function enforceAccountLimit(store: Store, name: LimitOf<'account'>, email: string): Promise<Counted> {
  return enforceLimit(store, name, accountOf(email));
}

/**
 * Like `enforceLimit`, for a client's IP address. An IPv6 address counts under several networks: the hit counts for all
 * of them, or for none if one of them is exhausted.
 */
export async function enforceAddressLimit(store: Store, name: AddressLimit, address: string): Promise<Counted> {
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

export type CallerRates = Readonly<Record<RateName, TokenRate>>;

/**
 * Returns a function that counts a request against the rate of its caller: an organization in one mode, or an attorney.
 * The function throws 429 `rate_limited` above the rate. Counts are kept in memory, so that a read needs only one round
 * trip to the database. An agent's message counts as a read, and each operation that it calls counts too.
 */
export function createCallerRates(
  rates: CallerRates = ratesOfInterface,
): (caller: Caller, route: Pick<Route, 'method' | 'takesMessages'>) => void {
  const buckets = { read: createTokenBuckets(rates.read), command: createTokenBuckets(rates.command) };
  return (caller, { method, takesMessages }) => {
    const name: RateName = method === 'GET' || takesMessages ? 'read' : 'command';
    const owner = 'attorneyId' in caller ? caller.attorneyId : `${caller.organizationId} ${caller.mode}`;
    const waitMs = buckets[name].take(owner);
    if (waitMs > 0) throw rateLimited(name, Math.max(1, Math.ceil(waitMs / 1000)));
  };
}

/** Returns the key of a limit's counter for one network, account or organization. */
export function limitKey(name: LimitName, subject: string): string {
  return `${name}:${subject}`;
}

/** Returns the key of a limit's counter for one email address. */
export function accountLimitKey(name: LimitOf<'account'>, email: string): string {
  return limitKey(name, accountOf(email));
}

/** Returns the error for an exhausted limit, and counts it in the metrics. */
export function rateLimited(name: LimitName | RateName | 'calendar' | 'appToken', retryAfterSeconds: number): ApiError {
  metrics.limitsHit.inc({ limit: name });
  return new ApiError('rate_limited', { retryAfterSeconds });
}

/** Hashes an email address, so that the counters' table contains no addresses. */
function accountOf(email: string): string {
  return createHash('sha256').update(emailKey(email)).digest('hex');
}
