import { finishedStates, type Mode } from '@evict/case-model';
import { allIds, allRows, firstRow, raw, sql, type Statement, type Store } from './database/store.ts';

/** A case that needs a running workflow. */
export interface StartedCase {
  caseId: string;
  organizationId: string;
  mode: Mode;
}

/** The condition of the partial indexes `Case_open_process` and `Case_due_idx`. */
const isOpen = raw(`sequence > 0 AND "erasedAt" IS NULL
  AND state NOT IN (${finishedStates.map((state) => `'${state}'`).join(', ')})`);

function before(ms: number): Statement {
  return sql`now() - make_interval(secs => ${ms}::double precision / 1000)`;
}

/**
 * Lists up to `count` open cases that have been submitted, in the order of their ids, starting after the id `after`.
 * Excludes cases that changed within the last `settledMs` milliseconds, because Temporal may not know them yet.
 */
export async function listStartedCases(
  store: Store,
  { after, count, settledMs }: { after: string; count: number; settledMs: number },
): Promise<StartedCase[]> {
  return allRows<StartedCase>(store)`
    SELECT id AS "caseId", "organizationId", mode FROM "Case"
      WHERE id > ${after} AND ${isOpen} AND "updatedAt" <= ${before(settledMs)}
      ORDER BY id LIMIT ${count}`;
}

/**
 * Lists the ids of up to `count` open cases with something that was due more than `settledMs` milliseconds ago, the
 * longest overdue first.
 */
export async function listOverdueCases(
  store: Store,
  { count, settledMs }: { count: number; settledMs: number },
): Promise<string[]> {
  return allIds(store)`
    SELECT id FROM "Case" WHERE "dueAt" <= ${before(settledMs)} AND ${isOpen} ORDER BY "dueAt" LIMIT ${count}`;
}

/**
 * Finds a case that needs a running workflow. Returns null if the case is finished, erased or has never been submitted.
 */
export async function findStartedCase(store: Store, caseId: string): Promise<StartedCase | null> {
  return firstRow<StartedCase>(store)`
    SELECT id AS "caseId", "organizationId", mode FROM "Case" WHERE id = ${caseId} AND ${isOpen}`;
}

/** Returns those of the given cases that aren't open, so their workflows have to end. */
export async function listOverCases(store: Store, caseIds: readonly string[]): Promise<string[]> {
  return allIds(store)`
    SELECT asked.id FROM unnest(${caseIds}::text[]) AS asked (id)
      WHERE NOT EXISTS (SELECT FROM "Case" c WHERE c.id = asked.id AND ${isOpen})`;
}
