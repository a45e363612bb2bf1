import { poolOf, type Store } from '../database/store.ts';
import { deletionRules, overdueSeconds } from './delete-due.ts';
import { longestDueCases } from './due-cases.ts';

/** How far behind a rule of retention is. */
export interface OverdueRule {
  table: string;
  rule: string;
  /** For how long the row that has been due longest has been so; 0 where none is. */
  seconds: number;
}

/** By every rule that an index answers. A rule that reads its whole table shows in the size of the table. */
export async function measureRetention(store: Store): Promise<OverdueRule[]> {
  const rules = [
    ...deletionRules
      .filter(({ walk }) => walk === undefined)
      .map((rule) => ({ table: rule.table, rule: rule.rule, seconds: overdueSeconds(rule) })),
    ...longestDueCases(),
  ];
  const selects = rules.map(
    ({ table, rule, seconds }) =>
      `SELECT '${table}' AS table, '${rule}' AS rule, coalesce(${seconds}, 0)::float8 AS seconds`,
  );
  return (await poolOf(store).query<OverdueRule>(selects.join(' UNION ALL '))).rows;
}

/** How much each table takes on disk, its indexes and long values included. */
export async function measureTables(store: Store): Promise<{ table: string; bytes: number }[]> {
  const { rows } = await poolOf(store).query<{ table: string; bytes: number }>({
    name: 'measure-tables',
    text: `SELECT relname AS table, pg_total_relation_size(oid)::float8 AS bytes FROM pg_class
      WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND relname NOT LIKE '\\_prisma%'`,
  });
  return rows;
}
