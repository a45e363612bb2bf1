import { existsSync, mkdirSync } from 'node:fs';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

export type CrashPoints = ReturnType<typeof createCrashPoints>;

/**
 * Controls the crash points, which are named moments before and after every durable operation of a process, through a
 * folder that the preloaded module reads. There is no list of moments: one is known once a process has reached it.
 */
export function createCrashPoints(folder: string) {
  const [seen, armed] = [join(folder, 'seen'), join(folder, 'armed')];
  for (const path of [seen, armed]) mkdirSync(path, { recursive: true });
  return {
    /** Returns the moments that were reached, sorted by name. */
    known: async () => (await readdir(seen)).map((file) => decodeURIComponent(file)).sort(),
    /** Forgets the moments that were reached. */
    async forget(): Promise<void> {
      for (const file of await readdir(seen)) await rm(join(seen, file));
    },
    /** Kills the next process that reaches the moment. Resolves to whether one did so in time. */
    async crashAt(name: string, withinMs: number): Promise<boolean> {
      const file = join(armed, encodeURIComponent(name));
      await writeFile(file, '');
      for (const deadline = Date.now() + withinMs; existsSync(file) && Date.now() < deadline;) await setTimeout(10);
      const wasReached = !existsSync(file);
      await rm(file, { force: true });
      return wasReached;
    },
  };
}
