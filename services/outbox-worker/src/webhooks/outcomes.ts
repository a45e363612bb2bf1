import type { Store } from '@evict/store/database';
import { countEndpointOutcomes, disableDeadEndpoint, type EndpointOutcome } from '@evict/store/webhooks';
import { errorClass, type Logger, metrics } from '@evict/telemetry';
import type { Attempted } from './attempt.ts';

export interface OutcomesDeps {
  store: Store;
  logger: Logger;
}

// An alert detects an increase only if the counter already has a value.
metrics.deliveries.inc({ channel: 'webhook', outcome: 'given_up' }, 0);

/** Reports recorded attempts to the metrics, the log, and the failure count of each endpoint. */
export function createOutcomes(deps: OutcomesDeps): (attempts: readonly Attempted[]) => Promise<void> {
  return async (attempts) => {
    for (const attempted of attempts) report(deps, attempted);
    await countOutcomes(deps, attempts);
  };
}

function report({ logger }: OutcomesDeps, { delivery, recorded: { next, ...result } }: Attempted): void {
  const outcome = next === 'delivered' ? next : next === 'failed' ? 'given_up' : 'failed';
  metrics.deliveries.inc({ channel: 'webhook', outcome });
  // A delivery that was requested again is left out, because its age includes the time until the request.
  if (outcome === 'delivered' && !delivery.isLast) {
    metrics.deliveryAge.observe({ channel: 'webhook' }, (delivery.ageMs + result.latencyMs) / 1000);
  }
  const fields = { ...result, endpointId: delivery.endpointId };
  if (outcome === 'delivered') logger.info(fields, 'webhook delivered');
  else logger.warn(fields, 'webhook not delivered');
}

/**
 * Updates the failure counts of endpoints. Writes nothing while deliveries succeed. Disables an endpoint if all
 * deliveries to it have failed for days. If an update fails, the next outcome makes up for it.
 */
async function countOutcomes({ store, logger }: OutcomesDeps, attempts: readonly Attempted[]): Promise<void> {
  const outcomes = outcomesOf(attempts);
  if (outcomes.length === 0) return;
  try {
    for (const endpointId of await countEndpointOutcomes(store, outcomes)) {
      if (!(await disableDeadEndpoint(store, endpointId))) continue;
      metrics.endpointsDisabled.inc();
      logger.warn({ endpointId }, 'webhook endpoint disabled after days of failed deliveries');
    }
  } catch (error) {
    logger.warn({ failure: errorClass(error) }, 'failure counts of webhook endpoints could not be updated');
  }
}

/** Returns one outcome for each endpoint whose record of failures has to be updated. */
function outcomesOf(attempts: readonly Attempted[]): EndpointOutcome[] {
  const byEndpoint = new Map<string, Attempted[]>();
  for (const attempted of attempts) {
    const { endpointId } = attempted.delivery;
    byEndpoint.set(endpointId, [...(byEndpoint.get(endpointId) ?? []), attempted]);
  }
  return [...byEndpoint].flatMap(([endpointId, ofEndpoint]) => {
    const isDelivered = ofEndpoint.some(({ recorded }) => recorded.next === 'delivered');
    const givenUp = ofEndpoint.filter(({ recorded }) => recorded.next === 'failed').length;
    const isFailing = ofEndpoint.some(({ delivery }) => delivery.isFailing);
    const isUnchanged = isDelivered ? !isFailing : isFailing && givenUp === 0;
    return isUnchanged ? [] : [{ endpointId, isDelivered, givenUp }];
  });
}
