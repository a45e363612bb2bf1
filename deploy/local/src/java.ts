import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cacheFolder, type Env } from './cache-folder.ts';
import { CannotStart } from './cannot-start.ts';

const run = promisify(execFile);

export interface JavaArchive {
  /** The artifact in Maven Central: `group:name:version`. */
  artifact: string;
  /** The SHA-256 of the archive, in hex. */
  sha256: string;
}

/**
 * Returns the path of an archive in the cache folder. Maven fetches it if it is missing. Throws CannotStart if Java or
 * Maven is missing. Rejects if Maven can't fetch the archive, or if its hash is wrong.
 */
export async function javaArchive({ artifact, sha256 }: JavaArchive, env: Env): Promise<string> {
  await requireProgram('java', ['-version'], env);
  const [, name = '', version = ''] = artifact.split(':');
  const file = `${name}-${version}.jar`;
  const cache = cacheFolder(env);
  const archive = join(cache, file);
  if (existsSync(archive) && (await hashOf(archive)) === sha256) return archive;
  await requireProgram('mvn', ['-version'], env);
  await mkdir(cache, { recursive: true });
  const fetched = await mkdtemp(join(cache, 'fetch-'));
  try {
    const goal = ['dependency:copy', `-Dartifact=${artifact}`, `-DoutputDirectory=${fetched}`];
    await run('mvn', ['--quiet', '--batch-mode', ...goal], { cwd: fetched, env });
    const hash = await hashOf(join(fetched, file));
    if (hash !== sha256) throw new Error(`${artifact} has the hash ${hash}, not ${sha256}`);
    await rename(join(fetched, file), archive);
  } finally {
    await rm(fetched, { recursive: true });
  }
  return archive;
}

async function hashOf(file: string): Promise<string> {
  return createHash('sha256')
    .update(await readFile(file))
    .digest('hex');
}

async function requireProgram(program: string, args: readonly string[], env: Env): Promise<void> {
  await run(program, args, { env }).catch(() => {
    throw new CannotStart(`Java 11 or later and Maven are needed in PATH as java and mvn; ${program} does not run.`);
  });
}
