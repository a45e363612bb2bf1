import { type RateName, rates as ratesOfInterface, type Route } from '@evict/contract';
import { createTokenBuckets, type TokenRate } from '@evict/limiter';
import type { Caller } from './authenticate.ts';
import { rateLimited } from './rate-limit.ts';

export type CallerRates = Readonly<Record<RateName, TokenRate>>;

/**
 * Counts the requests of every authenticated caller: an organization in one mode, or an attorney. Throws 429
 * `rate_limited` above the rate. Kept in memory, so that a read stays one round trip to the database.
 */
export function createCallerRates(
  rates: CallerRates = ratesOfInterface,
): (caller: Caller, route: Pick<Route, 'method'>) => void {
  const buckets = { read: createTokenBuckets(rates.read), command: createTokenBuckets(rates.command) };
  return (caller, { method }) => {
    const name: RateName = method === 'GET' ? 'read' : 'command';
    const owner = caller.kind === 'attorney' ? caller.attorneyId : `${caller.organizationId} ${caller.mode}`;
    const waitMs = buckets[name].take(owner);
    if (waitMs > 0) throw rateLimited(name, Math.max(1, Math.ceil(waitMs / 1000)));
  };
}
