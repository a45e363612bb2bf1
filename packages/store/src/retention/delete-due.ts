import { poolOf, type Store } from '../database/store.ts';
import { type DeletionRule, type Retained, type RetainedTable, tableRetention } from './table.ts';

/** A deletion rule with its place in the table. */
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
 * Deletes due rows in batches of at most `count` per statement, and yields the size of each batch until none is left.
 * Can be interrupted and called again. Skips locked rows until the next run.
 */
export async function* deleteDue(store: Store, rule: RuleOfTable, count: number): AsyncGenerator<number> {
  yield* rule.scanKey === undefined ? deleteByTime(store, rule, count) : deleteByKey(store, rule, rule.scanKey, count);
}

/** The oldest due rows, at most $1. Reads no more of the column's index than the batch. */
export function dueRows(rule: RuleOfTable): string {
  return `SELECT ctid FROM "${rule.table}" WHERE ${isDueSql(rule)} ORDER BY "${rule.column}" LIMIT $1`;
}

/** SQL for the seconds since the oldest row became due; null if there is none. */
export function overdueSeconds(rule: RuleOfTable): string {
  const { table, column, days } = rule;
  return `extract(epoch FROM now() - interval '${days} days' -
    (SELECT "${column}" FROM "${table}" WHERE ${isDueSql(rule)} ORDER BY "${column}" LIMIT 1))`;
}

function isDueSql({ column, days, where = 'true' }: DeletionRule): string {
  return `(${where}) AND "${column}" < now() - interval '${days} days'`;
}

async function* deleteByTime(store: Store, rule: RuleOfTable, count: number): AsyncGenerator<number> {
  const text = `DELETE FROM "${rule.table}"
    WHERE ctid = ANY (ARRAY(${dueRows(rule)} FOR UPDATE SKIP LOCKED))`;
  for (let deleted = count; deleted === count;) {
    deleted = (await poolOf(store).query(text, [count])).rowCount ?? 0;
    yield deleted;
  }
}

interface Page {
  /** The last key of the page. */
  last: string | null;
  read: number;
  deleted: number;
}

/** Scans the table once, in pages of its key: for rows without an index on their age. */
async function* deleteByKey(
  store: Store,
  { table, column, days, where = 'true' }: RuleOfTable,
  key: string,
  count: number,
): AsyncGenerator<number> {
  const text = `WITH page AS MATERIALIZED (
      SELECT "${key}" AS key, coalesce((${where}) AND ${column} < now() - interval '${days} days', true) AS due
      FROM "${table}" WHERE "${key}" > $1 ORDER BY "${key}" LIMIT $2
    ), locked AS MATERIALIZED (
      SELECT ctid FROM "${table}" WHERE "${key}" = ANY (ARRAY(SELECT key FROM page WHERE due))
        AND coalesce(${column} < now() - interval '${days} days', true) FOR UPDATE SKIP LOCKED
    ), deleted AS (
      DELETE FROM "${table}" WHERE ctid = ANY (ARRAY(SELECT ctid FROM locked)) RETURNING 1
    )
    SELECT (SELECT max(key) FROM page) AS last, (SELECT count(*)::int FROM page) AS read,
      (SELECT count(*)::int FROM deleted) AS deleted`;
  for (let after: string | null = ''; after !== null;) {
    const page: Page | undefined = (await poolOf(store).query<Page>(text, [after, count])).rows[0];
    after = page?.read === count ? page.last : null;
    yield page?.deleted ?? 0;
  }
}
