import pg from 'pg';
import { grants, type Process, privilegesOf, processes, roleOf, sequences, type Table } from './grants.ts';

const tables = Object.keys(grants) as Table[];

/**
 * Creates the roles of the processes. Then grants exactly the privileges in `grants`, in one transaction. Call it after
 * the migrations as the owner of the tables, who needs CREATEROLE. Idempotent.
 */
export async function applyRoles(url: string): Promise<void> {
  await withClient(url, async (client) => {
    for (const role of processes.map(roleOf)) await makeRole(client, role, 'NOLOGIN');
    const { rows } = await client.query<{ name: string }>('SELECT current_database() AS name');
    await client.query(['BEGIN', ...statements(rows[0]?.name ?? ''), 'COMMIT'].join(';\n'));
  });
}

/** Creates or updates each process's login, which is only a member of that process's role. */
export async function makeLogins(
  url: string,
  logins: Readonly<Partial<Record<Process, { user: string; password: string }>>>,
): Promise<void> {
  await withClient(url, async (client) => {
    for (const process of processes) {
      const login = logins[process];
      if (!login) continue;
      const user = pg.escapeIdentifier(login.user);
      await makeRole(client, login.user, 'LOGIN');
      await client.query(`ALTER ROLE ${user} LOGIN PASSWORD ${pg.escapeLiteral(login.password)}`);
      await client.query(`GRANT ${roleOf(process)} TO ${user}`);
    }
  });
}

function statements(database: string): string[] {
  const roles = processes.map(roleOf).join(', ');
  return [
    // Makes concurrent runs wait for each other.
    `SELECT pg_advisory_xact_lock(hashtext('evict roles'))`,
    `REVOKE ALL ON SCHEMA public FROM PUBLIC, ${roles}`,
    `REVOKE ALL ON ALL TABLES IN SCHEMA public FROM PUBLIC, ${roles}`,
    `REVOKE ALL ON ALL SEQUENCES IN SCHEMA public FROM PUBLIC, ${roles}`,
    `REVOKE TEMPORARY ON DATABASE ${pg.escapeIdentifier(database)} FROM PUBLIC`,
    `GRANT CONNECT ON DATABASE ${pg.escapeIdentifier(database)} TO ${roles}`,
    `GRANT USAGE ON SCHEMA public TO ${roles}`,
    `GRANT USAGE ON SEQUENCE ${sequences.join(', ')} TO ${roleOf('case_worker')}`,
    ...tables.flatMap((table) => processes.flatMap((process) => grantsOf(process, table))),
  ];
}

function grantsOf(process: Process, table: Table): string[] {
  const privileges = privilegesOf(process, table);
  if (privileges.length === 0) return [];
  return [`GRANT ${privileges.join(', ')} ON ${pg.escapeIdentifier(table)} TO ${roleOf(process)}`];
}

/**
 * Creates a role if it doesn't exist. Roles belong to the whole cluster, so a run for another database may be creating
 * the same role now.
 */
async function makeRole(client: pg.Client, name: string, kind: 'LOGIN' | 'NOLOGIN'): Promise<void> {
  const { rowCount } = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [name]);
  if (rowCount) return;
  try {
    await client.query(`CREATE ROLE ${pg.escapeIdentifier(name)} ${kind}`);
  } catch (error) {
    if (!alreadyThere.includes(String((error as { code?: unknown }).code))) throw error;
  }
}

/** The SQLSTATE codes of duplicate_object and unique_violation. */
const alreadyThere = ['42710', '23505'];

async function withClient(url: string, use: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await use(client);
  } finally {
    await client.end();
  }
}
