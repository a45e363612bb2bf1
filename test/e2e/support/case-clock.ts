import type { CaseRecord } from '@evict/case-model';
import type { CaseRef } from '@evict/temporal';
import type { TestStack } from '@evict/testkit';

/** A case and how far its clock is ahead of the database's. */
export async function clockOf({ store }: Pick<TestStack, 'store'>, { caseId }: Pick<CaseRef, 'caseId'>) {
  const { record, clockAheadMs } = await store.prisma.case.findUniqueOrThrow({ where: { id: caseId } });
  return { record: record as unknown as CaseRecord, aheadMs: Number(clockAheadMs) };
}

/** Moves the clock of a sandbox case ahead, without any step, and has its workflow look at it anew. */
export async function moveClock(
  { store, processes }: Pick<TestStack, 'store' | 'processes'>,
  ref: CaseRef,
  ms: number,
): Promise<void> {
  await store.prisma.case.update({ where: { id: ref.caseId }, data: { clockAheadMs: { increment: Math.round(ms) } } });
  await processes.start(ref, { isReplaced: true });
}
