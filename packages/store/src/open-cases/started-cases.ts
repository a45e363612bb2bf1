import { type CaseRecord, finishedStates, type Mode } from '@evict/case-model';
import { poolOf, type Store } from '../database/store.ts';
import { readRecord } from '../decisions/versions.ts';

/** A case whose workflow has to run. */
export interface StartedCase {
  caseId: string;
  organizationId: string;
  mode: Mode;
  state: string;
}

/** The condition of the partial index `Case_open_process`. */
const isOpen = `sequence > 0 AND "erasedAt" IS NULL
  AND state NOT IN (${finishedStates.map((state) => `'${state}'`).join(', ')})`;

/** The same of `Case_unseen_uploads`, beside that it is open. */
const hasUnseenUpload = `mode = 'live' AND state <> 'draft' AND (record ->> 'factsVersion')::int < "factsVersion"`;

/**
 * Up to `count` open cases with a workflow after an id, in order. Excludes cases that changed within the last
 * `settledMs`, of which Temporal may not know yet.
 */
export async function listStartedCases(
  store: Store,
  { after, count, settledMs }: { after: string; count: number; settledMs: number },
): Promise<StartedCase[]> {
  const { rows } = await poolOf(store).query<StartedCase>({
    name: 'started-cases',
    text: `SELECT id AS "caseId", "organizationId", mode, state FROM "Case"
      WHERE id > $1 AND ${isOpen} AND "updatedAt" <= now() - make_interval(secs => $3::double precision / 1000)
      ORDER BY id LIMIT $2`,
    values: [after, count, settledMs],
  });
  return rows;
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
  const { rows } = await poolOf(store).query<UnseenUpload & { factsVersion: number }>({
    name: 'unseen-uploads',
    text: `SELECT id AS "caseId", record, "factsVersion",
        floor(extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now
      FROM "Case" WHERE id > $1 AND ${isOpen} AND ${hasUnseenUpload}
        AND "updatedAt" <= now() - make_interval(secs => $3::double precision / 1000)
      ORDER BY id LIMIT $2`,
    values: [after, count, settledMs],
  });
  return rows.flatMap(({ factsVersion, record: stored, ...row }) => {
    const record = readRecord(stored);
    return record === null ? [] : [{ ...row, record: { ...record, factsVersion } }];
  });
}

/** The case if its workflow has to run; null if it is finished, or was never submitted. */
export async function findStartedCase(store: Store, caseId: string): Promise<StartedCase | null> {
  const { rows } = await poolOf(store).query<StartedCase>({
    name: 'started-case',
    text: `SELECT id AS "caseId", "organizationId", mode, state FROM "Case" WHERE id = $1 AND ${isOpen}`,
    values: [caseId],
  });
  return rows[0] ?? null;
}

/** Which of these cases are not open: their workflow has to end. */
export async function listOverCases(store: Store, caseIds: readonly string[]): Promise<string[]> {
  const { rows } = await poolOf(store).query<{ caseId: string }>({
    name: 'over-cases',
    text: `SELECT asked.id AS "caseId" FROM unnest($1::text[]) AS asked (id)
      WHERE NOT EXISTS (SELECT FROM "Case" c WHERE c.id = asked.id AND ${isOpen})`,
    values: [caseIds],
  });
  return rows.map(({ caseId }) => caseId);
}
