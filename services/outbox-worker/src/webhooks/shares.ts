import { setTimeout as pause } from 'node:timers/promises';
import { deliveryRate } from '@evict/contract';
import { createLimiter, createTokenBuckets, type Permit } from '@evict/limiter';
import type { OutboxEndpoint } from '@evict/store/webhooks';
import { metrics } from '@evict/telemetry';

/** Attempts at a time in one worker. */
export const attemptsAtOnce = {
  /** All of one mode. */
  total: 500,
  organization: 100,
  /** One endpoint, once it has responded, and while it is not known to respond: twenty mute ones leave room. */
  endpoint: 10,
  unproven: 4,
} as const;

/** An endpoint with an attempt under way for longer is not responding. */
const responsiveMs = 2000;

/** What a worker may send at a time, divided fairly between organizations and their endpoints. */
export function createShares(now: () => number = () => performance.now()) {
  const limiterOf = () => createLimiter({ total: attemptsAtOnce.total, perKey: attemptsAtOnce.organization });
  const limiters = { live: limiterOf(), test: limiterOf() };
  const rate = createTokenBuckets(deliveryRate, now);

  /** The share of one endpoint, while its deliveries are being sent. */
  function of({ organizationId, mode }: OutboxEndpoint) {
    const limiter = limiters[mode];
    const reserved: Permit[] = [];
    /** When each attempt under way began, oldest first. */
    const since = new Set<{ at: number }>();
    let isProven = false;

    function room(underWay: number): number {
      const [oldest] = since;
      const isMute = oldest !== undefined && now() - oldest.at > responsiveMs;
      return (isProven && !isMute ? attemptsAtOnce.endpoint : attemptsAtOnce.unproven) - underWay;
    }

    return {
      /** Reserves permits for as many attempts as may begin; waits for the first if nothing is under way. */
      async reserve(underWay: number): Promise<number> {
        for (let left = room(underWay); left > 0; left -= 1) {
          const permit = limiter.tryAcquire(organizationId);
          if (permit) reserved.push(permit);
          else break;
        }
        if (reserved.length === 0 && underWay === 0) {
          metrics.deliveriesPostponed.inc({ reason: 'organization' });
          reserved.push(await limiter.acquire(organizationId));
        }
        return reserved.length;
      },
      giveBack(count: number): void {
        reserved.splice(reserved.length - count).forEach((permit) => permit.release());
      },
      /** Uses a reserved permit. */
      begin(): { end: () => void } {
        const permit = reserved.pop();
        const entry = { at: now() };
        since.add(entry);
        return {
          end() {
            since.delete(entry);
            permit?.release();
          },
        };
      },
      /** Waits until the rate of the organization allows one more. */
      async inRate(signal: AbortSignal): Promise<void> {
        const key = `${organizationId} ${mode}`;
        let waitMs = rate.take(key);
        if (waitMs > 0) metrics.deliveriesPostponed.inc({ reason: 'rate' });
        for (; waitMs > 0; waitMs = rate.take(key)) await pause(Math.ceil(waitMs), undefined, { signal });
      },
      learn(isDelivered: boolean): void {
        isProven = isDelivered;
      },
    };
  }

  return { of };
}
