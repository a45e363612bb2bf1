import { listenToOutbox, type OutboxKind } from '@evict/store/outbox';
import { type ChargeOutboxDeps, createChargeOutbox } from './charges/charge-outbox.ts';
import { type HousekeepingDeps, runHousekeeping } from './housekeeping.ts';
import { createLoop, type OutboxLoop } from './loop.ts';
import { createMailOutbox, type MailOutboxDeps } from './mail/mail-outbox.ts';
import { createWebhookOutbox, type WebhookOutboxDeps } from './webhooks/webhook-outbox.ts';

export interface OutboxWorkerOptions extends MailOutboxDeps, ChargeOutboxDeps, WebhookOutboxDeps, HousekeepingDeps {
  /** Where the worker listens for rows that become due: the database of the store. */
  databaseUrl: string;
  /** How often it looks for due rows though nobody has told it of any; every 30 seconds by default. */
  lookEveryMs?: number | undefined;
}

export interface OutboxWorker {
  /** Resolves when it has stopped; what was being sent has ended, or was aborted and is due again. */
  run(): Promise<void>;
  /** Whether it hears at once of rows that become due. */
  isListening(): boolean;
  /** Claims nothing more. What is being sent has some seconds to end. */
  shutdown(): void;
}

/**
 * The worker that delivers webhooks, sends mail, settles charges with the payment provider, and deletes rows whose retention
 * is over. Several can run side by side: each row is sent by the one that has claimed it.
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
