import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { cacheFolder, type Env } from './cache-folder.ts';

/**
 * Returns the program of a Go module, for tests. On first use the system's Go builds it from the pins in a folder,
 * which may take minutes. It is cached on the machine. The folder has the program's name. Rejects if Go or its modules
 * are missing.
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
