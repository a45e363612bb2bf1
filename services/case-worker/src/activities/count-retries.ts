import { metrics } from '@evict/telemetry';
import type { ActivityInterceptorsFactory } from '@temporalio/worker';

const quietAttempts = 10;
const maxKept = 10_000;

/**
 * Counts every attempt of a local activity beyond its tenth consecutive failure. Temporal has no metric for these, and
 * its own count restarts with each round of the workflow.
 */
export function countRetries(): ActivityInterceptorsFactory {
  /** Consecutive failures by workflow and activity, the oldest first. */
  const failures = new Map<string, number>();
  return ({ info: { isLocal, activityType: activity, workflowExecution } }) => ({
    inbound: {
      async execute(input, next) {
        if (!isLocal) return next(input);
        const key = `${workflowExecution?.workflowId} ${activity}`;
        const before = failures.get(key) ?? 0;
        // By zero too: an alert detects an increase only if the counter already has a value.
        metrics.localRetries.inc({ activity }, before >= quietAttempts ? 1 : 0);
        try {
          const result = await next(input);
          failures.delete(key);
          return result;
        } catch (error) {
          failures.set(key, before + 1);
          const [oldest] = failures.keys();
          if (failures.size > maxKept && oldest !== undefined) failures.delete(oldest);
          throw error;
        }
      },
    },
  });
}
