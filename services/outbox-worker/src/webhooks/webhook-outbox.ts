import { deliveriesAtOnce } from '@evict/contract';
import type { Store } from '@evict/store/database';
import { claimDeliveries, type ClaimedDelivery, recordAttempts, releaseDeliveries } from '@evict/store/webhooks';
import type { Logger } from '@evict/telemetry';
import type { Outbox } from '../loop.ts';
import { attempt, type AttemptDeps, type Attempted } from './attempt.ts';
import { createOutcomes } from './outcomes.ts';

export interface WebhookOutboxDeps extends AttemptDeps {
  store: Store;
  logger: Logger;
}

/** Longer than an attempt and its record take. */
const leaseMs = 60_000;

/**
 * Posts due deliveries to their endpoints. A receiver gets a message again if the worker dies after the response and before
 * recording it.
 */
export function createWebhookOutbox(deps: WebhookOutboxDeps): Outbox<ClaimedDelivery, Attempted> {
  const { store } = deps;
  const report = createOutcomes(deps);
  return {
    kind: 'webhooks',
    atOnce: 1000,
    claim: (count, underWay) =>
      claimDeliveries(store, { count, leaseMs, atOnce: deliveriesAtOnce, underWay: countByEndpoint(underWay) }),
    send: (delivery, aborted) => attempt(deps, delivery, aborted),
    async record(attempts) {
      const recorded = await recordAttempts(
        store,
        attempts.map((one) => one.recorded),
      );
      await report(attempts.filter(({ delivery }) => recorded.has(delivery.id)));
    },
    recordsEach: false,
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
