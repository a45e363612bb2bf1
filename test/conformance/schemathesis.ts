import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const requirements = fileURLToPath(new URL('requirements.txt', import.meta.url));

/** A program that is needed is missing; the message says which, and what to do. */
export class Missing extends Error {
  override readonly name = 'Missing';
}

/**
 * The program `st`, installed in a virtual environment of its own under the cache folder when it is not there yet.
 * Throws Missing without Python.
 */
export async function schemathesis(env: NodeJS.ProcessEnv): Promise<string> {
  const pins = createHash('sha256')
    .update(await readFile(requirements))
    .digest('hex')
    .slice(0, 16);
  const cache = join(env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'eviction-case-service');
  const dir = join(cache, `schemathesis-${pins}`);
  const complete = join(dir, 'complete');
  if (!existsSync(complete)) {
    await requirePython();
    console.log('Installing Schemathesis …');
    await mkdir(cache, { recursive: true });
    await rm(dir, { recursive: true, force: true }); // an install that was cut short
    await run('python3', ['-m', 'venv', dir]);
    await run(join(dir, 'bin', 'pip'), ['install', '--quiet', '--disable-pip-version-check', '-r', requirements]);
    await writeFile(complete, '');
  }
  return join(dir, 'bin', 'st');
}

/** With the module that makes virtual environments, which some systems package apart. */
async function requirePython(): Promise<void> {
  const check = 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))';
  const works = await run('python3', ['-c', check], 'ignore').then(
    () => true,
    () => false,
  );
  if (!works) throw new Missing('Python 3.10 or later with its venv module is needed on the PATH as python3.');
}

/** Resolves when the program has ended well. */
async function run(file: string, args: readonly string[], stderr: 'inherit' | 'ignore' = 'inherit'): Promise<void> {
  const child = spawn(file, args, { stdio: ['ignore', 'ignore', stderr] });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`${file} ended with ${code}`);
}
