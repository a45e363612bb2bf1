import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { withClient } from '@evict/local';
import { migrate } from '@evict/prisma/migrate';
import { expect, inject, test } from 'vitest';

const migrations = readdirSync(new URL('../../../prisma/migrations/', import.meta.url))
  .filter((name) => /^\d/.test(name))
  .sort();
const newer = '20991231000000_newer';

test('an old version that migrates the database of a newer version changes nothing in it', async () => {
  const { postgresUrl } = inject('servers');
  const name = `newer_${randomUUID().replaceAll('-', '')}`;
  await withClient(`${postgresUrl}postgres`, (client) => client.query(`CREATE DATABASE ${name}`));
  const url = `${postgresUrl}${name}`;
  expect(await migrate(url)).toEqual(migrations);
  // Changes the database the way a newer version would.
  await withClient(url, (client) =>
    client.query(
      `ALTER TABLE "Case" ADD COLUMN "newer" TEXT;
      INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
        SELECT 'newer', checksum, '${newer}', now(), now(), 1 FROM _prisma_migrations LIMIT 1`,
    ),
  );
  expect(await migrate(url)).toEqual([]);
  await withClient(url, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      'SELECT migration_name AS name FROM _prisma_migrations WHERE rolled_back_at IS NULL ORDER BY name',
    );
    expect(rows.map((row) => row.name)).toEqual([...migrations, newer]);
    await client.query('SELECT "newer" FROM "Case"');
  });
});
