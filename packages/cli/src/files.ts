import { randomUUID } from 'node:crypto';
import { chmod, link, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { exitCodes, Failure } from './failures.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** A file in a folder of the user: of what they have signed in to, or of how far their receivers have come. */
export function userFile(env: Environment, kind: 'config' | 'state', name: string): string {
  const [variable, fallback] = { config: ['XDG_CONFIG_HOME', '.config'], state: ['XDG_STATE_HOME', '.local/state'] }[
    kind
  ];
  const given = env[variable!] ?? '';
  // The specification of these variables ignores a relative path.
  return join(isAbsolute(given) ? given : join(homedir(), fallback!), 'eviction-case', name);
}

/** The value of a JSON file; null if there is no such file. */
export async function readPrivate<T>(file: string): Promise<T | null> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as T;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    if (!(error instanceof SyntaxError)) throw error;
    // Its message would quote the content.
    throw new Failure(exitCodes.failed, 'damaged_file', `${file} is not valid JSON. Remove it, and try again.`);
  }
}

/** Writes a file whole or not at all, for this user alone. It has reached the disk when this resolves. */
export async function writePrivate(file: string, value: unknown): Promise<void> {
  await makeFolder(file);
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, `${JSON.stringify(value)}\n`, { flag: 'wx', mode: 0o600, flush: true });
  await replace(file, draft);
}

/** Windows refuses while another process has the file open, which is not for long. */
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

/** What is done under a lock has a shorter timeout. */
const abandonedMs = 30_000;

/** Runs `use` while no other process does with the same file. A lock whose process has died ends after half a minute. */
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

/** Of several that find it, one moves it away. A lock that was taken in between is put back. */
async function removeAbandoned(file: string): Promise<void> {
  const isAbandoned = async (path: string) => Date.now() - (await stat(path)).mtimeMs > abandonedMs;
  if (!(await isAbandoned(file))) return;
  const away = `${file}.${randomUUID()}`;
  // The time of its last change stays.
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
