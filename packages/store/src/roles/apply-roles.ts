import pg from 'pg';
import { credentialStatements, credentialsRole } from './credentials.ts';
import { commandAuthors, grants, type Process, processes, roleOf, sequenceGrants } from './grants.ts';
import { policy } from './policy.ts';

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
    // Whoever writes a case computes its generated columns.
    `GRANT EXECUTE ON FUNCTION "ledgerBalance" TO ${roles}`,
    // What a search compares.
    `GRANT EXECUTE ON FUNCTION "foldedText", "askedKeys", "searchKeys", "searchKey", "searchWeek" TO ${roleOf('customer_gateway')}`,
    // What a decision locks before it takes a place in the feed.
    `GRANT EXECUTE ON FUNCTION "lockChain" TO ${roleOf('case_worker')}`,
    // A view reads as its owner.
    `GRANT SELECT ON "Audit" TO ${roleOf('customer_gateway')}`,
    `GRANT EXECUTE ON FUNCTION "auditFailedSignIn" TO ${roleOf('public_gateway')}, ${roleOf('customer_gateway')}`,
    // What a change of an account does; writing mail is a privilege of its own.
    `GRANT EXECUTE ON FUNCTION "notifyAccount", "hasSecondFactor" TO ${roles}`,
    // What erases a case.
    `GRANT EXECUTE ON FUNCTION "keptDetail" TO ${roles}`,
    ...tables,
    ...sequences,
    ...commandPolicies(),
    ...credentialStatements(),
  ];
}

/** Every process that has a privilege on commands reads all of them, and writes undecided ones of its own author. */
function commandPolicies(): string[] {
  const policyOf = policy.bind(null, 'Command');
  const all = processes.map(roleOf).join(', ');
  return [
    ...policyOf('read', `FOR SELECT TO ${all} USING (true)`),
    ...policyOf('erase', `FOR DELETE TO ${roleOf('case_worker')}, ${roleOf('ops')} USING (true)`),
    ...policyOf('settle', `FOR UPDATE TO ${roleOf('case_worker')} USING (true)`),
    ...Object.entries(commandAuthors).flatMap(([process, author]) => {
      const role = roleOf(process as Process);
      return [
        ...policyOf(
          `write_as_${process}`,
          `FOR INSERT TO ${role} WITH CHECK (author = '${author}' AND outcome IS NULL)`,
        ),
        ...policyOf(`renew_as_${process}`, `FOR UPDATE TO ${role} USING (author = '${author}')`),
      ];
    }),
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
