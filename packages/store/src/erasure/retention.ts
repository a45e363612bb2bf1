import { finishedStates, type Mode } from '@evict/case-model';
import type { Store } from '../store.ts';
import type { KeptBytes } from './kept-bytes.ts';

// Ages are the database's own: no process that has its clock wrong erases anything early.

/** Which cases a rule of retention is about, beside their age: never an open one, but for drafts that lie idle. */
const rules = {
  idle_drafts: `c.state = 'draft'`,
  // What a draft tells nobody has worked on. One that was submitted before, to an attorney even, is kept as a case is.
  withdrawn_drafts: `c.state = 'withdrawn' AND c."factsHash" IS NULL AND EXISTS (
    SELECT FROM "CaseEvent" e
    WHERE e."caseId" = c.id AND e.action = 'withdraw' AND e."actorType" = 'platform' AND e."fromState" = 'draft')`,
  finished_test: `c.state = ANY ($4) AND c.mode = 'test'`,
  finished_live: `c.state = ANY ($4) AND c.mode = 'live'`,
} as const;

/** The cases that a rule is due for are of the age that it names, under no legal hold, and not erased. */
export interface DueRule {
  rule: keyof typeof rules;
  /** Since the last change of the case. */
  days: number;
}

export interface DueCase {
  caseId: string;
  organizationId: string;
  mode: Mode;
}

/** The next cases after an id that a rule is due for, in the order of their ids: at most `count`. */
export async function listDueCases(
  { pool }: Store,
  { rule, days }: DueRule,
  { after, count }: { after: string; count: number },
): Promise<DueCase[]> {
  const { rows } = await pool.query<DueCase>(`${select(rule)} AND c.id > $2 ORDER BY c.id LIMIT $3`, [
    days,
    after,
    count,
    finishedStates,
  ]);
  return rows;
}

/** Whether a rule is due for a case at this moment. */
export async function isDue({ pool }: Store, { rule, days }: DueRule, caseId: string): Promise<boolean> {
  const { rows } = await pool.query(`${select(rule)} AND c.id = $2 LIMIT $3`, [days, caseId, 1, finishedStates]);
  return rows.length > 0;
}

export interface ClearedBytes {
  /** How many erased cases had bytes outside the database again, or still. */
  erased: number;
  /** How many cases outside are of no row here: their bytes are left as they are. */
  unknown: number;
}

/**
 * Takes away bytes of erased cases: what was stored afterwards by work that was still under way, and what an erasure
 * left behind whose process died. `onPage` is called now and then.
 */
export async function clearStrayBytes(
  { pool }: Store,
  blobs: KeptBytes,
  onPage: () => void = () => {},
): Promise<ClearedBytes> {
  await pool.query(`DELETE FROM "Blob" b USING "Case" c WHERE c.id = b."caseId" AND c."erasedAt" IS NOT NULL`);
  const cleared: ClearedBytes = { erased: 0, unknown: 0 };
  for await (const caseIds of blobs.casesOutside()) {
    onPage();
    const { rows } = await pool.query<{ id: string; erased: boolean }>(
      'SELECT id, "erasedAt" IS NOT NULL AS erased FROM "Case" WHERE id = ANY ($1)',
      [caseIds],
    );
    for (const { id } of rows.filter(({ erased }) => erased)) {
      onPage();
      await blobs.eraseCase(id);
      cleared.erased += 1;
    }
    cleared.unknown += caseIds.length - rows.length;
  }
  return cleared;
}

function select(rule: DueRule['rule']): string {
  return `SELECT c.id AS "caseId", c."organizationId", c.mode FROM "Case" c
    WHERE c."erasedAt" IS NULL AND NOT c."legalHold" AND ${rules[rule]}
      AND c."updatedAt" <= now() - make_interval(days => $1) AND $4::text[] IS NOT NULL`;
}
