import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cacheFolder, type Env } from './cache-folder.ts';
import { CannotStart } from './cannot-start.ts';
import { withLock } from './lock.ts';

const run = promisify(execFile);

export interface PythonPackages {
  /** Of the folder in the cache. */
  name: string;
  /** The file that pins them. pip refuses an archive with another hash where the file has hashes. */
  requirements: string;
  /** The oldest Python that they run on, such as `3.10`. */
  oldest: string;
}

/**
 * A virtual environment with these packages, in the cache folder; made when it is not there yet. Resolves to its folder.
 * Throws CannotStart without Python. Rejects where pip cannot install them.
 */
export async function pythonEnvironment(
  { name, requirements, oldest }: PythonPackages,
  env: Env,
  progress: (line: string) => void,
): Promise<string> {
  const pins = createHash('sha256').update(await readFile(requirements));
  const dir = join(cacheFolder(env), `${name}-${pins.digest('hex').slice(0, 16)}`);
  // Scripts in it name the folder, so it is made where it stays, and marked when it is complete.
  const complete = join(dir, 'complete');
  if (existsSync(complete)) return dir;
  await requirePython(oldest, env);
  await mkdir(cacheFolder(env), { recursive: true });
  await withLock(
    `${dir}.lock`,
    () => progress(`Waiting for another install of ${name} …`),
    async () => {
      if (existsSync(complete)) return;
      progress(`Installing ${name} …`);
      await rm(dir, { recursive: true, force: true }); // an install that was cut short
      await run('python3', ['-m', 'venv', dir], { env });
      const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--only-binary=:all:'];
      await run(join(dir, 'bin', 'python'), [...pip, '-r', requirements], { env });
      await writeFile(complete, '');
    },
  );
  return dir;
}

/** With the modules that make virtual environments, which some systems package apart. */
async function requirePython(oldest: string, env: Env): Promise<void> {
  const check = `import sys, venv, ensurepip; sys.exit(sys.version_info < (${oldest.replace('.', ', ')}))`;
  await run('python3', ['-c', check], { env }).catch(() => {
    throw new CannotStart(`Python ${oldest} or later with its venv module is needed in PATH as python3.`);
  });
}
