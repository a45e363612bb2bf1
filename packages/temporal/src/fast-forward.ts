import { activityInfo } from '@temporalio/activity';
import type { Connection } from '@temporalio/client';
import Long from 'long';

/**
 * Sandbox time, by the server's own time skipping (server 1.32): once this activity is done and the workflow is idle,
 * the server moves the workflow's clock by `durationMs`, or to its next timer where that comes first, and fires the timer.
 * This is the only place that knows the API; ADR 0010 says what would replace it.
 */
export async function fastForward(
  connection: Connection,
  namespace: string,
  { durationMs, id }: { durationMs: number; id: string },
): Promise<void> {
  const { workflowExecution } = activityInfo();
  if (!workflowExecution) throw new Error('fastForward is an activity of a workflow');
  await connection.workflowService.updateWorkflowExecutionOptions({
    namespace,
    workflowExecution,
    workflowExecutionOptions: {
      timeSkippingConfig: {
        enabled: true,
        fastForwardConfig: { id, duration: protoDuration(durationMs) },
        // Where the workflow is busy beyond the end of the duration, the server takes it for one that has no end.
        maxSessionSkipCount: 1,
      },
    },
    updateMask: { paths: ['time_skipping_config'] },
  });
}

function protoDuration(ms: number) {
  const seconds = Math.floor(ms / 1000);
  return { seconds: Long.fromNumber(seconds), nanos: Math.round(ms - seconds * 1000) * 1_000_000 };
}
