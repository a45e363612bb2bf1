import { type Client, WorkflowNotFoundError } from '@temporalio/client';
import { caseWorkflowId, lookSignal } from './messages.ts';

/** Signals a case's running workflow to reread the case's row and do what is due. Returns false if none is running. */
export async function look({ workflow }: Client, caseId: string): Promise<boolean> {
  try {
    await workflow.getHandle(caseWorkflowId(caseId)).signal(lookSignal);
    return true;
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return false;
    throw error;
  }
}
