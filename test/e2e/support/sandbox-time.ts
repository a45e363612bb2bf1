import type { TestStack } from '@evict/testkit';

/** Moves the clock of a sandbox case forward by this much. Its workflow then looks at what is due. */
export async function passOnCaseClock(
  { store, cases }: Pick<TestStack, 'store' | 'cases'>,
  { caseId }: { caseId: string },
  ms: number,
): Promise<void> {
  await store.pool.query('UPDATE "Case" SET "clockAheadMs" = "clockAheadMs" + $2 WHERE id = $1', [caseId, ms]);
  if (!(await cases.look(caseId))) throw new Error('the case has no workflow');
}
