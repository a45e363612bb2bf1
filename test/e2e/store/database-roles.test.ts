import { grants, type Process, privilegesOf, processes, roleOf, type Table } from '@evict/store/roles';
import { openTestStore } from '@evict/store/testing';
import { urlAs } from '@evict/local';
import { cloneDatabase } from '@evict/testkit';
import { afterAll, describe, expect, test } from 'vitest';

// Checks what each process may do in the database, by asking PostgreSQL and by running statements under its login.

const url = await cloneDatabase();
const owner = openTestStore(url, 2);
const stores = Object.fromEntries(
  processes.map((process) => [process, openTestStore(urlAs(process, url), 2)]),
) as Record<Process, typeof owner>;
afterAll(() => Promise.all([owner, ...Object.values(stores)].map((one) => one.close())));

const denied = '42501';
const tables = (
  await owner.pool.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE' ORDER BY 1`,
  )
).rows.map(({ name }) => name);

/** Runs a statement and rolls it back. Returns the SQLSTATE if it is refused, otherwise 'done'. */
async function attempt(process: Process, text: string): Promise<string> {
  const client = await stores[process].pool.connect();
  try {
    await client.query('BEGIN');
    await client.query(text);
    return 'done';
  } catch (error) {
    return String((error as { code?: unknown }).code);
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
}

/** Returns which of the four privileges a process has on a table, according to PostgreSQL. */
async function held(process: Process, table: string): Promise<string[]> {
  const { rows } = await owner.pool.query<{ privilege: string }>(
    `SELECT privilege FROM unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE']) privilege
      WHERE has_table_privilege($1, $2, privilege)`,
    [process, `"${table}"`],
  );
  return rows.map(({ privilege }) => privilege);
}

test('every table is listed in the grants, and no process owns a table', async () => {
  expect([...Object.keys(grants), '_prisma_migrations'].toSorted()).toEqual(tables.toSorted());
  const { rows } = await owner.pool.query(
    `SELECT relname FROM pg_class c JOIN pg_roles r ON r.oid = c.relowner
      WHERE r.rolname = ANY ($1) OR r.rolname = ANY ($2)`,
    [processes, processes.map(roleOf)],
  );
  expect(rows).toEqual([]);
});

describe.each(processes)('%s', (process) => {
  test.each(tables)('has only its granted privileges on the table %s', async (table) => {
    const granted: string[] = table in grants ? privilegesOf(process, table as Table) : [];
    expect(new Set(await held(process, table))).toEqual(new Set(granted));
    const statements = {
      SELECT: `SELECT 1 FROM "${table}" LIMIT 1`,
      INSERT: `INSERT INTO "${table}" DEFAULT VALUES`,
      DELETE: `DELETE FROM "${table}" WHERE false`,
      TRUNCATE: `TRUNCATE "${table}" CASCADE`,
      ALTER: `ALTER TABLE "${table}" ADD COLUMN mine int`,
      TRIGGER: `ALTER TABLE "${table}" DISABLE TRIGGER ALL`,
      DROP: `DROP TABLE "${table}" CASCADE`,
    };
    for (const [privilege, text] of Object.entries(statements)) {
      if (!granted.includes(privilege)) expect([privilege, await attempt(process, text)]).toEqual([privilege, denied]);
    }
  });

  test("can't create tables, schemas or roles, or act as another process", async () => {
    for (const text of ['CREATE TABLE mine (id int)', 'CREATE SCHEMA mine', 'CREATE ROLE mine'])
      expect([text, await attempt(process, text)]).toEqual([text, denied]);
    for (const other of processes.filter((one) => one !== process))
      expect(await attempt(process, `SET ROLE ${roleOf(other)}`)).toBe(denied);
  });
});
