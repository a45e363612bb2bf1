import { countRows, firstRow, raw, sql, type Statement, type Store } from '../database/store.ts';
import { type DeletionRule, type Retained, type RetainedTable, tableRetention } from './table.ts';

export interface RuleOfTable extends DeletionRule {
  table: RetainedTable;
  rule: string;
}

/** All rules by which housekeeping deletes rows. */
export const deletionRules: readonly RuleOfTable[] = Object.entries<Retained>(tableRetention).flatMap(
  ([table, { rules = {} }]) =>
    Object.entries(rules).map(([rule, row]) => ({ ...row, table: table as RetainedTable, rule })),
);

/**
 * Deletes due rows, at most `count` per statement, and yields the size of each batch until none is left. Can be
 * interrupted and repeated. Locked rows are left for the next run.
 */
export async function* deleteDue(store: Store, rule: RuleOfTable, count: number): AsyncGenerator<number> {
  yield* rule.scanKey === undefined ? deleteByTime(store, rule, count) : deleteByKey(store, rule, rule.scanKey, count);
}

/** Returns the query for the oldest due rows, up to `count`. It reads no more of the column's index than the batch. */
export function dueRows(rule: RuleOfTable, count: number): Statement {
  const { table, column } = rule;
  return sql`SELECT ctid FROM ${raw(`"${table}"`)} WHERE ${isDue(rule)} ORDER BY ${raw(`"${column}"`)} LIMIT ${count}`;
}

/** Returns SQL for the seconds since the oldest row became due, or null if no row is due. */
export function overdueSeconds(rule: RuleOfTable): Statement {
  const [table, column] = [raw(`"${rule.table}"`), raw(`"${rule.column}"`)];
  return sql`extract(epoch FROM now() - interval '${raw(rule.days)} days' -
    (SELECT ${column} FROM ${table} WHERE ${isDue(rule)} ORDER BY ${column} LIMIT 1))`;
}

function isDue({ column, days, where = 'true' }: DeletionRule): Statement {
  return raw(`(${where}) AND "${column}" < now() - interval '${days} days'`);
}

async function* deleteByTime(store: Store, rule: RuleOfTable, count: number): AsyncGenerator<number> {
  for (let deleted = count; deleted === count;) {
    deleted = await countRows(store)`
      DELETE FROM ${raw(`"${rule.table}"`)}
      WHERE ctid = ANY (ARRAY(${dueRows(rule, count)} FOR UPDATE SKIP LOCKED))`;
    yield deleted;
  }
}

interface Page {
  /** The last key of the page. */
  last: string | null;
  read: number;
  deleted: number;
}

/** Scans the table once, in pages by its key, because the column with the age has no index. */
async function* deleteByKey(store: Store, rule: RuleOfTable, key: string, count: number): AsyncGenerator<number> {
  const [table, keyColumn] = [raw(`"${rule.table}"`), raw(`"${key}"`)];
  const isOld = raw(`${rule.column} < now() - interval '${rule.days} days'`);
  for (let after: string | null = ''; after !== null;) {
    const page: Page | null = await firstRow<Page>(store)`
      WITH page AS MATERIALIZED (
        SELECT ${keyColumn} AS key, coalesce((${raw(rule.where ?? 'true')}) AND ${isOld}, true) AS due
        FROM ${table} WHERE ${keyColumn} > ${after} ORDER BY ${keyColumn} LIMIT ${count}
      ), locked AS MATERIALIZED (
        SELECT ctid FROM ${table} WHERE ${keyColumn} = ANY (ARRAY(SELECT key FROM page WHERE due))
          AND coalesce(${isOld}, true) FOR UPDATE SKIP LOCKED
      ), deleted AS (
        DELETE FROM ${table} WHERE ctid = ANY (ARRAY(SELECT ctid FROM locked)) RETURNING 1
      )
      SELECT (SELECT max(key) FROM page) AS last, (SELECT count(*)::int FROM page) AS read,
        (SELECT count(*)::int FROM deleted) AS deleted`;
    after = page?.read === count ? page.last : null;
    yield page?.deleted ?? 0;
  }
}
