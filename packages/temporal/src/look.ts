import { type Client, WorkflowNotFoundError } from '@temporalio/client';
import { caseWorkflowId, lookSignal } from './messages.ts';

/** Tells the running workflow of a case to look at its row. False if it has none. */
export async function look({ workflow }: Client, caseId: string): Promise<boolean> {
  try {
    await workflow.getHandle(caseWorkflowId(caseId)).signal(lookSignal);
    return true;
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return false;
    throw error;
  }
}
