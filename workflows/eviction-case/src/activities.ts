import type { CaseActivities, Unfinished } from '@evict/temporal/messages';
import { ActivityCancellationType, proxyActivities, proxyLocalActivities } from '@temporalio/workflow';

/**
 * Within the workflow task of a command, whose sender waits. Retried until the database is back: at once at first, then
 * every ten seconds, on durable timers once the pause is longer than five.
 */
export const atOnce = proxyLocalActivities<CaseActivities<Unfinished>>({
  startToCloseTimeout: '10s',
  localRetryThreshold: '5s',
  retry: { initialInterval: '100ms', backoffCoefficient: 1.5, maximumInterval: '10s' },
});

/** The same where documents have to wait for a renderer. The activity heartbeats while it waits. */
export const inTime = proxyActivities<CaseActivities>({
  startToCloseTimeout: '15m',
  heartbeatTimeout: '8s',
  cancellationType: ActivityCancellationType.TRY_CANCEL,
  retry: { initialInterval: '1s', maximumInterval: '10s' },
});
