import { deliveryRate } from '@evict/contract';
import type { PendingDelivery } from '@evict/store/webhooks';
import { type Admission, createPostponingLimiter } from './postponing-limiter.ts';
import { createPacer } from './pacer.ts';

/** In one worker: an attempt takes a socket and little else. */
export const maxConcurrentAttempts = 1000;

/**
 * How many of these one endpoint, one organization and the test mode may hold. An endpoint that does not respond holds
 * ten, an organization with many such endpoints a tenth of all, and the test mode leaves a fifth to live events.
 */
export const shares = {
  endpoint: 10,
  organization: maxConcurrentAttempts / 10,
  test: (maxConcurrentAttempts * 4) / 5,
} as const;

type Delivery = Pick<PendingDelivery, 'endpointId' | 'organizationId' | 'mode' | 'isFresh'>;

/** Why an attempt was postponed. */
export type PostponedBy = 'endpoint' | 'organization' | 'test' | 'rate';

/** Admits an attempt within the shares and the organization's rate, or returns when to ask again. */
export function createAdmission(): (
  delivery: Delivery,
) => { release: () => void } | { waitMs: number; postponedBy: PostponedBy } {
  const limiters = {
    test: createPostponingLimiter(shares.test),
    organization: createPostponingLimiter(shares.organization),
    endpoint: createPostponingLimiter(shares.endpoint),
  };
  const pacer = createPacer(deliveryRate);

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
    const waitMs = pacer.take(`${organizationId} ${mode}`, isFresh);
    if (waitMs === 0) return { release };
    release();
    return { waitMs, postponedBy: 'rate' };
  };
}
