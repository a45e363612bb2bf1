import { setTimeout } from 'node:timers/promises';

/**
 * Retries until `ask` succeeds, and returns its result. After a minute, or the given time, rejects with the error of
 * the last attempt.
 */
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
