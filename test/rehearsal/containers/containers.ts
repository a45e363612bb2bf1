import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Options, Outcome } from '../support/outcome.ts';

/**
 * Runs the tests of this folder with Docker. With `--own-engine` it uses its own engine, and images that are built on
 * this machine.
 */
export async function run({ env, ownEngine }: Options): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), 'containers-'));
  const FIGURES = join(folder, 'figures');
  const script = fileURLToPath(new URL('run.sh', import.meta.url));
  const child = spawn('bash', [script, ...(ownEngine ? ['--own-engine'] : [])], {
    stdio: 'inherit',
    env: { ...env, FIGURES },
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  const lines = (await readFile(FIGURES, 'utf8').catch(() => '')).split('\n').filter(Boolean);
  await rm(folder, { recursive: true });
  const rows = lines.map((line) => JSON.parse(line) as { what: string; found: string });
  return { rows, faults: code === 0 ? [] : ['a test failed, see above'] };
}
