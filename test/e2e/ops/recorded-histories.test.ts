import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';

const tool = fileURLToPath(new URL('../../../tools/histories.mjs', import.meta.url));
let dir = '';

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'histories-'));
  mkdirSync(join(dir, 'test/histories'), { recursive: true });
  git('init', '--quiet');
  write('kept', 'as recorded');
  write('outlived', 'as recorded');
  commit();
});
afterEach(() => rmSync(dir, { recursive: true }));

test('before the first version a history can be recorded over', () => {
  write('kept', 'recorded over');
  expect(check()).toEqual({ status: 0, stderr: '' });
});

test('from the first version on it cannot, committed or not', () => {
  git('tag', 'v0.1.0');
  expect(check().status).toBe(0);
  write('kept', 'recorded over');
  const fault = 'test/histories/kept.json differs from refs/tags/v0.1.0: record a story of another name\n';
  expect(check()).toEqual({ status: 1, stderr: fault });
  commit();
  expect(check()).toEqual({ status: 1, stderr: fault });
});

test('new histories are recorded, and those that no open case has are deleted', () => {
  git('tag', 'v0.1.0');
  write('new', 'recorded');
  rmSync(join(dir, 'test/histories/outlived.json'));
  commit();
  expect(check()).toEqual({ status: 0, stderr: '' });
});

function write(name: string, text: string): void {
  writeFileSync(join(dir, 'test/histories', `${name}.json`), text);
}

function commit(): void {
  git('add', '--all');
  git('-c', 'user.name=Test', '-c', 'user.email=test@example.com', 'commit', '--quiet', '--message', 'Histories');
}

function git(...args: string[]): void {
  execFileSync('git', args, { cwd: dir });
}

function check(): { status: number | null; stderr: string } {
  const { status, stderr } = spawnSync(process.execPath, [tool], { cwd: dir, encoding: 'utf8' });
  return { status, stderr };
}
