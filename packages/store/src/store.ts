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
