import type { CaseActivities, Unfinished } from '@evict/temporal/messages';
import { ActivityCancellationType, proxyActivities, proxyLocalActivities } from '@temporalio/workflow';

/**
 * Local activities, which run within the workflow task of a command while its sender waits. They are retried until the
 * database is back: after a moment at first, then every ten seconds. Pauses over five seconds are durable timers.
 */
export const atOnce = proxyLocalActivities<CaseActivities<Unfinished>>({
  startToCloseTimeout: '10s',
  localRetryThreshold: '5s',
  retry: { initialInterval: '100ms', backoffCoefficient: 1.5, maximumInterval: '10s' },
});

/**
 * The same activities as regular ones, for documents that have to wait for a renderer. They send heartbeats while they
 * wait.
 */
export const inTime = proxyActivities<CaseActivities>({
  startToCloseTimeout: '15m',
  heartbeatTimeout: '8s',
  cancellationType: ActivityCancellationType.TRY_CANCEL,
  retry: { initialInterval: '1s', maximumInterval: '10s' },
});
