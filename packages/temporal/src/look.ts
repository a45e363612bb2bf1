import { type Client, WorkflowNotFoundError } from '@temporalio/client';
import { caseWorkflowId, lookSignal } from './messages.ts';

/** Tells a case's running workflow to look at its row. Returns false if there is no such workflow. */
export async function look({ workflow }: Client, caseId: string): Promise<boolean> {
  try {
    await workflow.getHandle(caseWorkflowId(caseId)).signal(lookSignal);
    return true;
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return false;
    throw error;
  }
}
