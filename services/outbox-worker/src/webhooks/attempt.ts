import type { SecretBox, SendWebhook } from '@evict/webhooks';
import type { ClaimedDelivery, RecordedAttempt } from '@evict/store/webhooks';
import { Postponed } from '../drain.ts';

export interface AttemptDeps {
  send: SendWebhook;
  secrets: SecretBox;
  webhookRetryDelaysMs: readonly number[];
}

/** An attempt, and what is to be recorded of it. */
export interface Attempted {
  delivery: ClaimedDelivery;
  recorded: RecordedAttempt;
}

/**
 * Makes one attempt at a delivery, unless its receiver may not be reached now, and decides what follows. Rejects only when
 * the signal aborts it, or with `Postponed`.
 */
export function createAttempt({ send, secrets, webhookRetryDelaysMs }: AttemptDeps) {
  return async (
    delivery: ClaimedDelivery,
    stopping: AbortSignal,
    waitOf: (addresses: readonly string[]) => number,
  ): Promise<Attempted> => {
    const { id: deliveryId, url, body } = delivery;
    const attempt = delivery.attempts + 1;
    const secret = openSecret(secrets, delivery, delivery.secret);
    const previousSecret = delivery.previousSecret && openSecret(secrets, delivery, delivery.previousSecret);
    let waitMs = 0;
    const mayReach = (addresses: readonly string[]) => {
      waitMs = waitOf(addresses);
      return waitMs === 0;
    };
    const result =
      secret === null ? unreadableSecret : await send({ url, body, secret, previousSecret, mayReach }, stopping);
    if (result.failure === 'postponed') throw new Postponed(waitMs);
    const isDelivered = result.httpStatus !== null && result.httpStatus >= 200 && result.httpStatus < 300;
    const dueInMs = delivery.isLast ? undefined : webhookRetryDelaysMs[attempt - 1];
    const next = isDelivered ? 'delivered' : dueInMs === undefined ? 'failed' : { dueInMs };
    return { delivery, recorded: { deliveryId, attempt, ...result, next } };
  };
}

/** Null if the service's secret key has changed since the endpoint was registered. */
function openSecret(secrets: SecretBox, { endpointId }: ClaimedDelivery, sealed: Buffer): string | null {
  try {
    return secrets.open(endpointId, sealed);
  } catch {
    return null;
  }
}

const unreadableSecret = { httpStatus: null, failure: 'unreadable_secret', latencyMs: 0 } as const;
