import { type CaseRecord, completeRecord, finishedStates, type Mode, type State } from '@evict/case-model';
import type { Store } from '../store.ts';

/** A case whose process has begun. */
export interface BegunCase {
  caseId: string;
  organizationId: string;
  mode: Mode;
  state: State;
  record: CaseRecord;
  /** When its failed step is tried again; null where none has failed, or it waits for operators. */
  retryAt: Date | null;
}

/** The next open cases after an id that have a process, in the order of their ids: at most `count`. */
export async function listOpenProcesses(
  { prisma }: Store,
  { after, count }: { after: string; count: number },
): Promise<BegunCase[]> {
  const rows = await prisma.$queryRaw<BegunCase[]>`
    SELECT id AS "caseId", "organizationId", mode, state, record, "retryAt" FROM "Case"
    WHERE id > ${after} AND record IS NOT NULL AND "erasedAt" IS NULL AND state <> ALL (${[...finishedStates]})
    ORDER BY id LIMIT ${count}`;
  return rows.map((row) => ({ ...row, record: completeRecord(row.record) }));
}

/** When the row of a case was last written; null where there is none. */
export async function lastWritten({ prisma }: Store, caseId: string): Promise<Date | null> {
  const row = await prisma.case.findUnique({ where: { id: caseId }, select: { updatedAt: true } });
  return row?.updatedAt ?? null;
}

/** The next cases after an id that have a log of events and are not erased, in the order of their ids: at most `count`. */
export async function listLoggedCases(
  { prisma }: Store,
  { after, count }: { after: string; count: number },
): Promise<string[]> {
  const rows = await prisma.$queryRaw<{ id: string }[]>`
    SELECT id FROM "Case" c WHERE id > ${after} AND "erasedAt" IS NULL
      AND EXISTS (SELECT FROM "CaseEvent" e WHERE e."caseId" = c.id AND e.sequence IS NOT NULL)
    ORDER BY id LIMIT ${count}`;
  return rows.map(({ id }) => id);
}
