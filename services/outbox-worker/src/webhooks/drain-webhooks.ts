import { setTimeout as pause } from 'node:timers/promises';
import type { SecretBox, SendWebhook } from '@evict/webhooks';
import type { Store } from '@evict/store/database';
import {
  type ClaimedDelivery,
  listDueEndpoints,
  recordAndClaim,
  releaseDeliveries,
  restEndpoint,
  wakeEndpoint,
} from '@evict/store/webhooks';
import { type Logger, metrics } from '@evict/telemetry';
import type { OutboxActivities } from '@evict/temporal/outbox';
import type { TokenRate } from '@evict/limiter';
import { withoutValues } from '@evict/temporal/without-values';
import { drain, lookEveryMs, Postponed, soonMs } from '../drain.ts';
import { retryWrite } from '../retry-write.ts';
import { createAttempt, type Attempted } from './attempt.ts';
import { createOutcomes } from './outcomes.ts';
import { createReceiverRate } from './receiver-rate.ts';
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
  /** What may reach one address; that of the interface by default. */
  receiverRate?: TokenRate;
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
  const receivers = createReceiverRate(deps.receiverRate);
  const attempt = createAttempt(deps);
  const report = createOutcomes(deps);

  const look = createLook(store);

  return (endpointId) =>
    withoutValues(async () => {
      const endpoint = await wakeEndpoint(store, endpointId);
      if (!endpoint) return { dueInMs: null };
      const share = shares.of(endpoint);
      return drain<ClaimedDelivery, Attempted>(
        {
          async recordAndClaim(attempts, underWay, stopping) {
            // What was sent is recorded before anything is waited for.
            const mayWait = attempts.length === 0;
            const count = underWay === 'end' ? 0 : await share.reserve(underWay, { mayWait, stopping });
            if (count === 0 && attempts.length === 0) return { rows: [], isFull: true };
            const results = attempts.map(({ recorded }) => recorded);
            const done = await retryWrite(() => recordAndClaim(store, endpointId, results, { count, leaseMs })).catch(
              (error: unknown) => {
                share.giveBack(count);
                throw error;
              },
            );
            share.giveBack(count - done.claimed.length);
            for (const one of attempts) if (done.recorded.has(one.delivery.id)) await report(one);
            return { rows: done.claimed, isFull: done.claimed.length === count };
          },
          async send(delivery, signal) {
            const sending = share.begin();
            const waitOf = (addresses: readonly string[]) => receivers.take(endpoint.organizationId, addresses);
            try {
              const attempted = await attempt(delivery, signal, waitOf);
              share.learn(attempted.recorded.next === 'delivered');
              return attempted;
            } catch (error) {
              if (error instanceof Postponed) {
                metrics.deliveriesPostponed.inc({ reason: 'address' });
                sending.giveBackRate();
              }
              throw error;
            } finally {
              sending.end();
            }
          },
          release: ({ id }) => releaseDeliveries(store, [id]),
          look: () => look(endpointId),
          rest: () => restEndpoint(store, endpointId, soonMs),
        },
        isStopping,
      );
    });
}

/** Looks for due deliveries: one statement for all endpoints that ask meanwhile. */
function createLook(store: Store): (endpointId: string) => Promise<boolean> {
  const asked = new Set<string>();
  let looking: Promise<Set<string>> | null = null;
  const lookForAll = async () => {
    await pause(lookEveryMs);
    looking = null;
    const all = [...asked];
    asked.clear();
    return new Set(await listDueEndpoints(store, all));
  };
  return async (endpointId) => {
    asked.add(endpointId);
    looking ??= lookForAll();
    return (await looking).has(endpointId);
  };
}
