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
  /** The connection for the worker's polling. */
  native: NativeConnection;
  /** The connection for calls from activities to Temporal. */
  connection: Connection;
  namespace: string;
  taskQueue?: string;
  store: Store;
  blobs: BlobStore;
  /** Renders documents. The caller closes the pool after the worker has shut down. */
  renderers: RenderPool;
  logger: Logger;
  sandboxReviewDelayMs: number;
  /** The platform fee that becomes due when a live case is submitted, in cents. */
  platformFeeCents: number;
  /** The website's origin, for which passkeys sign approvals. */
  websiteOrigin: string;
  /** Whether every approval has to be signed with a passkey. */
  requireSignedApprovals: boolean;
  operatorsAddress: string;
  /** The folder with the list of erasures, which is stored apart from the backups. If absent, no list is written. */
  erasureList?: string;
  /** A prebuilt workflow bundle. If absent, the code is bundled at startup, which takes seconds. */
  bundlePath?: string;
  /**
   * The worker's build for Temporal's worker versioning (docs/backup-and-upgrade.md). If absent, the worker takes all
   * cases.
   */
  buildId?: string;
}

/** Creates the worker that runs the case and retention workflows and their activities. */
export async function createCaseWorker(options: CaseWorkerOptions): Promise<Worker> {
  const { native, namespace, taskQueue = casesTaskQueue, bundlePath, buildId } = options;
  const plugins = tracingPlugins();
  // Tracing interceptors have to be bundled with the workflow, and a prebuilt bundle doesn't include them.
  const isPrebuilt = bundlePath !== undefined && plugins.length === 0;
  return Worker.create({
    connection: native,
    namespace,
    taskQueue,
    activities: createActivities(options),
    ...(isPrebuilt ? { workflowBundle: { codePath: bundlePath } } : { workflowsPath }),
    plugins,
    // Without a build id, every workflow task would record a hash of the code twice, which is a tenth of the history.
    ...(buildId === undefined ? { buildId: '-' } : { workerDeploymentOptions: versioned(taskQueue, buildId) }),
    // A small cache is enough, because a case that isn't cached is replayed within milliseconds.
    maxCachedWorkflows: 200,
    // This is high enough that tasks waiting for documents or for the database leave room for others.
    maxConcurrentWorkflowTaskExecutions: 100,
    // Many activities only wait for a renderer, and the others must not queue behind them.
    maxConcurrentActivityTaskExecutions: 500,
    // If a worker dies, tasks for the cases in its cache wait this long before another worker takes them.
    stickyQueueScheduleToStartTimeout: '5s',
    shutdownGraceTime: '6s',
    shutdownForceTime: '8s',
  });
}

/** Makes cases move to the current build, because a case lives for months, longer than any build stays deployed. */
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
