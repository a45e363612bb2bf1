import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';

/**
 * The program of a module, built from the pins in a folder on first use, which may take minutes; kept in the cache
 * folder of the machine. The folder has the program's name. Rejects where Go or its modules are missing.
 */
export async function goProgram(folder: string, module: string, env: NodeJS.ProcessEnv): Promise<string> {
  const pins = createHash('sha256').update(`${process.platform} ${process.arch}`);
  for (const file of ['go.mod', 'go.sum']) pins.update(await readFile(join(folder, file)));
  const cache = join(env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'eviction-case-service');
  const program = join(cache, `${basename(folder)}-${pins.digest('hex').slice(0, 16)}`);
  if (existsSync(program)) return program;
  await mkdir(cache, { recursive: true });
  const unfinished = `${program}.${process.pid}`;
  await promisify(execFile)('go', ['build', '-o', unfinished, module], { cwd: folder });
  await rename(unfinished, program);
  return program;
}
