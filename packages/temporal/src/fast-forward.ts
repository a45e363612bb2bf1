import { randomUUID } from 'node:crypto';
import type { Client, ConnectionLike } from '@temporalio/client';
import Long from 'long';

/**
 * Sandbox time, by the server's own time skipping (server 1.32): once the workflow is idle, the server moves its clock by
 * `durationMs`, or to its next timer where that comes first. `deadline` is a time of the wall clock after which the
 * request has no effect. Throws if it has passed, or if the server does not confirm in time.
 * This is the only place that knows the API; ADR 0010 says what would replace it.
 */
export async function fastForward(
  client: { connection: ConnectionLike; options: Pick<Client['options'], 'namespace'> },
  { workflowId, durationMs, deadline }: { workflowId: string; durationMs: number; deadline: number },
): Promise<void> {
  if (Date.now() >= deadline) throw new Error('it is too late to move the clock');
  await client.connection.withDeadline(deadline, () =>
    client.connection.workflowService.updateWorkflowExecutionOptions({
      namespace: client.options.namespace,
      workflowExecution: { workflowId },
      workflowExecutionOptions: {
        timeSkippingConfig: {
          enabled: true,
          fastForwardConfig: { id: `skip-${randomUUID()}`, duration: protoDuration(durationMs) },
          // If the workflow stays busy past the end of the duration, the server treats the duration as unbounded.
          maxSessionSkipCount: 1,
        },
      },
      updateMask: { paths: ['time_skipping_config'] },
    }),
  );
}

/** Never retried: if the first attempt took effect, a second one would skip again. */
export const fastForwardMethod = '/temporal.api.workflowservice.v1.WorkflowService/UpdateWorkflowExecutionOptions';

function protoDuration(ms: number) {
  const seconds = Math.floor(ms / 1000);
  return { seconds: Long.fromNumber(seconds), nanos: Math.round(ms - seconds * 1000) * 1_000_000 };
}
