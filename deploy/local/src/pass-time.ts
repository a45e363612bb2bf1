import { type CaseRecord, nextAction } from '@evict/case-model';
import { addDays, dateOf } from '@evict/jurisdictions';
import type { TestStore } from '@evict/store/testing';
import type { CaseProcesses } from '@evict/temporal';

/** The rows as their owner sees them, and the processes of the cases. */
export interface Stack {
  store: Pick<TestStore, 'prisma'>;
  processes: CaseProcesses;
}

export const dayMs = 24 * 3_600_000;

/**
 * Lets so much time pass for a live case, whose clock is that of the database: puts back every date in its row, and has
 * its process begin anew from there. Only the owner of the database can do that, for demonstrations and tests.
 */
export async function letPass({ store, processes }: Stack, { caseId }: { caseId: string }, ms: number): Promise<void> {
  const { prisma } = store;
  const row = await prisma.case.findUniqueOrThrow({ where: { id: caseId }, include: { serviceAttempts: true } });
  const { organizationId, mode, sequence, progress, deadlines, clock, retryAt, createdAt, updatedAt } = row;
  const back = (value: object | null) => putBack(value, ms);
  const record: CaseRecord = back(row.record as object);
  // Throws if the case has moved meanwhile.
  await prisma.case.update({
    where: { id: caseId, sequence },
    data: {
      ...back({ progress, deadlines, clock, retryAt, createdAt, updatedAt }),
      record: record as object,
      nextAction: nextAction(record),
    },
  });
  for (const { id, servedDate, expires } of row.serviceAttempts)
    await prisma.serviceAttempt.update({ where: { id }, data: back({ servedDate, expires }) });
  await processes.restore({ caseId, organizationId, mode: mode as 'live', record }, 'ahead');
}

/** Lets the days pass until the notice period of a live case is over everywhere in the United States. */
export async function endNoticePeriod(stack: Stack, ref: { caseId: string }): Promise<void> {
  const { record } = await stack.store.prisma.case.findUniqueOrThrow({ where: { id: ref.caseId } });
  const { notice } = record as unknown as CaseRecord;
  if (!notice?.expires) throw new Error('no notice period is running');
  const days = (Date.parse(notice.expires) - Date.parse(dateOf(Date.now()))) / dayMs;
  await letPass(stack, ref, (days + 2) * dayMs);
}

const instants: readonly string[] = ['restingSince', 'clock', 'since', 'retryAt'] satisfies (
  | keyof CaseRecord
  | keyof NonNullable<CaseRecord['failure']>
)[];

/** With every day and instant so much earlier. */
function putBack(value: object | null, ms: number) {
  return JSON.parse(JSON.stringify(value), (key, inner: unknown) => {
    if (typeof inner === 'number' && instants.includes(key)) return inner - ms;
    if (typeof inner !== 'string' || !/^\d{4}-\d\d-\d\d(T.*Z)?$/.test(inner)) return inner;
    return inner.length > 10 ? new Date(Date.parse(inner) - ms).toISOString() : addDays(inner, -Math.floor(ms / dayMs));
  });
}
