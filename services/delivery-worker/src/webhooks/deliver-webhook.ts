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
import { insist } from '../insist.ts';
import { createAdmission } from './admission.ts';

export interface DeliverWebhookDeps {
  store: Store;
  logger: Logger;
  send: SendWebhook;
  secrets: SecretBox;
  /** The waits after each failed try; one more failure is the last. */
  webhookRetryDelaysMs: readonly number[];
  /** Starts a mail whose row is committed; the sweep starts one that nobody has started. */
  startMail: (mailId: string) => void;
}

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
  const admit = createAdmission();
  return async ({ deliveryId }) => {
    const stopping = cancellationSignal();
    try {
      const delivery = await findPendingDelivery(store, deliveryId);
      if (!delivery) return;
      if (delivery.dueInMs > earlyMs) throw again('not_due', delivery.dueInMs);
      const admission = admit(delivery);
      if ('waitMs' in admission) {
        metrics.deliveriesPostponed.inc({ reason: admission.postponedBy });
        await postponeAttempt(store, deliveryId, admission.waitMs);
        // The row is enough until then: an execution for each that waits would be Temporal's work. The sweep starts it.
        if (delivery.attempts === 0) return;
        throw again('postponed', admission.waitMs);
      }
      try {
        await tryOnce(deps, { deliveryId, delivery, stopping });
      } finally {
        admission.release();
      }
    } catch (error) {
      if (error instanceof ApplicationFailure) throw error;
      if (!stopping.aborted) logger.warn({ deliveryId, failure: 'unexpected' }, 'webhook try not made or not recorded');
      throw stopping.aborted ? again('shutdown', soonMs) : again('unexpected', backoffMs(activityInfo().attempt));
    }
  };
}

async function tryOnce(
  deps: DeliverWebhookDeps,
  { deliveryId, delivery, stopping }: { deliveryId: string; delivery: PendingDelivery; stopping: AbortSignal },
): Promise<void> {
  const { store, logger, send, secrets, webhookRetryDelaysMs } = deps;
  const { endpointId, url, body } = delivery;
  const attempt = delivery.attempts + 1;
  const secret = openOrNull(() => secrets.open(endpointId, delivery.secret));
  const result = secret === null ? unreadable : await send({ url, body, secret }, stopping);
  const isDelivered = result.httpStatus !== null && result.httpStatus >= 200 && result.httpStatus < 300;
  const delayMs = webhookRetryDelaysMs[attempt - 1];
  const next = isDelivered ? 'delivered' : delayMs === undefined ? 'failed' : { dueInMs: delayMs };
  const recorded = await insist(() => recordAttempt(store, deliveryId, { attempt, ...result, next }));
  if (!recorded) throw again('overtaken', soonMs);
  const outcome = isDelivered ? 'delivered' : delayMs === undefined ? 'given_up' : 'failed';
  metrics.deliveries.inc({ channel: 'webhook', outcome });
  await tellEndpoint(deps, delivery, outcome);
  if (isDelivered) {
    metrics.deliveryAge.observe({ channel: 'webhook' }, (delivery.ageMs + result.latencyMs) / 1000);
  }
  const facts = { deliveryId, endpointId, attempt, ...result };
  if (isDelivered) return logger.info(facts, 'webhook delivered');
  logger.warn(facts, 'webhook not delivered');
  const failure = describe(result);
  throw delayMs === undefined ? ApplicationFailure.nonRetryable(failure) : again(failure, delayMs);
}

/**
 * Counts the outcome at the endpoint where it changes something: nothing is written while deliveries succeed. One at
 * which everything has failed for days is switched off. What is lost here is counted with the next outcome.
 */
async function tellEndpoint(
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
