import pg from 'pg';
import { credentialStatements, credentialsRole } from './credentials.ts';
import { functionGrants, sequenceGrants } from './function-grants.ts';
import { grants, type Process, processes, roleOf } from './grants.ts';

/**
 * Creates the roles of the processes and grants them exactly the privileges of the table of grants, in one transaction.
 * Call it after the migrations as the owner of the tables, with CREATEROLE. Idempotent.
 */
export async function applyRoles(url: string): Promise<void> {
  await withClient(url, async (client) => {
    for (const role of [...processes.map(roleOf), credentialsRole]) await makeRole(client, role, 'NOLOGIN');
    const { rows } = await client.query<{ name: string }>('SELECT current_database() AS name');
    await client.query(['BEGIN', ...statements(rows[0]?.name ?? ''), 'COMMIT'].join(';\n'));
  });
}

/** Creates or updates the login of each process, which has only the role of the process. */
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
  const roles = [...processes.map(roleOf), credentialsRole].join(', ');
  const tables = Object.entries(grants).flatMap(([table, row]) =>
    Object.entries(row).map(
      ([process, privileges]) =>
        `GRANT ${privileges.join(', ')} ON ${pg.escapeIdentifier(table)} TO ${roleOf(process as Process)}`,
    ),
  );
  const sequences = Object.entries(sequenceGrants).flatMap(([sequence, named]) =>
    named.map((process) => `GRANT USAGE ON SEQUENCE ${pg.escapeIdentifier(sequence)} TO ${roleOf(process)}`),
  );
  return [
    // Serializes concurrent runs.
    `SELECT pg_advisory_xact_lock(hashtext('evict roles'))`,
    `REVOKE ALL ON SCHEMA public FROM PUBLIC, ${roles}`,
    `REVOKE ALL ON ALL TABLES IN SCHEMA public FROM PUBLIC, ${roles}`,
    `REVOKE ALL ON ALL SEQUENCES IN SCHEMA public FROM PUBLIC, ${roles}`,
    `REVOKE ALL ON ALL FUNCTIONS IN SCHEMA public FROM PUBLIC, ${roles}`,
    'ALTER DEFAULT PRIVILEGES REVOKE ALL ON FUNCTIONS FROM PUBLIC',
    // Functions that run as another role must not meet a table of their caller.
    `REVOKE TEMPORARY ON DATABASE ${pg.escapeIdentifier(database)} FROM PUBLIC`,
    `GRANT CONNECT ON DATABASE ${pg.escapeIdentifier(database)} TO ${roles}`,
    `GRANT USAGE ON SCHEMA public TO ${roles}`,
    // What lists of cases are ordered by.
    `GRANT USAGE ON SCHEMA extensions TO ${roles}`,
    ...Object.entries(functionGrants).map(
      ([name, named]) => `GRANT EXECUTE ON FUNCTION ${pg.escapeIdentifier(name)} TO ${named.map(roleOf).join(', ')}`,
    ),
    // A view reads as its owner.
    `GRANT SELECT ON "Audit" TO ${roleOf('customer_gateway')}`,
    // Called by changes of accounts. The caller still needs the privilege to write mail.
    `GRANT EXECUTE ON FUNCTION "notifyAccount", "hasSecondFactor" TO ${roles}`,
    ...tables,
    ...sequences,
    ...credentialStatements(),
  ];
}

/** Roles belong to the cluster: another database may be creating the same one now. */
async function makeRole(client: pg.Client, name: string, kind: 'LOGIN' | 'NOLOGIN'): Promise<void> {
  const { rowCount } = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [name]);
  if (rowCount) return;
  try {
    await client.query(`CREATE ROLE ${pg.escapeIdentifier(name)} ${kind}`);
  } catch (error) {
    if (!alreadyThere.includes(String((error as { code?: unknown }).code))) throw error;
  }
}

/** duplicate_object, unique_violation. */
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
