import { receiverRate } from '@evict/contract';
import { countedNetworks } from '@evict/http/client-address';
import type { TokenRate } from '@evict/limiter';

interface Place {
  tokens: number;
  /** When they were counted, in milliseconds. */
  at: number;
  /** While fewer than half are left: when each organization has used up its share until. */
  usedUntil: Map<string, number>;
}

/** Bounds what reaches one address, however many organizations, endpoints and host names lead to it. */
export interface ReceiverRate {
  /** Counts an attempt and returns 0, or returns the milliseconds until the organization may try again. */
  take(organizationId: string, addresses: readonly string[]): number;
}

/**
 * One token bucket for each IPv4 address and each /64 of IPv6, in the memory of this process. Once half of it is gone, what
 * comes in is divided equally among the organizations that ask, and the other half is for those who have asked little: a
 * receiver that many use stays within reach for each of them.
 */
export function createReceiverRate(
  { perSecond, burst }: TokenRate = receiverRate,
  now: () => number = () => performance.now(),
): ReceiverRate {
  const places = new Map<string, Place>();
  const intervalMs = 1000 / perSecond;

  function placeOf(network: string, at: number): Place {
    const known = places.get(network);
    const place = known ?? { tokens: burst, at, usedUntil: new Map() };
    place.tokens = Math.min(burst, place.tokens + (at - place.at) / intervalMs);
    place.at = at;
    if (!isContended(place)) place.usedUntil.clear();
    if (!known) {
      if (places.size >= maxPlaces) dropFull(at);
      places.set(network, place);
    }
    return place;
  }

  /** A full bucket carries no information. */
  function dropFull(at: number): void {
    for (const [network, { tokens, at: countedAt }] of places) {
      if (tokens + (at - countedAt) / intervalMs >= burst) places.delete(network);
    }
  }

  function isContended({ tokens }: Place): boolean {
    return tokens < burst / 2;
  }

  /** Of one attempt, while the address is divided. */
  function shareMs({ usedUntil }: Place): number {
    return intervalMs * Math.max(1, usedUntil.size);
  }

  function waitOf(place: Place, organizationId: string): number {
    if (!isContended(place)) return 0;
    const aheadMs = (place.usedUntil.get(organizationId) ?? 0) - place.at;
    const isWithinShare = aheadMs <= (together - 1) * shareMs(place);
    if (isWithinShare && place.tokens >= 1) return 0;
    // Until its whole share is there again: an endpoint does not wake for each of its deliveries.
    return Math.min(maxWaitMs, Math.max(minWaitMs, aheadMs, (1 - place.tokens) * intervalMs));
  }

  return {
    take(organizationId, addresses) {
      const at = now();
      const networks = new Set(addresses.map((address) => countedNetworks(address).at(-1)?.network ?? address));
      const found = [...networks].map((network) => placeOf(network, at));
      const waitMs = Math.max(0, ...found.map((place) => waitOf(place, organizationId)));
      if (waitMs > 0) return waitMs;
      for (const place of found) {
        place.tokens -= 1;
        if (!isContended(place)) continue;
        const usedUntil = Math.max(at, place.usedUntil.get(organizationId) ?? at);
        place.usedUntil.set(organizationId, usedUntil + shareMs(place));
      }
      return 0;
    },
  };
}

/** Attempts of one organization in a row. */
const together = 10;
const minWaitMs = 1000;
const maxWaitMs = 30_000;
const maxPlaces = 10_000;
