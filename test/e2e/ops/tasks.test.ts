import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { compileCache } from '@evict/config/compile-cache';
import { cloneDatabase } from '@evict/testkit';
import { afterAll, expect, inject, test } from 'vitest';
import { tasks } from '../../../services/tasks/src/tasks.ts';

const program = fileURLToPath(new URL('../../../services/tasks/src/main.ts', import.meta.url));

const folder = await mkdtemp(join(tmpdir(), 'tasks-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

test('every task can run on a deployment that does not need it, and says so', async () => {
  const { temporalAddress, temporalNamespace } = inject('servers');
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...Object.keys(tasks)], {
    env: {
      ...compileCache(),
      DATABASE_URL: await cloneDatabase(),
      TEMPORAL_ADDRESS: temporalAddress,
      TEMPORAL_NAMESPACE: temporalNamespace,
      ERASURE_LIST: folder,
    },
  });
  const told = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(told).toMatchObject([
    { task: 'database', applied: [] },
    { task: 'logins', logins: [] },
    { task: 'temporal', namespace: temporalNamespace },
    { task: 'erasures', erased: [], already: 0, unknown: 0, held: [] },
    { task: 'feeds', feeds: 0 },
    { task: 'verify', cases: 0, broken: 0 },
    { task: 'blobs', moved: 0 },
  ]);
});
