import type { TestStack } from '@evict/testkit';

/** Moves a sandbox case's clock forward by this many milliseconds, and lets its workflow check what is due. */
export async function passOnCaseClock(
  { store, cases }: Pick<TestStack, 'store' | 'cases'>,
  { caseId }: { caseId: string },
  ms: number,
): Promise<void> {
  await store.pool.query('UPDATE "Case" SET "clockAheadMs" = "clockAheadMs" + $2 WHERE id = $1', [caseId, ms]);
  if (!(await cases.look(caseId))) throw new Error('the case has no workflow');
}
