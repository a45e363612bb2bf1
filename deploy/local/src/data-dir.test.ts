import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DataDirInUse, openDataDir, removeAbandoned } from './data-dir.ts';
import { markOf, stillRuns } from './process-id.ts';

let path: string;
const children: ChildProcess[] = [];
beforeEach(async () => {
  path = await mkdtemp(join(tmpdir(), 'data-dir-'));
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await rm(path, { recursive: true });
});

test('a folder in use is refused, and the error names the process that uses it', async () => {
  const dir = await openDataDir(path);
  await expect(openDataDir(path)).rejects.toThrow(DataDirInUse);
  await expect(openDataDir(path)).rejects.toThrow(`is used by another stack (process ${process.pid})`);
  await dir.release();
  await (await openDataDir(path)).release();
});

test('the folder of a killed stack is taken over, and its remaining processes are ended', async () => {
  const orphan = run();
  await writeFile(join(path, 'stack.lock'), JSON.stringify({ pid: 2 ** 22 + 1, startedAt: '1' }));
  await writeFile(join(path, 'processes'), `${JSON.stringify({ name: 'Gateways', ...orphan })}\n{"cut sh`);
  await (await openDataDir(path)).release();
  expect(stillRuns(orphan)).toBe(false);
});

test("an unrelated process that has reused a recorded process id isn't killed", async () => {
  const stranger = run();
  await writeFile(join(path, 'processes'), JSON.stringify({ name: 'Gateways', pid: stranger.pid, startedAt: '1' }));
  await (await openDataDir(path)).release();
  expect(stillRuns(stranger)).toBe(true);
});

test('the ports of a run are remembered in its folder for the next run', async () => {
  const first = await openDataDir(path);
  expect(first.lastPorts).toEqual({});
  await first.rememberPorts({ PORT: 8080 });
  await first.release();
  const second = await openDataDir(path);
  expect(second.lastPorts).toEqual({ PORT: 8080 });
  await second.release();
});

test('processes recorded by a stack that was shut down are not killed by the next one', async () => {
  const dir = await openDataDir(path);
  const child = run();
  dir.rememberProcess('Gateways', child.pid);
  await dir.release();
  await (await openDataDir(path)).release();
  expect(stillRuns(child)).toBe(true);
});

test('of the folders with a given prefix, only those whose stack was killed are removed', async () => {
  await mkdir(join(path, 'a-killed'));
  await writeFile(join(path, 'a-killed', 'stack.lock'), JSON.stringify({ pid: 2 ** 22 + 1, startedAt: '1' }));
  await mkdir(join(path, 'a-just-made'));
  await mkdir(join(path, 'b-of-others'));
  const used = await openDataDir(join(path, 'a-used'));
  await removeAbandoned(path, 'a-');
  expect((await readdir(path)).sort()).toEqual(['a-just-made', 'a-used', 'b-of-others']);
  await used.release();
});

function run() {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  children.push(child);
  const mark = markOf(child.pid ?? 0);
  if (mark === null) throw new Error('the process did not start');
  return mark;
}
