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
import { type HousekeepingDeps, runHousekeeping } from './housekeeping.ts';
import { createSendMail, type SendMailDeps } from './mail/send-mail.ts';
import { createRefundCharge, type RefundChargeDeps } from './payments/refund-charge.ts';
import { sweep, type SweepTimes } from './sweep.ts';
import { maxConcurrentAttempts } from './webhooks/admission.ts';
import { createDeliverWebhook, type DeliverWebhookDeps } from './webhooks/deliver-webhook.ts';

export interface DeliveryWorkerOptions
  extends Omit<SendMailDeps, 'cases'>, RefundChargeDeps, Omit<DeliverWebhookDeps, 'startMail'>, HousekeepingDeps {
  /** The connection on which the worker polls. */
  native: NativeConnection;
  /** For the sweep. */
  client: Client;
  taskQueue?: string;
  store: Store;
  logger: Logger;
  sweepTimes?: SweepTimes;
}

export interface DeliveryWorker {
  /** Resolves when it has stopped and its activities have ended or been cancelled. */
  run(): Promise<void>;
  /** `RUNNING` while it accepts activities. */
  getState(): string;
  /** Accepts no new activities. A signal that the runtime handles does the same. */
  shutdown(): void;
}

/**
 * The worker that sends mail, settles charges with the payment provider, delivers webhooks, starts what was recorded
 * and never started, and deletes rows whose retention is over.
 */
export async function createDeliveryWorker(options: DeliveryWorkerOptions): Promise<DeliveryWorker> {
  const { native, client, taskQueue = deliveryTaskQueue, sweepTimes = defaultSweepTimes } = options;
  const { namespace } = client.options;
  const shared = { connection: native, namespace, ...shutdownTimes };
  const cases = new CaseClient(client, { deadlineMs: reportTimeoutMs });
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
      maxConcurrentActivityTaskExecutions: maxConcurrentAttempts,
    }),
  ]);
  return {
    async run() {
      const over = new AbortController();
      const sweeping = sweep({ ...options, cases, deliveries }, sweepTimes, over.signal);
      const housekeeping = runHousekeeping(options, over.signal);
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

/** If one worker fails, the others stop too, and the process restarts. */
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

/** `shutdown` throws for a worker that does not run. */
function shutDown(worker: Worker): void {
  if (worker.getState() === 'RUNNING') worker.shutdown();
}

const shutdownTimes = { shutdownGraceTime: '6s', shutdownForceTime: '8s' } as const;
const defaultSweepTimes: SweepTimes = { everyMs: 30_000, olderThanMs: 60_000 };

/** Within the activity's timeout, after the last attempt of a mail. */
const reportTimeoutMs = 5000;
