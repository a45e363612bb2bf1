import { randomUUID } from 'node:crypto';
import { withClient } from '@evict/local';
import { inject } from 'vitest';

export const TEMPLATE_DATABASE = 'template_evictions';

/** Creates a migrated, empty database and returns its URL. For test files under `test/`. */
export async function cloneDatabase(): Promise<string> {
  const { postgresUrl } = inject('servers');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await withClient(`${postgresUrl}postgres`, (client) =>
    client.query(`CREATE DATABASE ${name} TEMPLATE ${TEMPLATE_DATABASE} STRATEGY file_copy`),
  );
  return `${postgresUrl}${name}`;
}
