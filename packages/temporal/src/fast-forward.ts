import { activityInfo } from '@temporalio/activity';
import type { Connection } from '@temporalio/client';
import Long from 'long';

/**
 * Sandbox time, by the server's own time skipping (server 1.32). Called in a local activity of the workflow: once the
 * workflow is idle, the server moves its clock by `durationMs`, or to its next timer where that comes first.
 * This is the only place that knows the API; ADR 0010 says what would replace it.
 */
export async function fastForward(
  connection: Connection,
  namespace: string,
  { durationMs }: { durationMs: number },
): Promise<void> {
  const { workflowExecution, activityId, currentAttemptScheduledTimestampMs } = activityInfo();
  if (!workflowExecution) throw new Error('fastForward is an activity of a workflow');
  const deadline = currentAttemptScheduledTimestampMs + deadlineMs;
  if (Date.now() >= deadline) throw new Error('too late to move the clock');
  await connection.withDeadline(deadline, () =>
    connection.workflowService.updateWorkflowExecutionOptions({
      namespace,
      workflowExecution,
      workflowExecutionOptions: {
        timeSkippingConfig: {
          enabled: true,
          fastForwardConfig: { id: `clock-${activityId}`, duration: protoDuration(durationMs) },
          // Where the workflow is busy beyond the end of the duration, the server takes it for one that has no end.
          maxSessionSkipCount: 1,
        },
      },
      updateMask: { paths: ['time_skipping_config'] },
    }),
  );
}

/**
 * A skip that came late would move the clock of a later step. A worker reports its workflow task, or asks for more time,
 * 8 s after it took it, and after 10 s another worker gets it: by then the server has refused what was sent here.
 */
const deadlineMs = 1500;

function protoDuration(ms: number) {
  const seconds = Math.floor(ms / 1000);
  return { seconds: Long.fromNumber(seconds), nanos: Math.round(ms - seconds * 1000) * 1_000_000 };
}
