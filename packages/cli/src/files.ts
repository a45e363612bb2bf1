import { randomUUID } from 'node:crypto';
import { chmod, link, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { exitCodes, Failure } from './failures.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Returns the path of a file in one of the user's folders: `config` for sign-ins, `state` for the positions in the
 * event feed that the `listen` command has reached.
 */
export function userFile(env: Environment, kind: 'config' | 'state', name: string): string {
  const [variable, fallback] = { config: ['XDG_CONFIG_HOME', '.config'], state: ['XDG_STATE_HOME', '.local/state'] }[
    kind
  ];
  const given = env[variable!] ?? '';
  // The specification of the XDG variables says to ignore relative paths.
  return join(isAbsolute(given) ? given : join(homedir(), fallback!), 'eviction-case', name);
}

/** Reads a JSON file. Returns null if it doesn't exist. Throws a Failure if it isn't valid JSON. */
export async function readPrivate<T>(file: string): Promise<T | null> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as T;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    if (!(error instanceof SyntaxError)) throw error;
    // The parser's message would quote the content.
    throw new Failure(exitCodes.failed, 'damaged_file', `${file} is not valid JSON. Remove it, and try again.`);
  }
}

/** Writes a file completely or not at all, readable only by this user. When this resolves, the file is on disk. */
export async function writePrivate(file: string, value: unknown): Promise<void> {
  await makeFolder(file);
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, `${JSON.stringify(value)}\n`, { flag: 'wx', mode: 0o600, flush: true });
  await replace(file, draft);
}

/**
 * Moves the draft over the file. It tries several times, because Windows refuses to replace a file while another
 * process has it open.
 */
async function replace(file: string, draft: string): Promise<void> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await rename(draft, file);
    } catch (error) {
      const isHeld = ['EPERM', 'EACCES'].includes((error as NodeJS.ErrnoException).code ?? '');
      if (!isHeld || attempts === 5) throw error;
      await pause(20 * attempts);
    }
  }
}

/** A lock older than this is abandoned, in milliseconds. Work under a lock has a shorter timeout. */
const abandonedMs = 30_000;

/**
 * Runs `use` while holding a lock file, which only one process can hold at a time. If a process dies, its lock expires
 * after half a minute.
 */
export async function withLock<T>(file: string, use: () => Promise<T>): Promise<T> {
  await makeFolder(file);
  for (;;) {
    const isTaken = await writeFile(file, '', { flag: 'wx', mode: 0o600 }).catch(unless('EEXIST'));
    if (isTaken !== null) break;
    await removeAbandoned(file).catch(unless('ENOENT'));
    await pause(50);
  }
  try {
    return await use();
  } finally {
    await rm(file, { force: true });
  }
}

/**
 * Removes an abandoned lock. If several processes find it, only one can move it away. A lock that was taken in the
 * meantime is put back.
 */
async function removeAbandoned(file: string): Promise<void> {
  const isAbandoned = async (path: string) => Date.now() - (await stat(path)).mtimeMs > abandonedMs;
  if (!(await isAbandoned(file))) return;
  const away = `${file}.${randomUUID()}`;
  // Renaming doesn't change the modification time.
  await rename(file, away);
  if (!(await isAbandoned(away))) await link(away, file).catch(unless('EEXIST'));
  await rm(away);
}

async function makeFolder(file: string): Promise<void> {
  const folder = dirname(file);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
}

function unless(code: string) {
  return (error: NodeJS.ErrnoException): null => {
    if (error.code !== code) throw error;
    return null;
  };
}
