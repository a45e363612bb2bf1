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
  /** The name of the environment's folder in the cache. */
  name: string;
  /** The file with the pinned packages. If it contains hashes, pip rejects any other archive. */
  requirements: string;
  /** The oldest Python version that the packages support, such as `3.10`. */
  oldest: string;
}

/**
 * Creates a virtual environment with these packages in the cache folder, unless it exists. Returns its folder. Throws
 * CannotStart if Python is missing. Rejects if pip can't install the packages.
 */
export async function pythonEnvironment(
  { name, requirements, oldest }: PythonPackages,
  env: Env,
  progress: (line: string) => void,
): Promise<string> {
  const pins = createHash('sha256').update(await readFile(requirements));
  const dir = join(cacheFolder(env), `${name}-${pins.digest('hex').slice(0, 16)}`);
  // The environment's scripts contain the folder's path, so it is created in place and marked when it is complete.
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
      await rm(dir, { recursive: true, force: true }); // from an interrupted install
      await run('python3', ['-m', 'venv', dir], { env });
      const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--only-binary=:all:'];
      await run(join(dir, 'bin', 'python'), [...pip, '-r', requirements], { env });
      await writeFile(complete, '');
    },
  );
  return dir;
}

/** Throws CannotStart unless Python is recent enough and has its venv module, which some systems package separately. */
async function requirePython(oldest: string, env: Env): Promise<void> {
  const check = `import sys, venv, ensurepip; sys.exit(sys.version_info < (${oldest.replace('.', ', ')}))`;
  await run('python3', ['-c', check], { env }).catch(() => {
    throw new CannotStart(`Python ${oldest} or later with its venv module is needed in PATH as python3.`);
  });
}
