import type { RecordActivities } from '@evict/temporal/case-activities';
import { fastForward } from '@evict/temporal/fast-forward';
import { activityInfo } from '@temporalio/activity';
import type { Connection } from '@temporalio/client';

/**
 * How long after its schedule time the attempt may reach the server, in milliseconds. A worker completes or extends its
 * workflow task within 8 s, and after 10 s another worker gets it: by then it must be over.
 */
const expiryMs = 1500;

/** Moves the clock of the calling workflow. */
export function createMoveClock({
  connection,
  namespace,
}: {
  connection: Connection;
  namespace: string;
}): RecordActivities['moveClock'] {
  return ({ durationMs }) => {
    const { workflowExecution, scheduledTimestampMs } = activityInfo();
    if (!workflowExecution) throw new Error('moveClock needs a calling workflow');
    const { workflowId } = workflowExecution;
    const deadline = scheduledTimestampMs + expiryMs;
    return fastForward({ connection, options: { namespace } }, { workflowId, durationMs, deadline });
  };
}
