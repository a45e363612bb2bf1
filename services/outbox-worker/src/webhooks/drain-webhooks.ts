import type { SecretBox, SendWebhook } from '@evict/webhooks';
import type { Store } from '@evict/store/database';
import {
  claimDeliveries,
  type ClaimedDelivery,
  recordAttempts,
  releaseDeliveries,
  restEndpoint,
  wakeEndpoint,
} from '@evict/store/webhooks';
import type { Logger } from '@evict/telemetry';
import type { OutboxActivities } from '@evict/temporal/outbox';
import { withoutValues } from '@evict/temporal/without-values';
import { drain } from '../drain.ts';
import { retryWrite } from '../retry-write.ts';
import { createAttempt, type Attempted } from './attempt.ts';
import { createOutcomes } from './outcomes.ts';
import { createShares } from './shares.ts';

export interface DrainWebhooksDeps {
  store: Store;
  logger: Logger;
  send: SendWebhook;
  secrets: SecretBox;
  /** The delay after each failed attempt; after the last delay there is one more attempt. */
  webhookRetryDelaysMs: readonly number[];
  /** Wakes the outbox of mail. */
  wakeMail: () => void;
  isStopping: () => boolean;
}

/** Longer than an attempt and its record take. */
const leaseMs = 30_000;

/**
 * Sends the due deliveries to an endpoint and records each attempt. A receiver gets a message again if the worker dies
 * after the response and before recording it.
 */
export function createDrainWebhooks(deps: DrainWebhooksDeps): OutboxActivities['drainWebhooks'] {
  const { store, isStopping } = deps;
  const shares = createShares();
  const attempt = createAttempt(deps);
  const report = createOutcomes(deps);

  return (endpointId) =>
    withoutValues(async () => {
      const endpoint = await wakeEndpoint(store, endpointId);
      if (!endpoint) return { dueInMs: null };
      const share = shares.of(endpoint);
      return drain<ClaimedDelivery, Attempted>(
        {
          async claim(underWay) {
            const count = await share.reserve(underWay);
            if (count === 0) return [];
            const claimed = await claimDeliveries(store, endpointId, { count, leaseMs }).catch((error: unknown) => {
              share.giveBack(count);
              throw error;
            });
            share.giveBack(count - claimed.length);
            return claimed;
          },
          async send(delivery, stopping) {
            const sending = share.begin();
            try {
              await share.inRate(stopping);
              const attempted = await attempt(delivery, stopping);
              share.learn(attempted.recorded.next === 'delivered');
              return attempted;
            } finally {
              sending.end();
            }
          },
          async record(attempts) {
            const known = await retryWrite(() =>
              recordAttempts(
                store,
                attempts.map(({ recorded }) => recorded),
              ),
            );
            for (const one of attempts) if (known.has(one.delivery.id)) await report(one);
          },
          release: ({ id }) => releaseDeliveries(store, [id]),
          rest: () => restEndpoint(store, endpointId),
        },
        isStopping,
      );
    });
}
