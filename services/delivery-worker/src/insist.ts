import { setTimeout } from 'node:timers/promises';

/** What somebody has taken from us is worth some waiting for the database: unrecorded, it would be sent again. */
export async function insist<T>(record: () => Promise<T>): Promise<T> {
  for (let triesLeft = 6; ; triesLeft -= 1) {
    try {
      return await record();
    } catch (error) {
      if (triesLeft === 0) throw error;
      await setTimeout(betweenMs);
    }
  }
}

const betweenMs = 1000;
