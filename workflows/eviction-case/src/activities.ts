import type { RecordActivities, WorkActivities } from '@evict/temporal/messages';
import { proxyActivities, proxyLocalActivities } from '@temporalio/workflow';

/**
 * Recording is short and idempotent, and nothing may go on without it: it is tried until the database takes it.
 */
export const { findAttorney, loadRecord, prepareReview, prepareSubmission, recordTransition } =
  proxyLocalActivities<RecordActivities>({
    startToCloseTimeout: '5s',
    retry: { initialInterval: '100ms', backoffCoefficient: 2, maximumInterval: '10s' },
  });

/**
 * A document that cannot be made fails at once, and the workflow waits on a timer of its own, since the server's time
 * skipping would skip the backoff of an activity. A worker that died is noticed by its heartbeat and replaced.
 */
export const { makeDocuments } = proxyActivities<WorkActivities>({
  startToCloseTimeout: '60s',
  heartbeatTimeout: '5s',
  retry: { initialInterval: '1s', maximumAttempts: 5 },
});

/** The facts of a large case take seconds to print, in which nothing can say that it is alive. */
export const { makeSummary } = proxyActivities<WorkActivities>({
  startToCloseTimeout: '60s',
  heartbeatTimeout: '20s',
  retry: { initialInterval: '1s', maximumAttempts: 5 },
});

export const { fastForward } = proxyActivities<WorkActivities>({
  startToCloseTimeout: '10s',
  retry: { initialInterval: '200ms', maximumInterval: '5s' },
  summary: "Move the case's clock",
});
