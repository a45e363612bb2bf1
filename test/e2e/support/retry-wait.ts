import { retryDelaysMs } from '@evict/case-model';
import type { TestStack } from '@evict/testkit';

/** Skips the wait before the next try of a failed step on the server, the way sandbox time is skipped. */
export async function skipRetryWait(
  { client }: Pick<TestStack, 'client'>,
  { ref: { caseId }, failures }: { ref: { caseId: string }; failures: number },
): Promise<void> {
  const seconds = (retryDelaysMs[failures - 1] ?? 0) / 1000;
  await client.connection.workflowService.updateWorkflowExecutionOptions({
    namespace: client.options.namespace,
    workflowExecution: { workflowId: caseId },
    workflowExecutionOptions: {
      timeSkippingConfig: {
        enabled: true,
        fastForwardConfig: { id: `retry-${failures}`, duration: { seconds: seconds as never } },
      },
    },
    updateMask: { paths: ['time_skipping_config'] },
  });
}
