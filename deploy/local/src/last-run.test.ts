import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigError } from '@evict/config';
import { Unreachable } from '@evict/ops/failures';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { environmentOfLastRun } from './last-run.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'last-run-'));
  await writeFile(
    join(folder, 'ports.json'),
    JSON.stringify({ PORT: 8123, POSTGRES_PORT: 20_001, TEMPORAL_PORT: 20_002 }),
  );
  await mkdir(join(folder, 'postgres'));
  await writeFile(join(folder, 'postgres', 'password'), 'secret');
});
afterAll(() => rm(folder, { recursive: true }));

test('the last stack in a folder is found if PORT is unset, 0 or the port of that stack', async () => {
  const found = {
    DATABASE_URL: 'postgresql://postgres:secret@127.0.0.1:20001/evictions',
    TEMPORAL_ADDRESS: '127.0.0.1:20002',
    TEMPORAL_NAMESPACE: 'evictions',
  };
  expect(await environmentOfLastRun({ DATA_DIR: folder })).toEqual({ DATA_DIR: folder, ...found });
  for (const PORT of ['8123', '0', ''])
    expect(await environmentOfLastRun({ DATA_DIR: folder, PORT })).toMatchObject(found);
});

test("a configured Temporal server is used instead of the local stack's own", async () => {
  const env = { DATA_DIR: folder, TEMPORAL_ADDRESS: 'temporal.example.com:7233', TEMPORAL_NAMESPACE: 'other' };
  expect(await environmentOfLastRun(env)).toMatchObject(env);
});

test('an environment with a DATABASE_URL is used unchanged', async () => {
  const env = { DATA_DIR: folder, DATABASE_URL: 'postgresql://u:p@db.example.com/evictions' };
  expect(await environmentOfLastRun(env)).toBe(env);
});

test("a port other than the stack's is refused, and so are an invalid port and a folder without a stack", async () => {
  const other = environmentOfLastRun({ DATA_DIR: folder, PORT: '9000' });
  await expect(other).rejects.toThrow(`The stack in ${folder} uses port 8123, not 9000. Change DATA_DIR or PORT.`);
  await expect(environmentOfLastRun({ DATA_DIR: join(folder, 'none') })).rejects.toThrow(Unreachable);
  await expect(environmentOfLastRun({ PORT: 'x' })).rejects.toThrow(ConfigError);
});
