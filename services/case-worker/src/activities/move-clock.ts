import type { RecordActivities } from '@evict/temporal/case-activities';
import { fastForward } from '@evict/temporal/fast-forward';
import { activityInfo } from '@temporalio/activity';
import type { Connection } from '@temporalio/client';

/**
 * How long after its schedule an attempt may reach the server, in milliseconds. A worker reports its workflow task, or
 * asks for more time, 8 s after it took it, and after 10 s another worker gets it: by then no attempt can be under way.
 */
const expiryMs = 1500;

/** Moves the clock of the workflow that calls it. */
export function createMoveClock({
  connection,
  namespace,
}: {
  connection: Connection;
  namespace: string;
}): RecordActivities['moveClock'] {
  return ({ durationMs }) => {
    const { workflowExecution, currentAttemptScheduledTimestampMs } = activityInfo();
    if (!workflowExecution) throw new Error('moveClock is an activity of a workflow');
    const { workflowId } = workflowExecution;
    const deadline = currentAttemptScheduledTimestampMs + expiryMs;
    return fastForward({ connection, options: { namespace } }, { workflowId, durationMs, deadline });
  };
}
