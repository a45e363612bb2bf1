import { createSecretBox, createSender, type Guard } from '@evict/webhooks';
import { createOutboxWorker, type OutboxWorkerOptions } from '@evict/outbox-worker/worker';
import { createSmtpTransport } from '@evict/mail/smtp';
import { startTestMailbox } from './mailbox.ts';
import { restartable } from './restartable.ts';

export interface MailOptions {
  /** The delays after failed attempts. By default each is an hour, so a test of retries sets its own. */
  retryDelaysMs?: readonly number[];
}

export interface WebhookOptions {
  /** The delays after failed attempts. By default each is an hour. */
  retryDelaysMs?: readonly number[];
  /** The time limit of one attempt, in milliseconds. */
  deadlineMs?: number;
  /** The receivers' certificate authority, in PEM format. */
  ca?: string;
}

/** Starts an outbox worker in this process, and the mailbox that it sends to. */
export async function startOutbox(
  settings: Pick<
    OutboxWorkerOptions,
    'databaseUrl' | 'store' | 'logger' | 'payments' | 'websiteOrigin' | 'lookEveryMs'
  > & { secretKeys: readonly string[]; webhookGuard: Guard },
  { mail = {}, webhooks = {} }: { mail?: MailOptions; webhooks?: WebhookOptions },
) {
  const { retryDelaysMs: webhookRetryDelaysMs = HOURS_MS, ...receivers } = webhooks;
  const mailbox = await startTestMailbox();
  const create = async () =>
    createOutboxWorker({
      ...settings,
      transport: createSmtpTransport({
        url: mailbox.url,
        tls: 'off',
        from: 'Eviction Case Service <service@example.com>',
      }),
      retryDelaysMs: mail.retryDelaysMs ?? HOURS_MS,
      send: createSender({ guard: settings.webhookGuard, ...receivers }),
      secrets: createSecretBox(settings.secretKeys),
      webhookRetryDelaysMs,
    });
  const worker = restartable(create);
  await worker.start();
  return {
    mailbox,
    /** Resolves when the worker has started. Only allowed after `stopWorker`. */
    startWorker: worker.start,
    stopWorker: worker.stop,
    /** Starts another worker next to the first. Resolves to the function that stops it. */
    async startAnother(): Promise<() => Promise<void>> {
      const another = restartable(create);
      await another.start();
      return another.stop;
    },
    async stop(): Promise<void> {
      await worker.stop();
      await mailbox.stop();
    },
  };
}

const HOURS_MS = Array.from({ length: 4 }, () => 3_600_000);
