import type { SecretBox, SendWebhook } from '@evict/delivery';
import { findPendingDelivery, type PendingDelivery, postponeTry, recordTry, type Store } from '@evict/store';
import { type Logger, metrics } from '@evict/telemetry';
import type { WebhookActivities } from '@evict/temporal';
import { activityInfo, cancellationSignal } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import { insist } from '../insist.ts';
import { createPlaces } from './places.ts';

export interface DeliverWebhookDeps {
  store: Store;
  logger: Logger;
  send: SendWebhook;
  secrets: SecretBox;
  /** The waits after each failed try; one more failure is the last. */
  webhookRetryDelaysMs: readonly number[];
}

/** No endpoint has more tries under way in one worker: one that does not answer keeps ten places and no others. */
const triesPerEndpoint = 10;

/** After what is no try: the worker stops, or another worker was faster. */
const soonMs = 1000;

/** While the database is away, which others wait for as well. */
const patienceMs = 30_000;

/** Timers of Temporal and the clock of the database may differ by this much. */
const earlyMs = 250;

/**
 * Tries a delivery once and records how it went; the row in the database says which try it is and when it is due, so
 * what Temporal repeats after a crash keeps the schedule. A delivery whose endpoint is gone ends. A receiver gets a
 * message again when the worker dies between its answer and the record of it.
 */
export function createDeliverWebhook(deps: DeliverWebhookDeps): WebhookActivities['deliverWebhook'] {
  const { store, logger } = deps;
  const places = createPlaces(triesPerEndpoint);
  return async ({ deliveryId }) => {
    const stopping = cancellationSignal();
    try {
      const delivery = await findPendingDelivery(store, deliveryId);
      if (!delivery) return;
      if (delivery.dueInMs > earlyMs) throw again('not_due', delivery.dueInMs);
      const place = places.take(delivery.endpointId);
      if ('waitMs' in place) {
        await postponeTry(store, deliveryId, place.waitMs);
        throw again('endpoint_busy', place.waitMs);
      }
      try {
        await tryOnce(deps, { deliveryId, delivery, stopping });
      } finally {
        place.leave();
      }
    } catch (error) {
      if (error instanceof ApplicationFailure) throw error;
      if (!stopping.aborted) logger.warn({ deliveryId, failure: 'unexpected' }, 'webhook try not made or not recorded');
      throw stopping.aborted ? again('shutdown', soonMs) : again('unexpected', backoffMs(activityInfo().attempt));
    }
  };
}

async function tryOnce(
  { store, logger, send, secrets, webhookRetryDelaysMs }: DeliverWebhookDeps,
  { deliveryId, delivery, stopping }: { deliveryId: string; delivery: PendingDelivery; stopping: AbortSignal },
): Promise<void> {
  const { endpointId, url, body } = delivery;
  const attempt = delivery.attempts + 1;
  const secret = openOrNull(() => secrets.open(endpointId, delivery.secret));
  const result = secret === null ? unreadable : await send({ url, body, secret }, stopping);
  const isDelivered = result.httpStatus !== null && result.httpStatus >= 200 && result.httpStatus < 300;
  const delayMs = webhookRetryDelaysMs[attempt - 1];
  const next = isDelivered ? 'delivered' : delayMs === undefined ? 'failed' : { dueInMs: delayMs };
  const recorded = await insist(() => recordTry(store, deliveryId, { attempt, ...result, next }));
  if (!recorded) throw again('overtaken', soonMs);
  const outcome = isDelivered ? 'delivered' : delayMs === undefined ? 'given_up' : 'failed';
  metrics.deliveries.inc({ channel: 'webhook', outcome });
  if (isDelivered) {
    metrics.deliveryAge.observe({ channel: 'webhook' }, (delivery.ageMs + result.latencyMs) / 1000);
  }
  const facts = { deliveryId, endpointId, attempt, ...result };
  if (isDelivered) return logger.info(facts, 'webhook delivered');
  logger.warn(facts, 'webhook not delivered');
  const failure = describe(result);
  throw delayMs === undefined ? ApplicationFailure.nonRetryable(failure) : again(failure, delayMs);
}

/** Null where the service's key has been changed since the endpoint was registered: no signature would fit. */
function openOrNull(open: () => string): string | null {
  try {
    return open();
  } catch {
    return null;
  }
}

const unreadable = { httpStatus: null, failure: 'unreadable_secret', latencyMs: 0 } as const;

function backoffMs(attempt: number): number {
  return Math.min(soonMs * 2 ** Math.min(attempt - 1, 10), patienceMs);
}

/** The class alone: Temporal keeps it, and what receivers say is theirs. */
function describe({ httpStatus, failure }: { httpStatus: number | null; failure: string | null }): string {
  return failure ?? `http_${httpStatus}`;
}

function again(reason: string, nextRetryDelay: number): ApplicationFailure {
  return ApplicationFailure.create({ message: reason, nextRetryDelay });
}
