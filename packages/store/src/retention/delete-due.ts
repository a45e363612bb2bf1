import { poolOf, type Store } from '../database/store.ts';
import { type DeletionRule, type Kept, type KeptTable, keptTables } from './table.ts';

/** A rule of the table of what is kept. */
export interface RuleOfTable extends DeletionRule {
  table: KeptTable;
  rule: string;
}

/** Every rule by which housekeeping deletes rows. */
export const deletionRules: readonly RuleOfTable[] = Object.entries<Kept>(keptTables).flatMap(
  ([table, { rules = {} }]) =>
    Object.entries(rules).map(([rule, row]) => ({ ...row, table: table as KeptTable, rule })),
);

/**
 * Deletes rows that have had their time, a batch of at most `count` for each statement, and yields how many it were.
 * Ends when none is left. Broken off at any place, it can be called again. Rows that somebody holds locked are left to
 * the next time.
 */
export async function* deleteDue(store: Store, rule: RuleOfTable, count: number): AsyncGenerator<number> {
  yield* rule.walk === undefined ? deleteByTime(store, rule, count) : deleteByKey(store, rule, rule.walk, count);
}

/** The oldest rows that are due: $1 is how many. Read from the index of the column, no further than the batch. */
export function dueRows(rule: RuleOfTable): string {
  return `SELECT ctid FROM "${rule.table}" WHERE ${isDueSql(rule)} ORDER BY "${rule.column}" LIMIT $1`;
}

/** Seconds, as SQL, for which the oldest due row of a rule has been due; null where none is. */
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

/** The whole table once, in pages of its key: for rows whose age no index has. */
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
