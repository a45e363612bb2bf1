import { randomUUID } from 'node:crypto';
import type { TestStack } from '@evict/testkit';

type Clients = Pick<TestStack, 'client'>;
type Ref = { caseId: string };

/**
 * Moves the clock of a case's workflow forward on the Temporal server: by this many seconds, or to its next timer if
 * that is earlier, which then fires.
 */
export async function skipTime({ client }: Clients, { caseId }: Ref, seconds: number): Promise<void> {
  await client.connection.workflowService.updateWorkflowExecutionOptions({
    namespace: client.options.namespace,
    workflowExecution: { workflowId: caseId },
    workflowExecutionOptions: {
      timeSkippingConfig: {
        enabled: true,
        fastForwardConfig: { id: `skip-${randomUUID()}`, duration: { seconds: seconds as never } },
        // Without this, a case that is still busy at the end of the duration would skip from timer to timer.
        maxSessionSkipCount: 1,
      },
    },
    updateMask: { paths: ['time_skipping_config'] },
  });
}
