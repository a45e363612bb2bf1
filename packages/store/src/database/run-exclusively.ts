import { poolOf, type Store } from './store.ts';

/**
 * Runs work that only one process at a time should do. Returns null if another process is doing it. This saves load but
 * isn't a guarantee: a process that loses its connection keeps working while another one starts.
 */
export async function runExclusively<T>(store: Store, name: string, work: () => Promise<T>): Promise<T | null> {
  const client = await poolOf(store).connect();
  let broken = true;
  try {
    const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock(hashtext($1)) AS taken', [
      name,
    ]);
    if (!rows[0]?.taken) {
      broken = false;
      return null;
    }
    try {
      return await work();
    } finally {
      await client.query('SELECT pg_advisory_unlock(hashtext($1))', [name]);
      broken = false;
    }
  } finally {
    // If unlocking failed, closing the connection releases the lock.
    client.release(broken);
  }
}
