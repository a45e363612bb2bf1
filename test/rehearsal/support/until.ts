import { setTimeout } from 'node:timers/promises';

/** Asks until it is answered, and gives the answer. Rejects, as the last attempt has, after a minute or the time given. */
export async function until<T>(ask: () => Promise<T>, { withinMs = 60_000, everyMs = 100 } = {}): Promise<T> {
  for (const deadline = Date.now() + withinMs; ;) {
    try {
      return await ask();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await setTimeout(everyMs);
    }
  }
}
