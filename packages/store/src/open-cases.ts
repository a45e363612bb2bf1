import { type CaseRecord, finishedStates, type Mode } from '@evict/case-model';
import { allIds, allRows, firstRow, raw, sql, type Statement, type Store } from './database/store.ts';
import { readRecord } from './decisions/versions.ts';

/** A case whose workflow has to run. */
export interface StartedCase {
  caseId: string;
  organizationId: string;
  mode: Mode;
  state: string;
}

/** The condition of the partial index `Case_open_process`. */
const isOpen = raw(`sequence > 0 AND "erasedAt" IS NULL
  AND state NOT IN (${finishedStates.map((state) => `'${state}'`).join(', ')})`);

/** The same of `Case_unseen_uploads`, beside that it is open. */
const hasUnseenUpload = raw(`mode = 'live' AND state <> 'draft' AND (record ->> 'factsVersion')::int < "factsVersion"`);

function isSettled(settledMs: number): Statement {
  return sql`"updatedAt" <= now() - make_interval(secs => ${settledMs}::double precision / 1000)`;
}

/**
 * Up to `count` open cases with a workflow after an id, in order. Excludes cases that changed within the last
 * `settledMs`, of which Temporal may not know yet.
 */
export async function listStartedCases(
  store: Store,
  { after, count, settledMs }: { after: string; count: number; settledMs: number },
): Promise<StartedCase[]> {
  return allRows<StartedCase>(store)`
    SELECT id AS "caseId", "organizationId", mode, state FROM "Case"
      WHERE id > ${after} AND ${isOpen} AND ${isSettled(settledMs)}
      ORDER BY id LIMIT ${count}`;
}

/** An open live case with an upload that no decision has seen. */
export interface UnseenUpload {
  caseId: string;
  /** With the version of its facts and uploads now. */
  record: CaseRecord;
  /** The database's clock, epoch milliseconds. */
  now: number;
}

/** Up to `count` of them after an id, in order; of uploads that are at least `settledMs` old. */
export async function listUnseenUploads(
  store: Store,
  { after, count, settledMs }: { after: string; count: number; settledMs: number },
): Promise<UnseenUpload[]> {
  const rows = await allRows<UnseenUpload & { factsVersion: number }>(store)`
    SELECT id AS "caseId", record, "factsVersion",
        floor(extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now
      FROM "Case" WHERE id > ${after} AND ${isOpen} AND ${hasUnseenUpload}
        AND ${isSettled(settledMs)}
      ORDER BY id LIMIT ${count}`;
  return rows.flatMap(({ factsVersion, record: stored, ...row }) => {
    const record = readRecord(stored);
    return record === null ? [] : [{ ...row, record: { ...record, factsVersion } }];
  });
}

/** The case if its workflow has to run; null if it is finished, or was never submitted. */
export async function findStartedCase(store: Store, caseId: string): Promise<StartedCase | null> {
  return firstRow<StartedCase>(store)`
    SELECT id AS "caseId", "organizationId", mode, state FROM "Case" WHERE id = ${caseId} AND ${isOpen}`;
}

/** Which of these cases are not open: their workflow has to end. */
export async function listOverCases(store: Store, caseIds: readonly string[]): Promise<string[]> {
  return allIds(store)`
    SELECT asked.id FROM unnest(${caseIds}::text[]) AS asked (id)
      WHERE NOT EXISTS (SELECT FROM "Case" c WHERE c.id = asked.id AND ${isOpen})`;
}
