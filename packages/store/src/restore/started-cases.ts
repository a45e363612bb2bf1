import { type CaseRecord, finishedStates, isFinished, type Mode } from '@evict/case-model';
import { recordOutOfBandEvent } from '../cases/out-of-band-events.ts';
import { lockCase } from '../erasure/lock-case.ts';
import { inTransaction, poolOf, prismaOf, type Store } from '../database/store.ts';

/** An open case with a workflow, and what the workflow is restored from. */
export interface StartedCase {
  caseId: string;
  organizationId: string;
  mode: Mode;
  /** Of its last event. */
  sequence: number;
  record: CaseRecord;
}

/** The condition of the partial index `Case_open_process`. */
const isOpen = `record IS NOT NULL AND sequence > 0 AND "erasedAt" IS NULL
  AND state NOT IN (${finishedStates.map((state) => `'${state}'`).join(', ')})`;

/**
 * Up to `count` open cases with a workflow after an id, in order. Excludes cases that changed within the last
 * `settledMs`, of which Temporal may not know yet.
 */
export async function listStartedCases(
  store: Store,
  { after, count, settledMs }: { after: string; count: number; settledMs: number },
): Promise<Pick<StartedCase, 'caseId' | 'sequence'>[]> {
  const { rows } = await poolOf(store).query<Pick<StartedCase, 'caseId' | 'sequence'>>({
    name: 'started-cases',
    text: `SELECT id AS "caseId", sequence FROM "Case"
      WHERE id > $1 AND ${isOpen} AND "updatedAt" <= now() - make_interval(secs => $3::double precision / 1000)
      ORDER BY id LIMIT $2`,
    values: [after, count, settledMs],
  });
  return rows;
}

/** The current case; null if it is finished or changed within the last `settledMs`. */
export async function findStartedCase(
  store: Store,
  { caseId, settledMs }: { caseId: string; settledMs: number },
): Promise<StartedCase | null> {
  const { rows } = await poolOf(store).query<StartedCase>({
    name: 'started-case',
    text: `SELECT id AS "caseId", "organizationId", mode, sequence, record FROM "Case"
      WHERE id = $1 AND ${isOpen} AND "updatedAt" <= now() - make_interval(secs => $2::double precision / 1000)`,
    values: [caseId, settledMs],
  });
  return rows[0] ?? null;
}

/**
 * Records once per id that the workflow of a case was restored, for operators. Returns the case's clock in epoch
 * milliseconds, and whether the event is new; null for a finished case.
 */
export async function recordRestored(
  store: Store,
  { caseId, id, reason }: { caseId: string; id: string; reason: string },
): Promise<{ clock: number; isNew: boolean } | null> {
  return inTransaction(store, 'recordRestored', caseId, async (transaction) => {
    const row = await lockCase(transaction, caseId);
    if (!row || row.erasedAt || isFinished(row.state)) return null;
    const isNew = (await transaction.caseEvent.count({ where: { caseId, commandId: id } })) === 0;
    if (isNew) {
      await recordOutOfBandEvent(transaction, {
        caseId,
        action: 'process_restored',
        detail: { reason },
        commandId: id,
      });
    }
    const { clockAheadMs } = await transaction.case.findUniqueOrThrow({
      where: { id: caseId },
      select: { clockAheadMs: true },
    });
    return { clock: Date.now() + Number(clockAheadMs), isNew };
  });
}

/** When the row of a case was last written; null if there is none. */
export async function getCaseUpdatedAt(store: Store, caseId: string): Promise<Date | null> {
  const row = await prismaOf(store).case.findUnique({ where: { id: caseId }, select: { updatedAt: true } });
  return row?.updatedAt ?? null;
}

/** Up to `count` ids of cases after an id, in order, that have an event log and are not erased. */
export async function listLoggedCases(
  store: Store,
  { after, count }: { after: string; count: number },
): Promise<string[]> {
  const rows = await prismaOf(store).$queryRaw<{ id: string }[]>`
    SELECT id FROM "Case" c WHERE id > ${after} AND "erasedAt" IS NULL
      AND EXISTS (SELECT FROM "CaseEvent" e WHERE e."caseId" = c.id AND e.sequence IS NOT NULL)
    ORDER BY id LIMIT ${count}`;
  return rows.map(({ id }) => id);
}
