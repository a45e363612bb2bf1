import { listenToOutbox, type OutboxKind } from '@evict/store/outbox';
import { type ChargeOutboxDeps, createChargeOutbox } from './charges/charge-outbox.ts';
import { type HousekeepingDeps, runHousekeeping } from './housekeeping.ts';
import { createLoop, type OutboxLoop } from './loop.ts';
import { createMailOutbox, type MailOutboxDeps } from './mail/mail-outbox.ts';
import { createWebhookOutbox, type WebhookOutboxDeps } from './webhooks/webhook-outbox.ts';

export interface OutboxWorkerOptions extends MailOutboxDeps, ChargeOutboxDeps, WebhookOutboxDeps, HousekeepingDeps {
  /** The URL of the store's database, which notifies the worker of rows that become due. */
  databaseUrl: string;
  /** How often the worker polls for due rows even if it isn't notified, in milliseconds. The default is 30 seconds. */
  lookEveryMs?: number | undefined;
}

export interface OutboxWorker {
  /**
   * Runs the worker. Resolves when it has stopped and every row in progress has been sent, or was aborted and is due
   * again.
   */
  run(): Promise<void>;
  /** Whether the worker currently gets notifications of rows that become due. */
  isListening(): boolean;
  /** Stops claiming rows. Rows in progress have a few seconds to finish. */
  shutdown(): void;
}

/**
 * Creates the worker that delivers webhooks, sends mail, settles charges with the payment provider, and deletes rows
 * whose retention has ended. Several workers can run side by side, because each row is sent by the one that has claimed
 * it.
 */
export function createOutboxWorker(options: OutboxWorkerOptions): OutboxWorker {
  const loops: Record<OutboxKind, OutboxLoop> = {
    webhooks: createLoop(createWebhookOutbox(options), options),
    mail: createLoop(createMailOutbox(options), options),
    charges: createLoop(createChargeOutbox(options), options),
  };
  const all = Object.values(loops);
  const listener = listenToOutbox(options.store, options.databaseUrl, (kind) => loops[kind].wake());
  const over = new AbortController();
  let aborting: NodeJS.Timeout | undefined;
  return {
    async run() {
      const housekeeping = runHousekeeping(options, over.signal);
      try {
        await Promise.all(all.map((loop) => loop.run()));
      } finally {
        clearTimeout(aborting);
        over.abort();
        await Promise.all([housekeeping, listener.close()]);
      }
    },
    isListening: listener.isListening,
    shutdown() {
      all.forEach((loop) => loop.stop());
      aborting ??= setTimeout(() => all.forEach((loop) => loop.abort()), graceMs);
    },
  };
}

const graceMs = 6000;
