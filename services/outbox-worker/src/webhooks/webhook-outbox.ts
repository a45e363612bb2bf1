import { deliveriesAtOnce } from '@evict/contract';
import type { Store } from '@evict/store/database';
import { claimDeliveries, type ClaimedDelivery, recordAttempts, releaseDeliveries } from '@evict/store/webhooks';
import type { Logger } from '@evict/telemetry';
import type { Outbox, Unrecorded } from '../loop.ts';
import { attempt, type AttemptDeps, type Attempted } from './attempt.ts';
import { createOutcomes } from './outcomes.ts';

export interface WebhookOutboxDeps extends AttemptDeps {
  store: Store;
  logger: Logger;
}

/**
 * The maximum number of deliveries in progress per process. Test mode gets at most half of them, so that test endpoints
 * that never respond can't hold up live deliveries.
 */
const places = { all: 1000, test: 500 } as const;
/** Longer than an attempt takes, including recording it. */
const leaseMs = 60_000;

/**
 * Posts due deliveries to their endpoints. A receiver gets a message again if the worker dies after the response and
 * before it is recorded.
 */
export function createWebhookOutbox(deps: WebhookOutboxDeps): Outbox<ClaimedDelivery, Attempted> {
  const { store } = deps;
  const report = createOutcomes(deps);

  /** Records all attempts in one statement, or none of them. */
  async function recordTogether(attempts: readonly Attempted[]): Promise<Unrecorded<Attempted>[]> {
    const rows = attempts.map(({ recorded }) => recorded);
    try {
      const recorded = await recordAttempts(store, rows);
      await report(attempts.filter(({ delivery }) => recorded.has(delivery.id)));
      return [];
    } catch (error) {
      return attempts.map((outcome) => ({ outcome, error }));
    }
  }

  return {
    kind: 'webhooks',
    atOnce: places.all,
    claim: (count, underWay) =>
      claimDeliveries(store, {
        count,
        testCount: places.test - [...underWay].filter(({ isLive }) => !isLive).length,
        leaseMs,
        atOnce: deliveriesAtOnce,
        underWay: countByEndpoint(underWay),
      }),
    send: (delivery, aborted) => attempt(deps, delivery, aborted),
    record: recordTogether,
    release: (deliveries) =>
      releaseDeliveries(
        store,
        deliveries.map(({ id }) => id),
      ),
  };
}

function countByEndpoint(deliveries: Iterable<ClaimedDelivery>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { endpointId } of deliveries) counts.set(endpointId, (counts.get(endpointId) ?? 0) + 1);
  return counts;
}
