import type { Store } from '@evict/store/database';
import {
  type ClaimedDelivery,
  countEndpointOutcome,
  disableDeadEndpoint,
  type EndpointOutcome,
} from '@evict/store/webhooks';
import { type Logger, metrics } from '@evict/telemetry';
import type { Attempted } from './attempt.ts';

export interface OutcomesDeps {
  store: Store;
  logger: Logger;
}

// An alert detects an increase only if the counter already has a value.
metrics.deliveries.inc({ channel: 'webhook', outcome: 'given_up' }, 0);

/** Reports a recorded attempt: metrics, log, and the endpoint's count of failures. */
export function createOutcomes(deps: OutcomesDeps): (attempted: Attempted) => Promise<void> {
  const { logger } = deps;
  return async ({ delivery, recorded: { next, ...result } }) => {
    const outcome = next === 'delivered' ? next : next === 'failed' ? 'given_up' : 'failed';
    metrics.deliveries.inc({ channel: 'webhook', outcome });
    // One that was asked for again says nothing of the time from event to receiver.
    if (outcome === 'delivered' && !delivery.isLast) {
      metrics.deliveryAge.observe({ channel: 'webhook' }, (delivery.ageMs + result.latencyMs) / 1000);
    }
    const fields = { ...result, endpointId: delivery.endpointId };
    if (outcome === 'delivered') logger.info(fields, 'webhook delivered');
    else logger.warn(fields, 'webhook not delivered');
    await countOutcome(deps, delivery, outcome);
  };
}

/**
 * Counts the outcome at the endpoint where it makes a difference: nothing is written while deliveries succeed. An
 * endpoint at which everything has failed for days is disabled. If counting fails, the next outcome makes up for
 * it.
 */
async function countOutcome(
  { store, logger }: OutcomesDeps,
  { endpointId, isFailing }: ClaimedDelivery,
  outcome: EndpointOutcome,
): Promise<void> {
  if (outcome === 'delivered' ? !isFailing : outcome === 'failed' && isFailing) return;
  try {
    if (!(await countEndpointOutcome(store, endpointId, outcome))) return;
    if (!(await disableDeadEndpoint(store, endpointId))) return;
    metrics.endpointsDisabled.inc();
    logger.warn({ endpointId }, 'webhook endpoint disabled after days of failed deliveries');
  } catch {
    logger.warn({ endpointId, failure: 'unexpected' }, 'outcome not counted at its endpoint');
  }
}
