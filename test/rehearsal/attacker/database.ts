import { processes, type Process, roleOf, rowPolicies } from '@evict/store/roles';
import { attacks, attacksOfProcesses } from './attacks.ts';
import { type Run, seedStranger, traceOf } from './world.ts';

type Role = Process | 'owner';

/** What came of an attack under each role: `refused`, or `no effect`; anything else is a fault. */
export type Verdicts = Readonly<Partial<Record<Role, 'refused' | 'no effect' | 'succeeded'>>>;

/** Plays every attack under every role on rows of a stranger's, and undoes everything. */
export async function attackDatabase(db: Run): Promise<Readonly<Record<string, Verdicts>>> {
  await db.query('BEGIN');
  try {
    await seedStranger(db);
    const all = [
      ...Object.entries(attacks).map(([name, text]) => ({ name, text, roles: ['owner', ...processes] as const })),
      ...Object.entries(attacksOfProcesses).map(([name, text]) => ({ name, text, roles: processes })),
    ];
    const found: Record<string, Verdicts> = {};
    for (const { name, text, roles } of all) {
      const verdicts: Partial<Record<Role, Verdicts[Role]>> = {};
      for (const role of roles) verdicts[role] = await attempt(db, role, text);
      found[name] = verdicts as Verdicts;
    }
    return found;
  } finally {
    await db.query('ROLLBACK');
  }
}

async function attempt(db: Run, role: Role, text: string): Promise<Verdicts[Role]> {
  const before = await traceOf(db);
  await db.query('SAVEPOINT attack');
  try {
    // Whoever has a gateway sets its scope, too.
    await db.query(`SET LOCAL evict.organization = 'org_a'; SET LOCAL evict.mode = 'live'`);
    await db.query(`${role === 'owner' ? '' : `SET LOCAL ROLE ${roleOf(role)};`} ${text}`);
    await db.query('RESET ROLE');
    return (await traceOf(db)) === before ? 'no effect' : 'succeeded';
  } catch {
    return 'refused';
  } finally {
    await db.query('ROLLBACK TO SAVEPOINT attack');
  }
}

/**
 * By table and process what it got done, of statements that try each column: `r`ead, `i`nsert, `u`pdate, `d`elete. A
 * capital letter is for all columns, `*` for rows that a policy limits.
 */
export async function tryTables(
  db: Run,
): Promise<Readonly<Record<string, Readonly<Partial<Record<Process, string>>>>>> {
  const { rows: columns } = await db.query<{ table: string; column: string }>(
    `SELECT table_name AS table, column_name AS column FROM information_schema.columns
      WHERE table_schema = 'public' AND table_name NOT LIKE '\\_%' AND is_generated = 'NEVER' ORDER BY 1, ordinal_position`,
  );
  await db.query('BEGIN');
  try {
    await db.query(`CREATE FUNCTION attempted(statements text[]) RETURNS boolean[] LANGUAGE plpgsql AS $$
      DECLARE
        done boolean[] := '{}';
        one text;
      BEGIN
        FOREACH one IN ARRAY statements LOOP
          BEGIN
            EXECUTE one;
            done := done || true;
          EXCEPTION WHEN OTHERS THEN
            done := done || false;
          END;
        END LOOP;
        RETURN done;
      END $$; GRANT EXECUTE ON FUNCTION attempted TO PUBLIC`);
    const found: Record<string, Partial<Record<Process, string>>> = {};
    for (const process of processes) {
      await db.query(`SET LOCAL ROLE ${roleOf(process)}`);
      for (const table of new Set(columns.map((one) => one.table))) {
        const own = columns.filter((one) => one.table === table).map(({ column }) => `"${column}"`);
        const tries = {
          r: own.map((column) => `SELECT ${column} FROM "${table}" LIMIT 0`),
          i: own.map((column) => `INSERT INTO "${table}" (${column}) SELECT NULL WHERE false`),
          u: own.map((column) => `UPDATE "${table}" SET ${column} = NULL WHERE false`),
          d: [`DELETE FROM "${table}" WHERE false`],
        };
        let text = '';
        for (const [letter, statements] of Object.entries(tries)) text += await tried(db, letter, statements);
        const isLimited =
          rowPolicies[table as keyof typeof rowPolicies]?.[process] !== undefined || table === 'Command';
        (found[table] ??= {})[process] = text === '' ? '' : `${text}${isLimited ? '*' : ''}`;
      }
      await db.query('RESET ROLE');
    }
    return found;
  } finally {
    await db.query('ROLLBACK');
  }
}

async function tried(db: Run, letter: string, statements: readonly string[]): Promise<string> {
  const { rows } = await db.query<{ done: boolean[] }>('SELECT attempted($1) AS done', [statements]);
  const done = rows[0]?.done.filter((one) => one).length ?? 0;
  if (done === 0) return '';
  return done === statements.length ? letter.toUpperCase() : letter;
}

/** The page of the documentation. */
export function pageOf(
  tables: Awaited<ReturnType<typeof tryTables>>,
  verdicts: Awaited<ReturnType<typeof attackDatabase>>,
): string {
  const lines = [
    ['', ...processes.map((process) => process.replace('_', '-'))],
    ...Object.entries(tables).map(([table, of]) => [table, ...processes.map((process) => of[process] ?? '')]),
  ];
  const widths = lines[0]?.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0))) ?? [];
  const padded = lines.map((line) => line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
  return `# What a process can do in the database

Generated by \`npm test -- test/rehearsal/attacker -u\`, which tries every column of every table under the role of each process: **R** reads, **I** inserts, **U** updates, **D** deletes; a small letter is for some columns, \`*\` for rows that a policy names.

\`\`\`text
${padded.map((line) => line.trimEnd()).join('\n')}
\`\`\`

${Object.keys(verdicts).length} attacks on rows of others, such as a forged approval, an early erasure or a rewritten history, were refused or had no effect under every role. Their list is in \`test/rehearsal/attacker/attacks.ts\`.
`;
}
