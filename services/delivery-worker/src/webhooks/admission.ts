import { deliveryRate } from '@evict/contract';
import type { PendingDelivery } from '@evict/store';
import { createPlaces, type Place } from './places.ts';
import { createTurns } from './turns.ts';

/** Tries at once in one worker: each costs a socket and little else. */
export const triesAtOnce = 1000;

/**
 * Of these, whatever one endpoint, one organization and the test mode may hold: an endpoint that does not answer holds
 * ten places, twenty of them a tenth of the worker, and the test mode leaves a fifth of it to live events.
 */
export const shares = { endpoint: 10, organization: triesAtOnce / 10, test: (triesAtOnce * 4) / 5 } as const;

type Delivery = Pick<PendingDelivery, 'endpointId' | 'organizationId' | 'mode' | 'isFresh'>;

/** Why a try was postponed. */
export type PostponedBy = 'endpoint' | 'organization' | 'test' | 'rate';

/** Admits tries as the shares and the rate of an organization allow; others are told when to come back. */
export function createAdmission(): (
  delivery: Delivery,
) => { leave: () => void } | { waitMs: number; postponedBy: PostponedBy } {
  const places = {
    test: createPlaces(shares.test),
    organization: createPlaces(shares.organization),
    endpoint: createPlaces(shares.endpoint),
  };
  const turns = createTurns(deliveryRate);

  return ({ endpointId, organizationId, mode, isFresh }) => {
    const taken: Extract<Place, { leave: () => void }>[] = [];
    const leave = () => taken.forEach((place) => place.leave());
    const wanted = [
      ['endpoint', endpointId],
      ['organization', organizationId],
      ...(mode === 'test' ? ([['test', '']] as const) : []),
    ] as const;
    for (const [share, key] of wanted) {
      const place = places[share].take(key);
      if ('waitMs' in place) {
        leave();
        return { waitMs: place.waitMs, postponedBy: share };
      }
      taken.push(place);
    }
    const waitMs = turns.take(`${organizationId} ${mode}`, isFresh);
    if (waitMs === 0) return { leave };
    leave();
    return { waitMs, postponedBy: 'rate' };
  };
}
