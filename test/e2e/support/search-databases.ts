import { DatabaseSync } from 'node:sqlite';
import { withClient } from '@evict/local';
import { inject } from 'vitest';

/**
 * Every table of every database on the PostgreSQL server of this run, and of Temporal's, that holds the text: as text,
 * bytes or base64. Returned as `database.schema.table`, those of Temporal as `temporal.table`. The text has only letters
 * and digits.
 */
export async function findInDatabases(text: string): Promise<string[]> {
  const { postgresUrl } = inject('servers');
  const pattern = formsOf(text).join('|');
  const found = findInTemporal(new RegExp(pattern, 'i'));
  for (const database of await databases(postgresUrl)) {
    const tables = await tablesThatHold(`${postgresUrl}${database}`, pattern).catch((error: { code?: string }) => {
      // The database of another test may ask for a certificate.
      if (error.code === invalidAuthorization) return [];
      throw error;
    });
    found.push(...tables.map((table) => `${database}.${table}`));
  }
  return found;
}

const invalidAuthorization = '28000';

async function tablesThatHold(databaseUrl: string, pattern: string): Promise<string[]> {
  return withClient(databaseUrl, async (client) => {
    // All kinds of tables with rows; those created between the two queries belong to other tests.
    const { rows: tables } = await client.query<{ name: string; path: string }>(
      `SELECT format('%s.%s', n.nspname, c.relname) AS name, format('%I.%I', n.nspname, c.relname) AS path
      FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE c.relkind IN ('r', 'm') AND n.nspname NOT IN ('pg_catalog', 'information_schema', 'pg_toast')`,
    );
    const found: string[] = [];
    for (const { name, path } of tables) {
      const { rows } = await client.query(`SELECT FROM ${path} r WHERE r::text ~* $1 LIMIT 1`, [pattern]);
      if (rows.length > 0) found.push(name);
    }
    return found;
  });
}

/** A server that was not started for this run has other data too, and is not searched. */
function findInTemporal(pattern: RegExp): string[] {
  const { temporalDatabase } = inject('servers');
  if (temporalDatabase === null) return [];
  const database = new DatabaseSync(temporalDatabase, { readOnly: true });
  try {
    const tables = database.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table'`).all();
    return tables
      .map(({ name }) => String(name))
      .filter((name) => database.prepare(`SELECT * FROM "${name}"`).all().some(holds))
      .map((name) => `temporal.${name}`);
  } finally {
    database.close();
  }

  function holds(row: Record<string, unknown>): boolean {
    return Object.values(row).some((value) =>
      pattern.test(value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : String(value)),
    );
  }
}

/** Templates being cloned accept no connection; they are empty. */
async function databases(postgresUrl: string): Promise<string[]> {
  return withClient(`${postgresUrl}postgres`, async (client) => {
    const { rows } = await client.query<{ datname: string }>(
      `SELECT datname FROM pg_database WHERE datallowconn AND datname NOT LIKE 'template%'`,
    );
    return rows.map(({ datname }) => datname);
  });
}

/** A row as text shows bytes in hexadecimal; base64 has three forms, by the offset of the text. */
function formsOf(text: string): string[] {
  const inBase64 = [0, 1, 2].map((before) => {
    const encoded = Buffer.from(`${'\0'.repeat(before)}${text}`).toString('base64');
    // Without the characters that depend on the surrounding text.
    return encoded.slice(before === 0 ? 0 : before + 1, -4);
  });
  const spellings = [text, text.toLowerCase(), text.toUpperCase()];
  const inHex = spellings.map((spelling) => Buffer.from(spelling).toString('hex'));
  const inHexOfBase64 = inBase64.map((encoded) => Buffer.from(encoded).toString('hex'));
  return [text, ...inBase64, ...inHex, ...inHexOfBase64].map((form) => form.replaceAll(/[+/]/g, '\\$&'));
}
