import { type CaseRecord, nextAction } from '@evict/case-model';
import { addDays, dateOf } from '@evict/jurisdictions';
import type { CaseWorkflows } from '@evict/temporal';
import type { Queries } from './postgres.ts';

interface Stack {
  /** Connected as the database's owner. */
  store: { pool: Queries };
  workflows: CaseWorkflows;
}

export const dayMs = 24 * 3_600_000;

/**
 * Simulates that this much time passes for a live case, for demos and tests. The clock of a live case is the
 * database's, so this moves back every date in the case's rows, and restarts its workflow from there. Only the
 * database's owner can do that. Throws if the case changes meanwhile.
 */
export async function letPass({ store, workflows }: Stack, { caseId }: { caseId: string }, ms: number): Promise<void> {
  const { pool } = store;
  const { rows } = await pool.query(
    'SELECT "organizationId", mode, sequence, record, progress, deadlines FROM "Case" WHERE id = $1',
    [caseId],
  );
  const { organizationId, mode, sequence, ...dated } = rows[0];
  const { record, progress, deadlines } = putBack(dated, ms);
  const changes = [record, progress, deadlines, nextAction(record)].map((value) => JSON.stringify(value));
  const { rowCount } = await pool.query(
    `UPDATE "Case" SET record = $3, progress = $4, deadlines = $5, "nextAction" = $6,
      clock = clock - past, "retryAt" = "retryAt" - past, "createdAt" = "createdAt" - past
    FROM make_interval(secs => $7::double precision / 1000) AS past WHERE id = $1 AND sequence = $2`,
    [caseId, sequence, ...changes, ms],
  );
  if (rowCount !== 1) throw new Error('the case has changed in the meantime');
  await pool.query(
    `UPDATE "ServiceAttempt" SET "servedDate" = ("servedDate"::date - $2::int)::text, expires = (expires::date - $2::int)::text
    WHERE "caseId" = $1`,
    [caseId, Math.floor(ms / dayMs)],
  );
  await workflows.start({ caseId, organizationId, mode }, { isReplaced: true });
}

/**
 * Lets days pass for a live case until its notice period has ended everywhere in the United States. Throws if no notice
 * period is running.
 */
export async function endNoticePeriod(stack: Stack, ref: { caseId: string }): Promise<void> {
  const { rows } = await stack.store.pool.query<{ expires: string }>(
    `SELECT record->'notice'->>'expires' AS expires FROM "Case" WHERE id = $1 AND state = 'cure_period'`,
    [ref.caseId],
  );
  const [period] = rows;
  if (!period) throw new Error('no notice period is running');
  const days = (Date.parse(period.expires) - Date.parse(dateOf(Date.now()))) / dayMs;
  await letPass(stack, ref, (days + 2) * dayMs);
}

const instants: readonly string[] = ['restingSince', 'since', 'retryAt'] satisfies (
  | keyof CaseRecord
  | keyof NonNullable<CaseRecord['failure']>
)[];

/** Returns a copy of the value in which every date and time is moved back by `ms`. */
function putBack(value: object, ms: number) {
  return JSON.parse(JSON.stringify(value), (key, inner: unknown) => {
    if (typeof inner === 'number' && instants.includes(key)) return inner - ms;
    if (typeof inner !== 'string' || !/^\d{4}-\d\d-\d\d(T.*Z)?$/.test(inner)) return inner;
    return inner.length > 10 ? new Date(Date.parse(inner) - ms).toISOString() : addDays(inner, -Math.floor(ms / dayMs));
  });
}
