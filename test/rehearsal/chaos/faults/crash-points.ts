import { existsSync, mkdirSync } from 'node:fs';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

/**
 * The named moments of the processes, before and after every durable operation. There is no list: a moment is known
 * once a process has reached it.
 */
export interface CrashPoints {
  /** Those that were reached, in order. */
  known: () => Promise<string[]>;
  /** Forgets the moments that were reached. */
  forget: () => Promise<void>;
  /** Kills the next process that reaches the moment. Resolves to whether that happened in time. */
  crashAt: (name: string, withinMs: number) => Promise<boolean>;
}

/** Creates the folder that the preloaded module reads. */
export function createCrashPoints(folder: string): CrashPoints {
  const [seen, armed] = [join(folder, 'seen'), join(folder, 'armed')];
  for (const path of [seen, armed]) mkdirSync(path, { recursive: true });
  return {
    known: async () => (await readdir(seen)).map((file) => decodeURIComponent(file)).sort(),
    async forget() {
      for (const file of await readdir(seen)) await rm(join(seen, file));
    },
    async crashAt(name, withinMs) {
      const file = join(armed, encodeURIComponent(name));
      await writeFile(file, '');
      for (const deadline = Date.now() + withinMs; existsSync(file) && Date.now() < deadline;) await setTimeout(10);
      const wasReached = !existsSync(file);
      await rm(file, { force: true });
      return wasReached;
    },
  };
}
