import {
  type CaseRetention,
  caseRetention,
  caseRetentionRules,
  finishedStates,
  isFinished,
  type Mode,
  modes,
  type State,
  states,
  withdrawsIdle,
} from '@evict/case-model';
import { poolOf, type Store } from '../database/store.ts';

// Only the clock of the database decides about ages, so that a process with a wrong clock erases nothing early.

/** Which cases a rule applies to, beside their age. Cases under legal hold are always excluded. */
interface Selection {
  modes: readonly Mode[];
  states: readonly State[];
  /** SQL about case `c`. */
  where?: string;
}

const open = states.filter((state) => state !== 'draft' && !isFinished(state));

/** Rules for cases with details. They repeat the condition of the index "Case_retention_idx". */
const kept = {
  idle_drafts: { modes, states: ['draft'] },
  // A draft that was submitted before is kept as any finished case.
  withdrawn_drafts: {
    modes,
    states: ['withdrawn'],
    where: `c."factsHash" IS NULL AND EXISTS (SELECT FROM "CaseEvent" e WHERE e."caseId" = c.id
      AND e.action = 'withdraw' AND e."actorType" = 'platform' AND e."fromState" = 'draft')`,
  },
  idle_sandbox: { modes: ['test'], states: open },
  finished_test: { modes: ['test'], states: finishedStates },
  finished_live: { modes: ['live'], states: finishedStates },
} as const satisfies Record<Exclude<CaseRetention, 'sandbox_shells'>, Selection>;

/** Whether a rule withdraws case `c` as idle now, as an SQL condition. */
export const isIdleSql = caseRetentionRules
  .filter(withdrawsIdle)
  .map((rule) => {
    const { modes: ofModes, states: inStates } = kept[rule];
    return `(c.mode IN (${quoted(ofModes)}) AND c.state IN (${quoted(inStates)})
      AND c."updatedAt" <= now() - interval '${caseRetention[rule].days} days' AND NOT c."legalHold")`;
  })
  .join(' OR ');

function quoted(names: readonly string[]): string {
  return names.map((name) => `'${name}'`).join(', ');
}

/** The rule for erased cases, with the condition of the index "Case_sandbox_shells_idx". */
const sandboxShells = `c."erasedAt" IS NOT NULL AND c.mode = 'test'`;

export interface DueCase {
  caseId: string;
  organizationId: string;
  mode: Mode;
}

/**
 * The next cases for which a rule is due, longest due first: at most `count` after `after`, which is empty for the
 * first page and `last` of the previous one afterwards. `last` is null on the last page.
 */
export async function listDueCases(
  store: Store,
  rule: CaseRetention,
  { after, count }: { after: string; count: number },
): Promise<{ cases: DueCase[]; last: string | null }> {
  const [, time = '-infinity', id = ''] = /^([^ ]*) (.*)$/u.exec(after) ?? [];
  const { rows } = await poolOf(store).query<DueCase & { since: string }>(dueCases(rule), [
    caseRetention[rule].days,
    count,
    time,
    id,
  ]);
  const cases = rows.map(({ caseId, organizationId, mode }) => ({ caseId, organizationId, mode }));
  const last = rows.length < count ? undefined : rows.at(-1);
  return { cases, last: last ? `${last.since} ${last.caseId}` : null };
}

/** Whether a rule is due for a case now. */
export async function isDue(store: Store, rule: CaseRetention, caseId: string): Promise<boolean> {
  const branches = branchesOf(rule).map((branch) => `(${branch} AND c.id = $2)`);
  const { rows } = await poolOf(store).query(branches.join(' UNION ALL '), [caseRetention[rule].days, caseId]);
  return rows.length > 0;
}

/** By rule, SQL for the seconds since the oldest case became due; 0 if there is none. */
export function longestDueCases(): { table: 'Case'; rule: CaseRetention; seconds: string }[] {
  return Object.entries(caseRetention).map(([name, { days, since }]) => {
    const rule = name as CaseRetention;
    const column = since === 'change' ? 'updatedAt' : 'erasedAt';
    const oldest = branchesOf(rule).map((branch) => `(${branch.replace('$1', `${days}`)} ORDER BY 4, 1 LIMIT 1)`);
    const due = `(SELECT min("${column}") FROM (${oldest.join(' UNION ALL ')}) o) + interval '${days} days'`;
    return { table: 'Case', rule, seconds: `extract(epoch FROM now() - ${due})` };
  });
}

/**
 * $1 days, $2 count, $3 and $4 the position to continue after. Each branch reads no more of its index than a page, so
 * that a page costs the same however many cases are due.
 */
export function dueCases(rule: CaseRetention): string {
  const column = columnOf(rule);
  const pages = branchesOf(rule).map(
    (branch) => `(${branch} AND (c."${column}", c.id) > ($3::timestamptz, $4) ORDER BY c."${column}", c.id LIMIT $2)`,
  );
  return `SELECT "caseId", "organizationId", mode,
      to_char("${column}" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS since
    FROM (${pages.join(' UNION ALL ')}) due ORDER BY "${column}", "caseId" LIMIT $2`;
}

function columnOf(rule: CaseRetention): 'updatedAt' | 'erasedAt' {
  return caseRetention[rule].since === 'change' ? 'updatedAt' : 'erasedAt';
}

/** One branch per mode and state: the index orders the cases of one mode and state by their last change. */
function branchesOf(rule: CaseRetention): string[] {
  const column = columnOf(rule);
  const branch = (conditions: string) => `SELECT c.id AS "caseId", c."organizationId", c.mode, c."${column}"
    FROM "Case" c WHERE ${conditions} AND c."${column}" <= now() - make_interval(days => $1)`;
  if (rule === 'sandbox_shells') return [branch(sandboxShells)];
  const selection: Selection = kept[rule];
  return selection.modes.flatMap((mode) =>
    selection.states.map((state) =>
      branch(`c."erasedAt" IS NULL AND NOT c."legalHold" AND c.mode = '${mode}' AND c.state = '${state}'
        ${selection.where === undefined ? '' : `AND ${selection.where}`}`),
    ),
  );
}
