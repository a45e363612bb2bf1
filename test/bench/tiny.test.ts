import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const program = fileURLToPath(new URL('../../deploy/local/run.mjs', import.meta.url));

// A benchmark that nobody runs breaks. What it measures on a busy machine means nothing.
test('every benchmark ends, except those that take minutes', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'bench-tiny-'));
  try {
    const args = [program, 'bench', '--tiny', '--json', join(folder, 'results.json')];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    expect(stdout).toContain('results.svg');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}, 600_000);
