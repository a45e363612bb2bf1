import { deliveryRate } from '@evict/contract';
import type { PendingDelivery } from '@evict/store/webhooks';
import { type Admission, createPostponingLimiter } from './postponing-limiter.ts';
import { createTurns } from './turns.ts';

/** Tries at once in one worker: each costs a socket and little else. */
export const triesAtOnce = 1000;

/**
 * Of these, whatever one endpoint, one organization and the test mode may hold: an endpoint that does not answer holds
 * ten permits, twenty of them a tenth of the worker, and the test mode leaves a fifth of it to live events.
 */
export const shares = { endpoint: 10, organization: triesAtOnce / 10, test: (triesAtOnce * 4) / 5 } as const;

type Delivery = Pick<PendingDelivery, 'endpointId' | 'organizationId' | 'mode' | 'isFresh'>;

/** Why a try was postponed. */
export type PostponedBy = 'endpoint' | 'organization' | 'test' | 'rate';

/** Admits tries as the shares and the rate of an organization allow; others are told when to come back. */
export function createAdmission(): (
  delivery: Delivery,
) => { release: () => void } | { waitMs: number; postponedBy: PostponedBy } {
  const limiters = {
    test: createPostponingLimiter(shares.test),
    organization: createPostponingLimiter(shares.organization),
    endpoint: createPostponingLimiter(shares.endpoint),
  };
  const turns = createTurns(deliveryRate);

  return ({ endpointId, organizationId, mode, isFresh }) => {
    const held: Extract<Admission, { release: () => void }>[] = [];
    const release = () => held.forEach((permit) => permit.release());
    const wanted = [
      ['endpoint', endpointId],
      ['organization', organizationId],
      ...(mode === 'test' ? ([['test', '']] as const) : []),
    ] as const;
    for (const [share, key] of wanted) {
      const admission = limiters[share].tryAcquire(key);
      if ('waitMs' in admission) {
        release();
        return { waitMs: admission.waitMs, postponedBy: share };
      }
      held.push(admission);
    }
    const waitMs = turns.take(`${organizationId} ${mode}`, isFresh);
    if (waitMs === 0) return { release };
    release();
    return { waitMs, postponedBy: 'rate' };
  };
}
