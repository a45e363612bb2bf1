import { DatabaseSync } from 'node:sqlite';
import type { BenchStack } from './programs.ts';

/** The bytes of the tables and indexes of Temporal's database, with its visibility apart, and the rows of that. */
export function temporalBytes({ temporalFile }: BenchStack): Record<'temporal' | 'visibility' | 'executions', number> {
  const database = new DatabaseSync(temporalFile, { readOnly: true });
  try {
    const sizes = database.prepare(`
      SELECT coalesce(sum(pgsize) FILTER (WHERE tbl_name LIKE 'executions_visibility%'), 0) AS visibility,
        coalesce(sum(pgsize) FILTER (WHERE tbl_name NOT LIKE 'executions_visibility%'), 0) AS temporal,
        (SELECT count(*) FROM executions_visibility) AS executions
      FROM dbstat JOIN sqlite_schema USING (name) WHERE aggregate`);
    return sizes.get() as ReturnType<typeof temporalBytes>;
  } finally {
    database.close();
  }
}
