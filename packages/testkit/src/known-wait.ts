import { type CaseWait, caseWorkflowId, waitQuery } from '@evict/temporal/messages';
import { type Client, WorkflowNotFoundError } from '@temporalio/client';

/** What the workflow of a case waits for, as it knows; null if Temporal has none. */
export async function knownWait({ workflow }: Client, caseId: string): Promise<CaseWait | null> {
  try {
    return await workflow.getHandle(caseWorkflowId(caseId)).query(waitQuery);
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return null;
    throw error;
  }
}
