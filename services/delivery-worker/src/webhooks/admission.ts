import { deliveryRate } from '@evict/contract';
import type { PendingDelivery } from '@evict/store/webhooks';
import { type Admission, createPostponingLimiter } from './postponing-limiter.ts';
import { createPacer } from './pacer.ts';

/** In one worker: an attempt takes a socket and little else. */
export const maxConcurrentAttempts = 1000;

/**
 * How many of these one endpoint, one organization and the test mode may hold. An endpoint that has failed since its last
 * success, or that is not responding now, holds four: twenty of them leave room in the share of their organization,
 * which is a tenth of all. The test mode leaves a fifth to live events.
 */
export const shares = {
  endpoint: 10,
  failing: 4,
  organization: maxConcurrentAttempts / 10,
  test: (maxConcurrentAttempts * 4) / 5,
} as const;

/** An endpoint with an attempt under way for longer is not responding. */
const responsiveMs = 2000;

type Delivery = Pick<PendingDelivery, 'endpointId' | 'organizationId' | 'mode' | 'isFresh' | 'isFailing'>;

/** Why an attempt was postponed. */
export type PostponedBy = 'endpoint' | 'failing' | 'organization' | 'test' | 'rate';

/** Admits an attempt within the shares and the organization's rate, or returns when to ask again. */
export function createAdmission(
  now?: () => number,
): (delivery: Delivery) => { release: () => void } | { waitMs: number; postponedBy: PostponedBy } {
  const limiters = {
    test: createPostponingLimiter(shares.test, now),
    organization: createPostponingLimiter(shares.organization, now),
    endpoint: createPostponingLimiter(shares.endpoint, now),
    failing: createPostponingLimiter(shares.failing, now),
  };
  const pacer = createPacer(deliveryRate, now);

  return ({ endpointId, organizationId, mode, isFresh, isFailing }) => {
    const held: Extract<Admission, { release: () => void }>[] = [];
    const release = () => held.forEach((permit) => permit.release());
    const isMute = limiters.endpoint.heldMs(endpointId) > responsiveMs;
    const wanted = [
      ['endpoint', endpointId],
      ...(isFailing || isMute ? ([['failing', endpointId]] as const) : []),
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
