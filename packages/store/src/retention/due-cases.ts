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
import type { Transaction } from '../database/transactions.ts';
import { Prisma } from '../generated/client.ts';
import { allRows, anyRow, raw, sql, type Statement, type Store } from '../database/store.ts';

// Ages are measured only by the database's clock, so that a process with a wrong clock can't erase anything too early.

/** The cases that a rule applies to once they are old enough. Cases under legal hold are always excluded. */
interface Selection {
  modes: readonly Mode[];
  states: readonly State[];
  /** An SQL condition on case `c`. */
  where?: string;
}

const open = states.filter((state) => state !== 'draft' && !isFinished(state));

/** Rules for cases that aren't erased. Their queries repeat the condition of the index "Case_retention_idx". */
const kept = {
  idle_drafts: { modes, states: ['draft'] },
  // Drafts that were deleted, or withdrawn because they were idle. A draft that was submitted before is kept as long as
  // any finished case.
  withdrawn_drafts: {
    modes,
    states: ['withdrawn'],
    where: `c."factsHash" IS NULL AND EXISTS (SELECT FROM "CaseEvent" e WHERE e."caseId" = c.id
      AND e.action = 'withdraw' AND e."fromState" = 'draft'
      AND (e."actorType" = 'platform' OR e.detail @> '{"deleted": true}'))`,
  },
  idle_sandbox: { modes: ['test'], states: open },
  finished_test: { modes: ['test'], states: finishedStates },
  finished_live: { modes: ['live'], states: finishedStates },
} as const satisfies Record<Exclude<CaseRetention, 'sandbox_shells'>, Selection>;

/** Returns an SQL condition on a case's row: the case has been idle for so long that a rule withdraws it now. */
export function isIdleSql(row: string): string {
  const rules = caseRetentionRules.filter(withdrawsIdle).map((rule) => {
    const { modes: ofModes, states: inStates } = kept[rule];
    return `(${row}.mode IN (${quoted(ofModes)}) AND ${row}.state IN (${quoted(inStates)})
      AND ${row}."updatedAt" <= now() - interval '${caseRetention[rule].days} days' AND NOT ${row}."legalHold")`;
  });
  return `(${rules.join(' OR ')})`;
}

function quoted(names: readonly string[]): string {
  return names.map((name) => `'${name}'`).join(', ');
}

/** The condition of the rule for erased cases, which the index "Case_sandbox_shells_idx" repeats. */
const sandboxShells = `c."erasedAt" IS NOT NULL AND c.mode = 'test'`;

export interface DueCase {
  caseId: string;
  organizationId: string;
  mode: Mode;
}

/**
 * Returns the next page of at most `count` cases for which a rule is due, longest due first. `after` is empty for the
 * first page, and then the `last` of the previous page, which is null on the last page.
 */
export async function listDueCases(
  store: Store,
  rule: CaseRetention,
  { after, count }: { after: string; count: number },
): Promise<{ cases: DueCase[]; last: string | null }> {
  const [, time = '-infinity', id = ''] = /^([^ ]*) (.*)$/u.exec(after) ?? [];
  const page = dueCases(rule, { days: caseRetention[rule].days, count, time, id });
  const rows = await allRows<DueCase & { since: string }>(store)`${page}`;
  const cases = rows.map(({ caseId, organizationId, mode }) => ({ caseId, organizationId, mode }));
  const last = rows.length < count ? undefined : rows.at(-1);
  return { cases, last: last ? `${last.since} ${last.caseId}` : null };
}

/** Returns whether a rule is due for a case now. */
export async function isDue(store: Store, rule: CaseRetention, caseId: string): Promise<boolean> {
  return anyRow(store)`${dueCase(rule, caseId)}`;
}

/** Like `isDue`, in a transaction that holds the lock on the case's row. */
export async function isDueNow(transaction: Transaction, rule: CaseRetention, caseId: string): Promise<boolean> {
  return (await transaction.$queryRaw<object[]>(dueCase(rule, caseId))).length > 0;
}

function dueCase(rule: CaseRetention, caseId: string): Statement {
  return union(branchesOf(rule).map((branch) => sql`(${branch} AND c.id = ${caseId})`));
}

/** Returns SQL for each rule's seconds since the oldest case became due, or null if no case is due. */
export function longestDueCases(): { table: 'Case'; rule: CaseRetention; seconds: Statement }[] {
  return caseRetentionRules.map((rule) => {
    const column = columnOf(rule);
    const oldest = union(branchesOf(rule).map((branch) => sql`(${branch} ORDER BY 4, 1 LIMIT 1)`));
    const seconds = sql`extract(epoch FROM now() -
      ((SELECT min(${column}) FROM (${oldest}) o) + interval '${raw(caseRetention[rule].days)} days'))`;
    return { table: 'Case', rule, seconds };
  });
}

/**
 * Returns the query for a page after a position. Each branch reads at most a page from its index, so the cost doesn't
 * depend on how many cases are due.
 */
export function dueCases(
  rule: CaseRetention,
  { days, count, time, id }: { days: number; count: number; time: string; id: string },
): Statement {
  const column = columnOf(rule);
  const pages = branchesOf(rule, days).map(
    (branch) => sql`(${branch} AND (c.${column}, c.id) > (${time}::timestamptz, ${id})
      ORDER BY c.${column}, c.id LIMIT ${count})`,
  );
  return sql`SELECT "caseId", "organizationId", mode,
      to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS since
    FROM (${union(pages)}) due ORDER BY ${column}, "caseId" LIMIT ${count}`;
}

function columnOf(rule: CaseRetention): Statement {
  return raw(caseRetention[rule].since === 'change' ? '"updatedAt"' : '"erasedAt"');
}

function union(branches: Statement[]): Statement {
  return Prisma.join(branches, ' UNION ALL ');
}

/**
 * Returns one query per mode and state, because the index sorts the cases of each mode and state by their last change.
 */
function branchesOf(rule: CaseRetention, days: number = caseRetention[rule].days): Statement[] {
  const column = columnOf(rule);
  const branch = (conditions: string) => sql`SELECT c.id AS "caseId", c."organizationId", c.mode, c.${column}
    FROM "Case" c WHERE ${raw(conditions)} AND c.${column} <= now() - make_interval(days => ${raw(days)})`;
  if (rule === 'sandbox_shells') return [branch(sandboxShells)];
  const selection: Selection = kept[rule];
  return selection.modes.flatMap((mode) =>
    selection.states.map((state) =>
      branch(`c."erasedAt" IS NULL AND NOT c."legalHold" AND c.mode = '${mode}' AND c.state = '${state}'
        ${selection.where === undefined ? '' : `AND ${selection.where}`}`),
    ),
  );
}
