import { workflowsPath } from '@evict/case-worker/bundle';
import type { Store } from '@evict/store/database';
import type { Logger } from '@evict/telemetry';
import { CaseClient, OutboxClient } from '@evict/temporal';
import { outboxTaskQueue, type OutboxActivities, webhookTaskQueue } from '@evict/temporal/outbox';
import type { Client } from '@temporalio/client';
import { type NativeConnection, Worker } from '@temporalio/worker';
import { createDrainCharges, type DrainChargesDeps } from './charges/drain-charges.ts';
import { type HousekeepingDeps, runHousekeeping } from './housekeeping.ts';
import { idleOutboxesTimes, type IdleOutboxesTimes, keepOutboxesAwake } from './idle-outboxes.ts';
import { createDrainMail, type DrainMailDeps } from './mail/drain-mail.ts';
import { createDrainWebhooks, type DrainWebhooksDeps } from './webhooks/drain-webhooks.ts';

export interface OutboxWorkerOptions
  extends
    Omit<DrainMailDeps, 'cases' | 'isStopping'>,
    Omit<DrainChargesDeps, 'isStopping'>,
    Omit<DrainWebhooksDeps, 'wakeMail' | 'isStopping'>,
    HousekeepingDeps {
  /** The connection on which the worker polls. */
  native: NativeConnection;
  /** Wakes workflows, and reports to cases. */
  client: Client;
  taskQueue?: string;
  store: Store;
  logger: Logger;
  idleTimes?: IdleOutboxesTimes;
  /** A prebuilt workflow bundle; without one the code is bundled at start, which takes seconds. */
  bundlePath?: string;
}

export interface OutboxWorker {
  /** Resolves when it has stopped and its activities have ended or been cancelled. */
  run(): Promise<void>;
  /** `RUNNING` while it accepts tasks. */
  getState(): string;
  /** Accepts no new tasks. A signal that the runtime handles does the same. */
  shutdown(): void;
}

/**
 * The worker that sends mail, delivers webhooks, settles charges with the payment provider, wakes the workflows of overdue
 * rows, and deletes rows whose retention is over.
 */
export async function createOutboxWorker(options: OutboxWorkerOptions): Promise<OutboxWorker> {
  const { native, client, taskQueue = outboxTaskQueue, idleTimes = idleOutboxesTimes, bundlePath } = options;
  const { namespace } = client.options;
  const shared = { connection: native, namespace, ...shutdownTimes, ...beating };
  const cases = new CaseClient(client, { deadlineMs: reportTimeoutMs });
  const outbox = new OutboxClient(client, { taskQueue });
  const workers: Worker[] = [];
  // An activity that is under way ends soon after: it claims nothing more.
  const isStopping = () => workers.some((worker) => worker.getState() !== 'RUNNING');
  const deps = { ...options, cases, isStopping, wakeMail: () => outbox.wakeSoon({ mail: true }) };
  const drainWebhooks = createDrainWebhooks(deps);
  const activities: Omit<OutboxActivities, 'drainWebhooks'> = {
    drainMail: createDrainMail(deps),
    drainCharges: createDrainCharges(deps),
  };
  const webhookQueue = (mode: 'test' | 'live') =>
    Worker.create({
      ...shared,
      taskQueue: webhookTaskQueue(taskQueue, mode),
      activities: { drainWebhooks },
      maxConcurrentActivityTaskExecutions: endpointsAtOnce,
    });
  const main = Worker.create({
    ...shared,
    taskQueue,
    activities,
    ...(bundlePath === undefined ? { workflowsPath } : { workflowBundle: { codePath: bundlePath } }),
    maxCachedWorkflows: 500,
    stickyQueueScheduleToStartTimeout: '5s',
  });
  workers.push(...(await Promise.all([main, webhookQueue('live'), webhookQueue('test')])));
  return {
    async run() {
      const over = new AbortController();
      const loops = [
        keepOutboxesAwake({ ...options, cases, outbox }, idleTimes, over.signal),
        runHousekeeping(options, over.signal),
      ];
      try {
        await runTogether(workers);
      } finally {
        over.abort();
        await Promise.all(loops);
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

/** Far more often than a heartbeat may be late, on a busy machine too. */
const beating = { maxHeartbeatThrottleInterval: '1s' } as const;

/** In one mode, each for half a minute at most: an endpoint that does not respond takes little more than its place. */
const endpointsAtOnce = 1000;

/** After the last attempt of a mail. */
const reportTimeoutMs = 5000;
