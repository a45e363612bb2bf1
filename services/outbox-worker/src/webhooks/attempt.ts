import type { SecretBox, SendWebhook } from '@evict/webhooks';
import type { ClaimedDelivery, RecordedAttempt } from '@evict/store/webhooks';

export interface AttemptDeps {
  send: SendWebhook;
  secrets: SecretBox;
  /** The delay after each failed attempt; after the last delay there is one more attempt. */
  webhookRetryDelaysMs: readonly number[];
}

/** An attempt, and what to record about it. */
export interface Attempted {
  delivery: ClaimedDelivery;
  recorded: RecordedAttempt;
}

/** Makes one attempt at a delivery and decides whether there is another one. Rejects only if the signal aborts it. */
export async function attempt(
  { send, secrets, webhookRetryDelaysMs }: AttemptDeps,
  delivery: ClaimedDelivery,
  aborted: AbortSignal,
): Promise<Attempted> {
  const { id: deliveryId, url, body } = delivery;
  const number = delivery.attempts + 1;
  const secret = openSecret(secrets, delivery, delivery.secret);
  const previousSecret = delivery.previousSecret && openSecret(secrets, delivery, delivery.previousSecret);
  const result = secret === null ? unreadableSecret : await send({ url, body, secret, previousSecret }, aborted);
  const isDelivered = result.httpStatus !== null && result.httpStatus >= 200 && result.httpStatus < 300;
  const dueInMs = delivery.isLast ? undefined : webhookRetryDelaysMs[number - 1];
  const next = isDelivered ? 'delivered' : dueInMs === undefined ? 'failed' : { dueInMs };
  return { delivery, recorded: { deliveryId, attempt: number, ...result, next } };
}

/** Decrypts the endpoint's secret. Returns null if SECRET_KEY no longer contains the key that encrypted it. */
function openSecret(secrets: SecretBox, { endpointId }: ClaimedDelivery, sealed: Buffer): string | null {
  try {
    return secrets.open(endpointId, sealed);
  } catch {
    return null;
  }
}

const unreadableSecret = { httpStatus: null, failure: 'unreadable_secret', latencyMs: 0 } as const;
