import { type CaseWait, caseWorkflowId, waitQuery } from '@evict/temporal/messages';
import { type Client, WorkflowNotFoundError } from '@temporalio/client';

/** Asks the case's workflow what it waits for. Returns null if Temporal has no such workflow. */
export async function knownWait({ workflow }: Client, caseId: string): Promise<CaseWait | null> {
  try {
    return await workflow.getHandle(caseWorkflowId(caseId)).query(waitQuery);
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return null;
    throw error;
  }
}
