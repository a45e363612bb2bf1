import { withClient } from '@evict/local';
import type { BenchStack } from '../programs.ts';

/**
 * Settings of a server with work to do. With the defaults of the local stack a checkpoint follows every gigabyte, and
 * after each one every page is written to the journal whole. Nothing becomes less durable.
 */
const settings = { max_wal_size: '8GB', checkpoint_timeout: '15min' } as const;

export async function prepareDatabase(stack: BenchStack): Promise<void> {
  await withClient(stack.databaseUrl('postgres'), async (client) => {
    for (const [name, value] of Object.entries(settings)) await client.query(`ALTER SYSTEM SET ${name} = '${value}'`);
    await client.query('SELECT pg_reload_conf()');
  });
}
