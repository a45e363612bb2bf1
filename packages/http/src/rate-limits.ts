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

/** A hit that can be undone if its request is not processed. */
export interface Counted {
  undo(): Promise<void>;
}

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

/** The same for an email address, whether or not it has an account. */
export function enforceAccountLimit(store: Store, name: LimitOf<'account'>, email: string): Promise<Counted> {
  return enforceLimit(store, name, accountOf(email));
}

/**
 * The same for the address of a client. One of IPv6 counts for its networks: either all of them admit it, or none counts
 * it.
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
 * Counts the requests of every authenticated caller: an organization in one mode, or an attorney. Throws 429
 * `rate_limited` above the rate. Kept in memory, so that a read stays one round trip to the database. A message of an
 * agent counts as a read; what it calls counts for itself.
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

/** The key of the counter of a limit for one network, account or organization. */
export function limitKey(name: LimitName, subject: string): string {
  return `${name}:${subject}`;
}

/** The key of the counter of a limit for one email address. */
export function accountLimitKey(name: LimitOf<'account'>, email: string): string {
  return limitKey(name, accountOf(email));
}

/** The error for an exhausted limit. */
export function rateLimited(name: LimitName | RateName | 'calendar' | 'appToken', retryAfterSeconds: number): ApiError {
  metrics.limitsHit.inc({ limit: name });
  return new ApiError('rate_limited', { retryAfterSeconds });
}

/** Counters are named by a hash of the address, so that their table does not hold it. */
function accountOf(email: string): string {
  return createHash('sha256').update(emailKey(email)).digest('hex');
}
