import { randomUUID } from 'node:crypto';
import { withClient } from '@evict/local';
import { migrate } from '@evict/prisma/migrate';
import { expect, inject, test } from 'vitest';

async function newDatabase(): Promise<string> {
  const { postgresUrl } = inject('servers');
  const name = `migrations_${randomUUID().replaceAll('-', '')}`;
  await withClient(`${postgresUrl}postgres`, (client) => client.query(`CREATE DATABASE ${name}`));
  return `${postgresUrl}${name}`;
}

test('two processes that migrate at the same time apply each migration only once', async () => {
  const url = await newDatabase();
  const [first, second] = await Promise.all([migrate(url), migrate(url)]);
  const applied = [...(first ?? []), ...(second ?? [])];
  expect(applied.length).toBeGreaterThan(0);
  expect(new Set(applied).size).toBe(applied.length);
  await withClient(url, async (client) => {
    const { rows } = await client.query('SELECT 1 FROM _prisma_migrations WHERE finished_at IS NOT NULL');
    expect(rows).toHaveLength(applied.length);
  });
});

test('migrating fails if an applied migration was edited later or never finished', async () => {
  const url = await newDatabase();
  await migrate(url);
  const set = (column: string) => withClient(url, (client) => client.query(`UPDATE _prisma_migrations SET ${column}`));
  await set(`checksum = 'x'`);
  await expect(migrate(url)).rejects.toThrow('These migrations were edited after they were applied');
  await set('finished_at = NULL');
  await expect(migrate(url)).rejects.toThrow('Not finished');
});

test('a failing migration leaves nothing behind', async () => {
  const url = await newDatabase();
  // The first migration also creates a table with this name, so it fails.
  await withClient(url, (client) => client.query('CREATE TABLE "RateLimit" (id text)'));
  await expect(migrate(url)).rejects.toThrow('failed, and none of it was applied');
  await withClient(url, async (client) => {
    const { rows } = await client.query(
      `SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename`,
    );
    expect(rows.map(({ tablename }) => tablename)).toEqual(['RateLimit', '_prisma_migrations']);
  });
});
