import { retryDelaysMs } from '@evict/case-model';
import type { TestStack } from '@evict/testkit';
import { skipTime } from './skip-time.ts';

/** Skips the wait before the next try of a failed step. */
export async function skipRetryWait(
  stack: Pick<TestStack, 'client'>,
  { ref, failures }: { ref: { caseId: string }; failures: number },
): Promise<void> {
  await skipTime(stack, ref, (retryDelaysMs[failures - 1] ?? 0) / 1000);
}
