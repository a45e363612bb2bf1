import { randomUUID } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { markOf, type ProcessMark, stillRuns } from './process-id.ts';

/**
 * Runs `use` while no other process runs it with the same file. Calls `onWait` once if it has to wait. Takes over a
 * lock whose process has ended.
 */
export async function withLock<T>(file: string, onWait: () => void, use: () => Promise<T>): Promise<T> {
  for (let notified = false; !(await takeLock(file)); notified = true) {
    if (!notified) onWait();
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  try {
    return await use();
  } finally {
    await rm(file, { force: true });
  }
}

/** Takes the lock by creating the file with this process's mark. Returns false if a running process holds the lock. */
export async function takeLock(file: string): Promise<boolean> {
  // A hard link puts the complete draft into place, so no process ever reads a partial lock.
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, JSON.stringify(markOf(process.pid)), { mode: 0o600 });
  try {
    while (!(await linked(draft, file))) {
      const holder = await holderOf(file);
      if (holder !== null && stillRuns(holder)) return false;
      await rm(file, { force: true });
    }
    return true;
  } finally {
    await rm(draft);
  }
}

async function linked(draft: string, file: string): Promise<boolean> {
  try {
    await link(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Returns the process that holds the lock, or null if there is none. */
export async function holderOf(file: string): Promise<ProcessMark | null> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as ProcessMark;
  } catch {
    return null;
  }
}
