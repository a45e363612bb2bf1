import type { BlobStore } from '@evict/store/bytes';
import type { Store } from '@evict/store/database';
import type { RenderPool } from '@evict/papers';
import { createApprovals } from '@evict/credentials/approvals';
import { type Logger, tracingPlugins } from '@evict/telemetry';
import { type CaseActivities, casesTaskQueue, type Unfinished } from '@evict/temporal/messages';
import { CaseClient, createClient } from '@evict/temporal';
import type { RetentionActivities } from '@evict/temporal/retention';
import type { Connection } from '@temporalio/client';
import { type NativeConnection, Worker, type WorkerDeploymentOptions } from '@temporalio/worker';
import { createApplyRetention, createClearLeftovers } from './apply-retention.ts';
import { createCaseActivities } from './decide-and-record.ts';
import { workflowsPath } from './bundle.ts';

export interface CaseWorkerOptions {
  /** For the worker's own polling. */
  native: NativeConnection;
  /** For calls to the server from activities. */
  connection: Connection;
  namespace: string;
  taskQueue?: string;
  store: Store;
  blobs: BlobStore;
  /** Renders documents; the caller closes it after the worker has shut down. */
  renderers: RenderPool;
  logger: Logger;
  sandboxReviewDelayMs: number;
  /** The platform fee that a live submit makes due. */
  platformFeeCents: number;
  /** The origin of the website, for which passkeys sign approvals. */
  websiteOrigin: string;
  /** Whether approvals have to be signed. */
  requireSignedApprovals: boolean;
  /** Recipient of mail to operators. */
  operatorsAddress: string;
  /** The file that lists erasures, stored apart from the backups; without it, none is written. */
  erasureList?: string;
  /** A prebuilt workflow bundle; without one the code is bundled at start, which takes seconds. */
  bundlePath?: string;
  /** If set, Temporal routes cases to builds (docs/backup-and-upgrade.md). Otherwise every worker takes all cases. */
  buildId?: string;
}

/** The worker that runs the workflows of cases and of retention, and their activities. */
export async function createCaseWorker(options: CaseWorkerOptions): Promise<Worker> {
  const { native, namespace, taskQueue = casesTaskQueue, bundlePath, buildId } = options;
  const plugins = tracingPlugins();
  // Tracing interceptors must be bundled with the workflow, and are in no prebuilt bundle.
  const isPrebuilt = bundlePath !== undefined && plugins.length === 0;
  return Worker.create({
    connection: native,
    namespace,
    taskQueue,
    activities: createActivities(options),
    ...(isPrebuilt ? { workflowBundle: { codePath: bundlePath } } : { workflowsPath }),
    plugins,
    // Without one every workflow task would have a hash of the code twice, a tenth of a history.
    ...(buildId === undefined ? { buildId: '-' } : { workerDeploymentOptions: versioned(taskQueue, buildId) }),
    // A case that is not among them is replayed within milliseconds.
    maxCachedWorkflows: 200,
    // Those that wait for documents or for the database leave room for others.
    maxConcurrentWorkflowTaskExecutions: 100,
    // Many activities only wait for a renderer; the others must not queue behind them.
    maxConcurrentActivityTaskExecutions: 500,
    // How long a dead worker holds its cases.
    stickyQueueScheduleToStartTimeout: '5s',
    shutdownGraceTime: '6s',
    shutdownForceTime: '8s',
  });
}

/** A case moves to the current build: it lives for months, longer than any build stays deployed. */
function versioned(deploymentName: string, buildId: string): WorkerDeploymentOptions {
  const version = { deploymentName, buildId };
  return { useWorkerVersioning: true, version, defaultVersioningBehavior: 'AUTO_UPGRADE' };
}

function createActivities(options: CaseWorkerOptions): CaseActivities<Unfinished> & RetentionActivities {
  const { connection, namespace, taskQueue = casesTaskQueue, erasureList = '' } = options;
  const cases = new CaseClient(createClient({ connection, namespace }), { taskQueue });
  return {
    ...createCaseActivities({
      ...options,
      erasureList,
      approvals: createApprovals(options.websiteOrigin),
    }),
    applyRetention: createApplyRetention({ ...options, cases, erasureList }),
    clearLeftovers: createClearLeftovers(options),
  };
}
