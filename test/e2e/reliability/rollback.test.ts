import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { withClient } from '@evict/local';
import { migrate } from '@evict/prisma/migrate';
import { expect, inject, test } from 'vitest';

const migrations = readdirSync(new URL('../../../prisma/migrations/', import.meta.url))
  .filter((name) => /^\d/.test(name))
  .sort();

test('the task of the version before leaves the database of a newer version as it is', async () => {
  const { postgresUrl } = inject('servers');
  const name = `newer_${randomUUID().replaceAll('-', '')}`;
  await withClient(`${postgresUrl}postgres`, (client) => client.query(`CREATE DATABASE ${name}`));
  const url = `${postgresUrl}${name}`;
  expect(await migrate(url)).toEqual(migrations);
  expect(await migrate(url, { through: migrations.at(-3)! })).toEqual([]);
  await withClient(url, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      'SELECT migration_name AS name FROM _prisma_migrations WHERE rolled_back_at IS NULL ORDER BY name',
    );
    expect(rows.map((row) => row.name)).toEqual(migrations);
  });
});
