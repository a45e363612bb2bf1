import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { cacheFolder, type Env } from './cache-folder.ts';

/**
 * Returns the path of a program written in Go, for tests. The system's Go builds it on first use, from the versions
 * that the folder's go.mod and go.sum pin, which may take minutes. The result is cached on this machine under the
 * folder's name. Rejects if Go is missing or a module can't be fetched.
 */
export async function goProgram(folder: string, module: string, env: Env): Promise<string> {
  const pins = createHash('sha256').update(`${process.platform} ${process.arch}`);
  for (const file of ['go.mod', 'go.sum']) pins.update(await readFile(join(folder, file)));
  const cache = cacheFolder(env);
  const program = join(cache, `${basename(folder)}-${pins.digest('hex').slice(0, 16)}`);
  if (existsSync(program)) return program;
  await mkdir(cache, { recursive: true });
  const unfinished = `${program}.${process.pid}`;
  await promisify(execFile)('go', ['build', '-ldflags=-s -w', '-o', unfinished, module], { cwd: folder, env });
  await rename(unfinished, program);
  return program;
}
