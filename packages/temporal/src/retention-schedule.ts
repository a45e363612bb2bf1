import { type Client, ScheduleAlreadyRunning, ScheduleOverlapPolicy } from '@temporalio/client';
import { casesTaskQueue } from './messages.ts';
import { type RetentionStart, retentionWorkflowType } from './retention.ts';

export interface RetentionScheduleOptions {
  scheduleId?: string;
  taskQueue?: string;
}

/**
 * Creates or updates the daily retention schedule. It is safe to call this at every start and from several processes.
 */
export async function ensureRetentionSchedule(
  { schedule }: Client,
  { scheduleId = 'retention', taskQueue = casesTaskQueue }: RetentionScheduleOptions = {},
): Promise<void> {
  const start: RetentionStart = {};
  const daily = {
    spec: { calendars: [{ hour: 3, minute: 17, comment: 'Every day at 03:17 UTC' }] },
    action: {
      type: 'startWorkflow' as const,
      workflowType: retentionWorkflowType,
      workflowId: scheduleId,
      taskQueue,
      args: [start],
      staticSummary: 'Apply the retention rules for cases',
    },
    // A run that takes longer than a day continues, and the next one is skipped. A run missed while the server was down
    // starts late, within a day.
    policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: '1 day' as const },
  };
  try {
    await schedule.create({ scheduleId, ...daily });
  } catch (error) {
    if (!(error instanceof ScheduleAlreadyRunning)) throw error;
    await schedule.getHandle(scheduleId).update(({ state }) => ({ ...daily, state }));
  }
}
