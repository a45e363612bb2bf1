import { PrismaPg } from '@prisma/adapter-pg';
import { clearLogs } from '@prisma/debug';
import type pg from 'pg';
import { type ConnectionProfile, createPool } from './connections.ts';
import { PrismaClient } from './generated/client.ts';
import { createTransactions, type InTransaction, type Transaction } from './transactions.ts';

export interface Store {
  /** For single statements: it opens no transaction. */
  prisma: Transaction;
  /** The same connections, for the few hot reads and for bytes. */
  pool: pg.Pool;
  /** The only way to a transaction. Inside it `prisma` and `pool` throw. */
  inTransaction: InTransaction;
  close: () => Promise<void>;
}

/** One pool of connections, used by Prisma and by plain SQL alike. */
export function openStore(connectionString: string, max = 10, profile: ConnectionProfile = 'service'): Store {
  const pool = createPool(connectionString, max, profile);
  const prisma = new PrismaClient({ adapter: new PrismaPg(pool, { statementNameGenerator: forgetAndName }) });
  const { inTransaction, refuse } = createTransactions(prisma);
  return {
    prisma: guarded(prisma, refuse),
    pool: guarded(pool, refuse, ['query', 'connect']),
    inTransaction,
    async close() {
      await prisma.$disconnect();
      await pool.end();
    },
  };
}

/**
 * The same object, which calls `refuse` first for each of the named properties that is read, or for any. Prisma itself
 * has the pool without it: it takes connections for several callers at once, in the context of any of them.
 */
function guarded<T extends object>(target: T, refuse: () => void, names?: readonly string[]): T {
  return new Proxy(target, {
    get(_, property) {
      if (!names || names.includes(String(property))) refuse();
      const value = Reflect.get(target, property) as unknown;
      return typeof value === 'function' && names ? (value.bind(target) as unknown) : value;
    },
  });
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

/**
 * For a report of a fault, Prisma keeps the arguments of the last hundred statements. Of cases of 2 MB that is all of a
 * gateway's heap. The adapter asks for a name right after it has kept them.
 */
function forgetAndName(statement: { sql: string }): string {
  clearLogs();
  return statementName(statement);
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
