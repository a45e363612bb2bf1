import { Prisma } from '../generated/client.ts';
import { allRows, sql, type Store } from '../database/store.ts';
import { deletionRules, overdueSeconds } from './delete-due.ts';
import { longestDueCases } from './due-cases.ts';

/** How far a retention rule is behind. */
export interface OverdueRule {
  table: string;
  rule: string;
  /** The seconds since the oldest row became due, or 0 if there is none. */
  seconds: number;
}

/** Measures every rule that has an index. A delay of any other rule shows in the size of its table. */
export async function measureRetention(store: Store): Promise<OverdueRule[]> {
  const rules = [
    ...deletionRules
      .filter(({ scanKey }) => scanKey === undefined)
      .map((rule) => ({ table: rule.table, rule: rule.rule, seconds: overdueSeconds(rule) })),
    ...longestDueCases(),
  ];
  const selects = rules.map(
    ({ table, rule, seconds }) =>
      sql`SELECT ${table} AS table, ${rule} AS rule, coalesce(${seconds}, 0)::float8 AS seconds`,
  );
  return allRows<OverdueRule>(store)`${Prisma.join(selects, ' UNION ALL ')}`;
}

/** Returns the disk usage of each table in bytes, including its indexes and long values. */
export async function measureTables(store: Store): Promise<{ table: string; bytes: number }[]> {
  return allRows<{ table: string; bytes: number }>(store)`
    SELECT relname AS table, pg_total_relation_size(oid)::float8 AS bytes FROM pg_class
      WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND relname NOT LIKE '\\_prisma%'`;
}
