import { createDeliveryWorker, type DeliveryWorkerOptions } from '@evict/delivery-worker/worker';
import { createSmtpTransport } from '@evict/mail';
import { startTestMailbox, type TestMailbox } from './mailbox.ts';

export interface MailOptions {
  /** Hours by default: what is to be tried again in a test says so. */
  retryDelaysMs?: readonly number[];
  sweepTimes?: { everyMs: number; olderThanMs: number };
}

export interface TestDelivery {
  mailbox: TestMailbox;
  /** Resolves when the worker takes tasks. Only after `stopWorker`. */
  startWorker: () => Promise<void>;
  stopWorker: () => Promise<void>;
  stop: () => Promise<void>;
}

/** A delivery worker in this process, and the mailbox that it sends to. */
export async function startDelivery(
  settings: Pick<DeliveryWorkerOptions, 'native' | 'client' | 'store' | 'logger' | 'websiteOrigin'> & {
    taskQueue: string;
  },
  { retryDelaysMs = [HOUR_MS, HOUR_MS, HOUR_MS, HOUR_MS], sweepTimes }: MailOptions,
): Promise<TestDelivery> {
  const mailbox = await startTestMailbox();
  const transport = createSmtpTransport({ url: mailbox.url, from: 'Eviction Case Service <service@example.com>' });
  let stopWorker = async () => {};
  const startWorker = async () => {
    const options = { ...settings, transport, retryDelaysMs };
    const worker = await createDeliveryWorker(sweepTimes ? { ...options, sweepTimes } : options);
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

const HOUR_MS = 3_600_000;
