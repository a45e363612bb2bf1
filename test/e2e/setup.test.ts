import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { cloneDatabase } from '@evict/testkit';
import { expect, inject, test } from 'vitest';

const program = fileURLToPath(new URL('../../services/setup/src/main.ts', import.meta.url));

test('every task of setup can be run on a deployment that needs none of it, and says so', async () => {
  const { temporalAddress, temporalNamespace } = inject('servers');
  const tasks = ['database', 'temporal', 'cases', 'rows', 'blobs'];
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import', import.meta.resolve('tsx'), program, ...tasks],
    {
      env: {
        DATABASE_URL: await cloneDatabase(),
        TEMPORAL_ADDRESS: temporalAddress,
        TEMPORAL_NAMESPACE: temporalNamespace,
        TEMPORAL_PAYLOAD_KEYS: 'the payload key of a deployment that is long',
      },
    },
  );
  const told = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(told).toMatchObject([
    { task: 'database', applied: [] },
    { task: 'temporal', namespace: temporalNamespace },
    { task: 'cases', started: 0, running: 0 },
    { task: 'rows', rebuilt: 0, unclear: [] },
    { task: 'blobs', moved: 0 },
  ]);
});
