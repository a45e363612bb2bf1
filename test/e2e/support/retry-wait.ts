import type { TestStack } from '@evict/testkit';
import { skipTime } from './skip-time.ts';

/** Skips the wait before the next attempt of a failed step: after `failures` of them. */
export async function skipRetryWait(
  stack: Pick<TestStack, 'client'>,
  { ref, failures }: { ref: { caseId: string }; failures: number },
): Promise<void> {
  const [minutes = 0] = [1, 5, 30, 120].slice(failures - 1);
  await skipTime(stack, ref, minutes * 60);
}
