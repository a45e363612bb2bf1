import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { PrismaClient } from './generated/client.ts';

export interface Store {
  prisma: PrismaClient;
  /** The same connections, for the few hot reads and for bytes. */
  pool: pg.Pool;
  close: () => Promise<void>;
}

/** One pool of connections, used by Prisma and by plain SQL alike. */
export function openStore(connectionString: string, max = 10): Store {
  const pool = new pg.Pool({ connectionString, max });
  // Of idle connections that the server dropped: the pool has let go of each and opens another when one is needed. An
  // error event that nobody listens to would end the process. A query that fails tells its caller.
  pool.on('error', () => {});
  const prisma = new PrismaClient({ adapter: new PrismaPg(pool, { statementNameGenerator: statementName }) });
  return {
    prisma,
    pool,
    async close() {
      await prisma.$disconnect();
      await pool.end();
    },
  };
}

/** Whether the database answers in time: one that hangs is no better than one that is gone. */
export async function databaseAnswers({ pool }: Store, withinMs = 2000): Promise<boolean> {
  const answer = pool.query('SELECT 1').then(
    () => true,
    () => false,
  );
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), withinMs);
  });
  const answers = await Promise.race([answer, late]);
  clearTimeout(timer);
  return answers;
}

const names = new Map<string, string>();

/** Named statements are parsed and planned once a connection. Past 200 texts (IN lists of any length) none is named. */
function statementName({ sql }: { sql: string }): string {
  let name = names.get(sql);
  if (name === undefined) {
    if (names.size >= 200) return '';
    name = `q${names.size}`;
    names.set(sql, name);
  }
  return name;
}
