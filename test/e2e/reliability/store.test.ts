import { openTestStore } from '@evict/store/testing';
import { cloneDatabase } from '@evict/testkit';
import { afterAll, expect, test } from 'vitest';

const url = await cloneDatabase();
const [store, operator] = [openTestStore(url, 3), openTestStore(url, 1)];
afterAll(() => Promise.all([store.close(), operator.close()]));

test('connections that PostgreSQL drops while they are idle are replaced by the next reads, and nothing fails', async () => {
  // Before the first use of Prisma, which then handles errors of the pool too.
  for (const read of [() => store.pool.query('SELECT 1'), () => store.prisma.case.count()]) {
    await Promise.all([1, 2, 3].map(() => store.pool.query('SELECT pg_sleep(0.05)')));
    expect(store.pool.idleCount).toBe(3);
    await operator.pool.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    );
    await expect.poll(() => store.pool.totalCount).toBe(0);
    await expect(read()).resolves.toBeDefined();
  }
});
