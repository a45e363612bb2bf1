import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, startTemporal, Supervisor, temporalProgram } from '@evict/local';
import { registerNamespace } from '@evict/temporal/setup';
import { Client, Connection } from '@temporalio/client';
import { afterAll, expect, test } from 'vitest';

// The local server keeps its data in SQLite with settings of our own: what it has acknowledged must survive it.

let pid = 0;
const supervisor = new Supervisor({ onSpawn: (_name, id) => (pid = id) });
const dir = await mkdtemp(join(tmpdir(), 'temporal-killed-'));
const program = await temporalProgram(process.env, console.log);
const address = await startTemporal(supervisor, { dir, port: await freePort(), webPort: null, program });
const connection = await Connection.connect({ address });
const namespace = 'killed';
await registerNamespace(connection, namespace);
const client = new Client({ connection, namespace });
afterAll(async () => {
  await connection.close();
  await supervisor.stop();
  await rm(dir, { recursive: true });
});

test('a server that is killed while it writes has everything that it had acknowledged', async () => {
  const acknowledged: string[] = [];
  for (let kill = 1; kill <= 3; kill += 1) {
    const before = acknowledged.length;
    const killed = new AbortController();
    const callers = Array.from({ length: 8 }, async (_, caller) => {
      for (let number = 0; !killed.signal.aborted; number += 1) {
        const workflowId = `${kill}-${caller}-${number}`;
        const started = client.workflow.start('none', { taskQueue: 'nobody', workflowId });
        await started.then(
          () => acknowledged.push(workflowId),
          () => {}, // it may or may not have been written
        );
      }
    });
    await expect.poll(() => acknowledged.length).toBeGreaterThan(before + 50);
    process.kill(pid, 'SIGKILL');
    killed.abort();
    await Promise.all(callers);
    await expect.poll(() => connection.workflowService.getSystemInfo({}).catch(() => null)).not.toBeNull();
  }
  const lost: string[] = [];
  for (const id of acknowledged) {
    await client.workflow
      .getHandle(id)
      .describe()
      .catch((error: Error) => lost.push(`${id}: ${error.name}`));
  }
  expect(lost).toEqual([]);
});

test('several servers start at once, each on ports of its own', async () => {
  const folders = await Promise.all([1, 2, 3, 4].map(() => mkdtemp(join(tmpdir(), 'temporal-beside-'))));
  const beside = new Supervisor({});
  try {
    const started = folders.map(async (folder) =>
      startTemporal(beside, { dir: folder, port: await freePort(), webPort: await freePort(), program }),
    );
    expect(new Set(await Promise.all(started)).size).toBe(4);
  } finally {
    await beside.stop();
    await Promise.all(folders.map((folder) => rm(folder, { recursive: true })));
  }
});
