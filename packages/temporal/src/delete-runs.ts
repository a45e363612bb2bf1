import { setTimeout as pause } from 'node:timers/promises';
import { type Client, isGrpcDeadlineError, isGrpcServiceError, WorkflowNotFoundError } from '@temporalio/client';

/** gRPC status code. */
const notFound = 5;
const firstPauseMs = 25;

/**
 * Deletes every run of a workflow, with history and visibility, and polls until none is found: the server deletes
 * asynchronously, and keeps a run that has just ended for some seconds. False if the deadline (epoch milliseconds)
 * passes first.
 */
export async function deleteRuns(client: Client, workflowId: string, deadline: number): Promise<boolean> {
  const inTime = <T>(call: () => Promise<T>) => client.withDeadline(deadline, call);
  try {
    for (let waitMs = firstPauseMs; ; waitMs *= 2) {
      const runIds = await inTime(() => runsOf(client, workflowId));
      if (runIds.length === 0) return true;
      for (const runId of runIds) await inTime(() => deleteRun(client, workflowId, runId));
      if (Date.now() + waitMs >= deadline) return false;
      await pause(waitMs);
    }
  } catch (error) {
    if (isGrpcDeadlineError(causeOf(error))) return false;
    throw error;
  }
}

/** The runs in visibility, and the newest, which may not be listed yet. */
async function runsOf(client: Client, workflowId: string): Promise<string[]> {
  const runIds = new Set<string>();
  try {
    runIds.add((await client.workflow.getHandle(workflowId).describe()).runId);
  } catch (error) {
    if (!(error instanceof WorkflowNotFoundError)) throw error;
  }
  for await (const { runId } of client.workflow.list({ query: `WorkflowId = '${workflowId}'` })) runIds.add(runId);
  return [...runIds];
}

async function deleteRun(client: Client, workflowId: string, runId: string): Promise<void> {
  try {
    await client.workflowService.deleteWorkflowExecution({
      namespace: client.options.namespace,
      workflowExecution: { workflowId, runId },
    });
  } catch (error) {
    const cause = causeOf(error);
    if (!isGrpcServiceError(cause) || (cause.code as number) !== notFound) throw error;
  }
}

/** The client wraps some gRPC errors. */
function causeOf(error: unknown): unknown {
  return error instanceof Error && isGrpcServiceError(error.cause) ? error.cause : error;
}
