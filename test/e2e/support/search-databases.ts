import { DatabaseSync } from 'node:sqlite';
import { withClient } from '@evict/local';
import type { TestStack } from '@evict/testkit';
import { inject } from 'vitest';

/**
 * Finds every table, in this stack's database and in the Temporal database of this test run, that contains a string as
 * text, bytes or base64. Returns them as `schema.table`, or `temporal.table` for those of Temporal. The string may
 * contain only letters and digits.
 */
export async function findInDatabases({ store }: Pick<TestStack, 'store'>, text: string): Promise<string[]> {
  const forms = formsOf(text);
  return [...findInTemporal(forms), ...(await findInDatabase(store.pool.options.connectionString ?? '', forms))];
}

async function findInDatabase(databaseUrl: string, forms: readonly string[]): Promise<string[]> {
  return withClient(databaseUrl, async (client) => {
    // These are the kinds of relations that store rows: tables and materialized views.
    const { rows: tables } = await client.query<{ name: string; path: string }>(
      `SELECT format('%s.%s', n.nspname, c.relname) AS name, format('%I.%I', n.nspname, c.relname) AS path
      FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE c.relkind IN ('r', 'm') AND n.nspname NOT IN ('pg_catalog', 'information_schema', 'pg_toast')`,
    );
    const pattern = forms.map((form) => form.replaceAll(/[+/]/g, '\\$&')).join('|');
    const found: string[] = [];
    for (const { name, path } of tables) {
      const { rows } = await client.query(`SELECT FROM ${path} r WHERE r::text ~* $1 LIMIT 1`, [pattern]);
      if (rows.length > 0) found.push(name);
    }
    return found;
  });
}

/** Searches Temporal's database, unless the server wasn't started for this test run and has other data, too. */
function findInTemporal(forms: readonly string[]): string[] {
  const { temporalDatabase } = inject('servers');
  if (temporalDatabase === null) return [];
  const database = new DatabaseSync(temporalDatabase, { readOnly: true });
  try {
    const columns = database
      .prepare(
        `SELECT t.name AS "table", c.name AS "column" FROM sqlite_schema t, pragma_table_info(t.name) c WHERE t.type = 'table'`,
      )
      .all() as { table: string; column: string }[];
    // The search in PostgreSQL ignores case. SQLite's `instr` doesn't, so this also searches for lower case.
    const wanted = [...new Set([...forms, ...forms.map((form) => form.toLowerCase())])].map((form) =>
      Buffer.from(form),
    );
    const holds = ({ table, column }: (typeof columns)[number]) =>
      database
        .prepare(`SELECT 1 FROM "${table}" WHERE ${wanted.map(() => `instr("${column}", ?)`).join(' OR ')} LIMIT 1`)
        .get(...wanted) !== undefined;
    return [...new Set(columns.filter(holds).map(({ table }) => `temporal.${table}`))];
  } finally {
    database.close();
  }
}

/**
 * Returns the forms in which a string can occur. PostgreSQL shows bytes in hexadecimal, and base64 has three forms,
 * which depend on the offset of the string.
 */
function formsOf(text: string): string[] {
  const inBase64 = [0, 1, 2].map((before) => {
    const encoded = Buffer.from(`${'\0'.repeat(before)}${text}`).toString('base64');
    // Leaves out the characters that depend on the surrounding text.
    return encoded.slice(before === 0 ? 0 : before + 1, -4);
  });
  const spellings = [text, text.toLowerCase(), text.toUpperCase()];
  const inHex = spellings.map((spelling) => Buffer.from(spelling).toString('hex'));
  const inHexOfBase64 = inBase64.map((encoded) => Buffer.from(encoded).toString('hex'));
  return [...spellings, ...inBase64, ...inHex, ...inHexOfBase64];
}
