import type { TestStack } from '@evict/testkit';
import { passOnCaseClock } from './sandbox-time.ts';

/** Lets the wait before the next attempt of a failed step of a sandbox case pass: after `failures` of them. */
export async function skipRetryWait(
  stack: Pick<TestStack, 'store' | 'cases'>,
  { ref, failures }: { ref: { caseId: string }; failures: number },
): Promise<void> {
  const [minutes = 0] = [1, 5, 30, 120].slice(failures - 1);
  await passOnCaseClock(stack, ref, minutes * 60_000);
}
