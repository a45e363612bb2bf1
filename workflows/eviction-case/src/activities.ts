import type { RecordActivities, WorkActivities } from '@evict/temporal/case-activities';
import { proxyActivities, proxyLocalActivities } from '@temporalio/workflow';

/** Short, idempotent database work. `CaseEntity.withDatabase` retries it until it succeeds. */
export const { findAttorney, loadRecord, prepareReview, prepareSubmission, recordRestored, recordTransition } =
  proxyLocalActivities<RecordActivities>({
    startToCloseTimeout: '5s',
    retry: { initialInterval: '100ms', backoffCoefficient: 2, maximumInterval: '2s' },
  });

/**
 * For a command whose sender waits: documents are made within its workflow task where the renderers are free. A workflow
 * task that waits takes one of the worker's slots, so where they are not free the activity below waits for them.
 */
export const { makeDocuments: makeDocumentsAtOnce } = proxyLocalActivities<WorkActivities>({
  startToCloseTimeout: '3s',
  retry: { maximumAttempts: 1 },
});

/**
 * Not retried by Temporal: the workflow waits on its own timer, since the server's time skipping would skip an
 * activity's backoff. The activity heartbeats while it waits for a renderer, behind its organization's other documents.
 */
export const { makeDocuments, makeSummary } = proxyActivities<WorkActivities>({
  startToCloseTimeout: '15m',
  heartbeatTimeout: '8s',
  retry: { initialInterval: '1s', maximumInterval: '10s', maximumAttempts: 20 },
});

/**
 * Tried once: an attempt is valid for a short time after its workflow task scheduled it, so that a retry within the same
 * task would always be too late, and the task would never end. `CaseEntity.bringClockTo` says who tries again.
 */
export const { moveClock } = proxyLocalActivities<RecordActivities>({
  startToCloseTimeout: '5s',
  retry: { maximumAttempts: 1 },
  summary: "Move the case's clock",
});
