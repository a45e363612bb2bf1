import type { Store } from '@evict/store/database';
import type { Logger } from '@evict/telemetry';
import {
  CaseClient,
  type DeliveryActivities,
  DeliveryClient,
  deliveryTaskQueue,
  type WebhookActivities,
  webhookTaskQueue,
} from '@evict/temporal';
import type { Client } from '@temporalio/client';
import { type NativeConnection, Worker } from '@temporalio/worker';
import { type HousekeepingDeps, keepHouse } from './housekeeping.ts';
import { createSendMail, type SendMailDeps } from './mail/send-mail.ts';
import { createRefundCharge, type RefundChargeDeps } from './payments/refund-charge.ts';
import { sweep, type SweepTimes } from './sweep.ts';
import { triesAtOnce } from './webhooks/admission.ts';
import { createDeliverWebhook, type DeliverWebhookDeps } from './webhooks/deliver-webhook.ts';

export interface DeliveryWorkerOptions
  extends Omit<SendMailDeps, 'cases'>, RefundChargeDeps, Omit<DeliverWebhookDeps, 'startMail'>, HousekeepingDeps {
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
  /** `RUNNING` while it takes work. */
  getState(): string;
  /** Takes no new work. A signal that the runtime handles does the same. */
  shutdown(): void;
}

/**
 * The worker that sends mail, settles charges with the payment provider, posts to webhooks, starts what was recorded and
 * never started, and deletes rows that have had their time.
 */
export async function createDeliveryWorker(options: DeliveryWorkerOptions): Promise<DeliveryWorker> {
  const { native, client, taskQueue = deliveryTaskQueue, sweepTimes = usualSweepTimes } = options;
  const { namespace, loadedDataConverter } = client.options;
  // It reads what its client sends.
  const dataConverter = { payloadCodecs: loadedDataConverter.payloadCodecs };
  const shared = { connection: native, namespace, dataConverter, ...shutdownTimes };
  const cases = new CaseClient(client, { deadlineMs: tellWithinMs });
  const activities: DeliveryActivities = {
    sendMail: createSendMail({ ...options, cases }),
    refundCharge: createRefundCharge(options),
  };
  const deliveries = new DeliveryClient(client, { taskQueue });
  const startMail = (id: string) => deliveries.startMailSoon(id);
  const webhookActivities: WebhookActivities = { deliverWebhook: createDeliverWebhook({ ...options, startMail }) };
  const workers = await Promise.all([
    Worker.create({ ...shared, taskQueue, activities, maxConcurrentActivityTaskExecutions: 20 }),
    Worker.create({
      ...shared,
      taskQueue: webhookTaskQueue(taskQueue),
      activities: webhookActivities,
      maxConcurrentActivityTaskExecutions: triesAtOnce,
    }),
  ]);
  return {
    async run() {
      const over = new AbortController();
      const sweeping = sweep({ ...options, cases, deliveries }, sweepTimes, over.signal);
      const housekeeping = keepHouse(options, over.signal);
      try {
        await runTogether(workers);
      } finally {
        over.abort();
        await Promise.all([sweeping, housekeeping]);
      }
    },
    getState: () => workers.map((worker) => worker.getState()).find((state) => state !== 'RUNNING') ?? 'RUNNING',
    shutdown: () => workers.forEach(shutDown),
  };
}

/** One that fails takes the others along: the process is then started anew. */
async function runTogether(workers: readonly Worker[]): Promise<void> {
  const runs = workers.map((worker) =>
    worker.run().catch((error: unknown) => {
      workers.forEach(shutDown);
      throw error;
    }),
  );
  await Promise.allSettled(runs);
  await Promise.all(runs);
}

/** Only a running worker can be told to stop. */
function shutDown(worker: Worker): void {
  if (worker.getState() === 'RUNNING') worker.shutdown();
}

const shutdownTimes = { shutdownGraceTime: '6s', shutdownForceTime: '8s' } as const;
const usualSweepTimes: SweepTimes = { everyMs: 30_000, olderThanMs: 60_000 };

/** What is left of the time of a try once a mail was given up. */
const tellWithinMs = 5000;
