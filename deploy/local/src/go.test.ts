import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { goCommand } from './go.ts';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'go-'));
});
afterEach(() => rm(dir, { recursive: true }));

/** The answer on a machine that has these programs alone. */
async function goWith(programs: Record<string, string>): Promise<string> {
  for (const [name, script] of Object.entries(programs)) {
    await writeFile(join(dir, name), `#!/bin/sh\n${script}\n`, { mode: 0o700 });
  }
  return goCommand({ PATH: dir, XDG_CACHE_HOME: dir }, () => {});
}

test('the Go of the system is used where it can build Temporal', async () => {
  expect(await goWith({ go: 'echo go1.99' })).toBe('go');
});

test('without Go and Python the message names both', async () => {
  await expect(goWith({})).rejects.toThrow(/^Go is not installed\. Python 3\.8 or later .* is needed/);
});

test('a Go that will not do is named with its own reason', async () => {
  await expect(goWith({ go: 'echo "go.mod requires go >= 1.26" >&2; exit 1' })).rejects.toThrow(
    /^go\.mod requires go >= 1\.26 Python 3\.8 or later/,
  );
});

test('a Python without its venv module is not used', async () => {
  await expect(goWith({ python3: 'exit 1' })).rejects.toThrow('with its venv module');
});
