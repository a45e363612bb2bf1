import type { Store } from '@evict/store';
import type { Logger } from '@evict/telemetry';
import { type DeliveryActivities, DeliveryClient, deliveryTaskQueue } from '@evict/temporal';
import type { Client } from '@temporalio/client';
import { type NativeConnection, Worker } from '@temporalio/worker';
import { createSendMail, type SendMailDeps } from './mail/send-mail.ts';
import { sweep, type SweepTimes } from './mail/sweep.ts';

export interface DeliveryWorkerOptions extends SendMailDeps {
  /** For the worker's own polling. */
  native: NativeConnection;
  /** For starting what nobody has started. */
  client: Client;
  taskQueue?: string;
  store: Store;
  logger: Logger;
  sweepTimes?: SweepTimes;
}

export interface DeliveryWorker {
  /** Resolves when it has stopped and what it was doing is done or broken off. */
  run(): Promise<void>;
  /** Takes no new work. A signal that the runtime handles does the same. */
  shutdown(): void;
}

/** The worker that sends mail, and starts what was recorded and never started. */
export async function createDeliveryWorker(options: DeliveryWorkerOptions): Promise<DeliveryWorker> {
  const { native, client, taskQueue = deliveryTaskQueue, sweepTimes = usualSweepTimes } = options;
  const activities: DeliveryActivities = { sendMail: createSendMail(options) };
  const worker = await Worker.create({
    connection: native,
    namespace: client.options.namespace,
    taskQueue,
    activities,
    maxConcurrentActivityTaskExecutions: 20,
    shutdownGraceTime: '6s',
    shutdownForceTime: '8s',
  });
  const deliveries = new DeliveryClient(client, { taskQueue });
  return {
    async run() {
      const over = new AbortController();
      const sweeping = sweep({ ...options, deliveries }, sweepTimes, over.signal);
      try {
        await worker.run();
      } finally {
        over.abort();
        await sweeping;
      }
    },
    shutdown: () => worker.shutdown(),
  };
}

const usualSweepTimes: SweepTimes = { everyMs: 30_000, olderThanMs: 60_000 };
