import { setTimeout as pause } from 'node:timers/promises';
import { deliveryRate } from '@evict/contract';
import { createTokenBuckets, Limiter, type Permit } from '@evict/limiter';
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
  const limiterOf = () => new Limiter({ total: attemptsAtOnce.total, perKey: attemptsAtOnce.organization });
  const limiters = { live: limiterOf(), test: limiterOf() };
  const rate = createTokenBuckets(deliveryRate, now);

  /** The share of one endpoint, while its deliveries are being sent. */
  function of({ organizationId, mode }: OutboxEndpoint) {
    const limiter = limiters[mode];
    const key = `${organizationId} ${mode}`;
    const reserved: Permit[] = [];
    /** When each attempt under way began, oldest first. */
    const since = new Set<{ at: number }>();
    let isProven = false;

    function room(underWay: number): number {
      const [oldest] = since;
      const isMute = oldest !== undefined && now() - oldest.at > responsiveMs;
      return (isProven && !isMute ? attemptsAtOnce.endpoint : attemptsAtOnce.unproven) - underWay;
    }

    /** Reserves one attempt if the share and the rate of the organization allow it now. */
    function tryReserve(): boolean {
      const permit = limiter.tryAcquire(organizationId);
      if (!permit) return false;
      const isInRate = rate.take(key) === 0;
      if (isInRate) reserved.push(permit);
      else permit.release();
      return isInRate;
    }

    /** Reserves one as soon as they do. While it waits for the rate, it holds no permit. */
    async function waitForOne(stopping: AbortSignal): Promise<void> {
      let waitMs = rate.take(key);
      metrics.deliveriesPostponed.inc({ reason: waitMs > 0 ? 'rate' : 'organization' });
      for (; waitMs > 0; waitMs = rate.take(key)) {
        await pause(Math.ceil(waitMs), undefined, { signal: stopping }).catch(() => {});
        if (stopping.aborted) return;
      }
      reserved.push(await limiter.acquire(organizationId));
    }

    return {
      /**
       * Reserves as many attempts as may begin now. With `mayWait` it waits for the first one if nothing is under way,
       * until the worker stops.
       */
      async reserve(
        underWay: number,
        { mayWait, stopping }: { mayWait: boolean; stopping: AbortSignal },
      ): Promise<number> {
        for (let left = room(underWay); left > 0 && tryReserve(); left -= 1);
        if (mayWait && reserved.length === 0 && underWay === 0) await waitForOne(stopping);
        return reserved.length;
      },
      giveBack(count: number): void {
        for (const permit of reserved.splice(reserved.length - count)) {
          permit.release();
          rate.giveBack(key);
        }
      },
      /** Begins a reserved attempt. `giveBackRate`: nothing was sent. */
      begin(): { end: () => void; giveBackRate: () => void } {
        const permit = reserved.pop();
        const entry = { at: now() };
        since.add(entry);
        return {
          end() {
            since.delete(entry);
            permit?.release();
          },
          giveBackRate: () => rate.giveBack(key),
        };
      },
      learn(isDelivered: boolean): void {
        isProven = isDelivered;
      },
    };
  }

  return { of };
}
