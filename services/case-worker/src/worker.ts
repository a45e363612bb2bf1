import type { BlobStore } from '@evict/documents';
import type { Store } from '@evict/store';
import type { Logger } from '@evict/telemetry';
import { casesTaskQueue, type RecordActivities, type WorkActivities } from '@evict/temporal/messages';
import { fastForward } from '@evict/temporal/fast-forward';
import type { Connection } from '@temporalio/client';
import { type NativeConnection, Worker } from '@temporalio/worker';
import { createMakeDocuments } from './activities/make-documents.ts';
import { createPrepareSubmission } from './activities/prepare-submission.ts';
import { createLoadRecord } from './activities/load-record.ts';
import { createRecordTransition } from './activities/record-transition.ts';
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
  logger: Logger;
  sandboxReviewDelayMs: number;
  /** What a live submit makes due. */
  platformFeeCents: number;
  /** A prebuilt workflow bundle; without one the code is bundled at start, which takes seconds. */
  bundlePath?: string;
}

/** The worker that runs the case workflow and its activities. */
export async function createCaseWorker(options: CaseWorkerOptions): Promise<Worker> {
  const { native, namespace, taskQueue = casesTaskQueue, bundlePath } = options;
  return Worker.create({
    connection: native,
    namespace,
    taskQueue,
    activities: createActivities(options),
    ...(bundlePath === undefined ? { workflowsPath } : { workflowBundle: { codePath: bundlePath } }),
    maxCachedWorkflows: 500,
    // A worker that died holds its cases no longer than this.
    stickyQueueScheduleToStartTimeout: '1s',
    shutdownGraceTime: '6s',
    shutdownForceTime: '8s',
  });
}

function createActivities(options: CaseWorkerOptions): RecordActivities & WorkActivities {
  return {
    prepareSubmission: createPrepareSubmission(options),
    recordTransition: createRecordTransition(options),
    loadRecord: createLoadRecord(options),
    makeDocuments: createMakeDocuments(options),
    fastForward: (input) => fastForward(options.connection, options.namespace, input),
  };
}
