import { createSecretBox, createSender, type Guard } from '@evict/webhooks';
import { createOutboxWorker, type OutboxWorkerOptions } from '@evict/outbox-worker/worker';
import { createSmtpTransport } from '@evict/mail/smtp';
import { startTestMailbox, type TestMailbox } from './mailbox.ts';

export interface MailOptions {
  /** Hours by default; a test of retries sets its own. */
  retryDelaysMs?: readonly number[];
}

export interface WebhookOptions {
  /** Hours by default, as for mail. */
  retryDelaysMs?: readonly number[];
  /** Of one attempt. */
  deadlineMs?: number;
  /** The certificate authority of the receivers. */
  ca?: string;
}

export interface TestOutbox {
  mailbox: TestMailbox;
  /** Resolves when the worker takes tasks. Only after `stopWorker`. */
  startWorker: () => Promise<void>;
  stopWorker: () => Promise<void>;
  stop: () => Promise<void>;
}

/** An outbox worker in this process, and the mailbox that it sends to. */
export async function startOutbox(
  settings: Pick<
    OutboxWorkerOptions,
    'native' | 'client' | 'store' | 'logger' | 'payments' | 'websiteOrigin' | 'idleTimes'
  > & {
    taskQueue: string;
    bundlePath: string;
    secretKey: string;
    webhookGuard: Guard;
  },
  { mail = {}, webhooks = {} }: { mail?: MailOptions; webhooks?: WebhookOptions },
): Promise<TestOutbox> {
  const { retryDelaysMs: webhookRetryDelaysMs = HOURS_MS, ...receivers } = webhooks;
  const send = createSender({ guard: settings.webhookGuard, ...receivers });
  const secrets = createSecretBox(settings.secretKey);
  const mailbox = await startTestMailbox();
  const transport = createSmtpTransport({
    url: mailbox.url,
    tls: 'off',
    from: 'Eviction Case Service <service@example.com>',
  });
  let stopWorker = async () => {};
  const startWorker = async () => {
    const retryDelaysMs = mail.retryDelaysMs ?? HOURS_MS;
    const options = { ...settings, transport, retryDelaysMs, send, secrets, webhookRetryDelaysMs };
    const worker = await createOutboxWorker(options);
    const running = worker.run();
    stopWorker = async () => {
      stopWorker = async () => {};
      worker.shutdown();
      await running;
    };
  };
  await startWorker();
  return {
    mailbox,
    startWorker,
    stopWorker: () => stopWorker(),
    async stop() {
      await stopWorker();
      await mailbox.stop();
    },
  };
}

const HOURS_MS = Array.from({ length: 4 }, () => 3_600_000);
