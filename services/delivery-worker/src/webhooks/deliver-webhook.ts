import type { WebhookAttempt } from '@evict/contract';
import type { SecretBox, SendWebhook } from '@evict/webhooks';
import type { Store } from '@evict/store/database';
import {
  countEndpointOutcome,
  disableDeadEndpoint,
  type EndpointOutcome,
  findPendingDelivery,
  type PendingDelivery,
  postponeAttempt,
  recordAttempt,
} from '@evict/store/webhooks';
import { type Logger, metrics } from '@evict/telemetry';
import type { WebhookActivities } from '@evict/temporal';
import { activityInfo, cancellationSignal } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import { retryWrite } from '../retry-write.ts';
import { createAdmission } from './admission.ts';

export interface DeliverWebhookDeps {
  store: Store;
  logger: Logger;
  send: SendWebhook;
  secrets: SecretBox;
  /** The delay after each failed attempt; after the last delay there is one more attempt. */
  webhookRetryDelaysMs: readonly number[];
  /** Starts a mail whose row is committed; otherwise the sweep starts it. */
  startMail: (mailId: string) => void;
}

/** When no attempt was made: the worker stops, or another worker was faster. */
const retrySoonMs = 1000;

/** While the database is unavailable. */
const maxBackoffMs = 30_000;

/** Tolerated difference between Temporal's timers and the clock of the database. */
const clockToleranceMs = 250;

/**
 * Makes one attempt at a delivery and records the outcome. Its row holds the number of attempts and when the next one
 * is due, so retries by Temporal after a crash keep the schedule. A delivery whose endpoint was deleted ends. A
 * receiver gets a message again if the worker dies after the response and before recording it.
 */
export function createDeliverWebhook(deps: DeliverWebhookDeps): WebhookActivities['deliverWebhook'] {
  const { store, logger } = deps;
  const admit = createAdmission();
  return async ({ deliveryId }) => {
    const stopping = cancellationSignal();
    try {
      const delivery = await findPendingDelivery(store, deliveryId);
      if (!delivery) return;
      if (delivery.dueInMs > clockToleranceMs) throw retryAfter('not_due', delivery.dueInMs);
      const admission = admit(delivery);
      if ('waitMs' in admission) {
        metrics.deliveriesPostponed.inc({ reason: admission.postponedBy });
        await postponeAttempt(store, deliveryId, admission.waitMs);
        // The sweep starts it when it is due: an execution that only waits would be load for Temporal.
        if (delivery.attempts === 0) return;
        throw retryAfter('postponed', admission.waitMs);
      }
      try {
        await attemptDelivery(deps, { deliveryId, delivery, stopping });
      } finally {
        admission.release();
      }
    } catch (error) {
      if (error instanceof ApplicationFailure) throw error;
      if (!stopping.aborted)
        logger.warn({ deliveryId, failure: 'unexpected' }, 'webhook attempt not made or not recorded');
      throw stopping.aborted
        ? retryAfter('shutdown', retrySoonMs)
        : retryAfter('unexpected', backoffMs(activityInfo().attempt));
    }
  };
}

async function attemptDelivery(
  deps: DeliverWebhookDeps,
  { deliveryId, delivery, stopping }: { deliveryId: string; delivery: PendingDelivery; stopping: AbortSignal },
): Promise<void> {
  const { store, logger, send, secrets, webhookRetryDelaysMs } = deps;
  const { endpointId, url, body } = delivery;
  const attempt = delivery.attempts + 1;
  const secret = openSecret(secrets, delivery);
  const result = secret === null ? unreadableSecret : await send({ url, body, secret }, stopping);
  const error: WebhookAttempt['error'] = result.failure;
  const isDelivered = result.httpStatus !== null && result.httpStatus >= 200 && result.httpStatus < 300;
  const delayMs = delivery.isLast ? undefined : webhookRetryDelaysMs[attempt - 1];
  const next = isDelivered ? 'delivered' : delayMs === undefined ? 'failed' : { dueInMs: delayMs };
  const recorded = await retryWrite(() =>
    recordAttempt(store, deliveryId, { attempt, ...result, failure: error, next }),
  );
  if (!recorded) throw retryAfter('overtaken', retrySoonMs);
  const outcome = isDelivered ? 'delivered' : delayMs === undefined ? 'given_up' : 'failed';
  metrics.deliveries.inc({ channel: 'webhook', outcome });
  await countOutcome(deps, delivery, outcome);
  // One that was asked for again says nothing of the time from event to receiver.
  if (isDelivered && !delivery.isLast) {
    metrics.deliveryAge.observe({ channel: 'webhook' }, (delivery.ageMs + result.latencyMs) / 1000);
  }
  const facts = { deliveryId, endpointId, attempt, ...result };
  if (isDelivered) return logger.info(facts, 'webhook delivered');
  logger.warn(facts, 'webhook not delivered');
  const failure = describe(result);
  throw delayMs === undefined ? ApplicationFailure.nonRetryable(failure) : retryAfter(failure, delayMs);
}

/**
 * Counts the outcome at the endpoint where it makes a difference: nothing is written while deliveries succeed. An
 * endpoint at which everything has failed for days is switched off. If counting fails, the next outcome makes up for
 * it.
 */
async function countOutcome(
  { store, logger, startMail }: DeliverWebhookDeps,
  { endpointId, isFailing }: PendingDelivery,
  outcome: EndpointOutcome,
): Promise<void> {
  if (outcome === 'delivered' ? !isFailing : outcome === 'failed' && isFailing) return;
  try {
    if (!(await countEndpointOutcome(store, endpointId, outcome))) return;
    const mails = await disableDeadEndpoint(store, endpointId);
    metrics.endpointsDisabled.inc();
    logger.warn({ endpointId }, 'webhook endpoint switched off: everything has failed for days');
    mails.forEach(startMail);
  } catch {
    logger.warn({ endpointId, failure: 'unexpected' }, 'outcome not counted at its endpoint');
  }
}

/** Null if the service's secret key has changed since the endpoint was registered. */
function openSecret(secrets: SecretBox, { endpointId, secret }: PendingDelivery): string | null {
  try {
    return secrets.open(endpointId, secret);
  } catch {
    return null;
  }
}

const unreadableSecret = { httpStatus: null, failure: 'unreadable_secret', latencyMs: 0 } as const;

function backoffMs(attempt: number): number {
  return Math.min(retrySoonMs * 2 ** Math.min(attempt - 1, 10), maxBackoffMs);
}

/** Only the class of a failure, because Temporal stores it. */
function describe({ httpStatus, failure }: { httpStatus: number | null; failure: string | null }): string {
  return failure ?? `http_${httpStatus}`;
}

function retryAfter(reason: string, nextRetryDelay: number): ApplicationFailure {
  return ApplicationFailure.create({ message: reason, nextRetryDelay });
}
