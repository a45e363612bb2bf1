import type { TestStack } from '@evict/testkit';

/** Lets so much time pass on the clock of a sandbox case, whose workflow looks at what is due then. */
export async function passOnCaseClock(
  { store, cases }: Pick<TestStack, 'store' | 'cases'>,
  { caseId }: { caseId: string },
  ms: number,
): Promise<void> {
  await store.pool.query('UPDATE "Case" SET "clockAheadMs" = "clockAheadMs" + $2 WHERE id = $1', [caseId, ms]);
  if (!(await cases.look(caseId))) throw new Error('the case has no workflow');
}

/** Lets the wait before the next attempt of a failed step of a sandbox case pass: after `failures` of them. */
export async function skipRetryWait(
  stack: Pick<TestStack, 'store' | 'cases'>,
  { ref, failures }: { ref: { caseId: string }; failures: number },
): Promise<void> {
  const [minutes = 0] = [1, 5, 30, 120].slice(failures - 1);
  await passOnCaseClock(stack, ref, minutes * 60_000);
}
