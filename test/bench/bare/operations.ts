import type { Client } from '@temporalio/client';

/** The Temporal operations of one Update of a case, without the work of the case. */
export interface Operations {
  localActivities: number;
  activities: number;
  /** Waits that it has ended and begun: durable timers. */
  timers: number;
}

/** The Temporal operations of a workflow, Update by Update, from its history. */
export async function operationsOf(client: Client, workflowId: string): Promise<Operations[]> {
  const { events = [] } = await client.workflow.getHandle(workflowId).fetchHistory();
  const found: Operations[] = [];
  for (const event of events ?? []) {
    if (event.workflowExecutionUpdateAcceptedEventAttributes) {
      found.push({ localActivities: 0, activities: 0, timers: 0 });
    }
    const current = found.at(-1);
    if (!current) continue;
    if (event.markerRecordedEventAttributes?.markerName === 'core_local_activity') current.localActivities += 1;
    if (event.timerStartedEventAttributes) current.timers += 1;
    if (event.activityTaskScheduledEventAttributes) current.activities += 1;
  }
  return found;
}
