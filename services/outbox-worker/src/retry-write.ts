import { setTimeout } from 'node:timers/promises';

/** Retries a write for some seconds. It records what a receiver has accepted: unrecorded, that would be sent again. */
export async function retryWrite<T>(write: () => Promise<T>): Promise<T> {
  for (let retriesLeft = 6; ; retriesLeft -= 1) {
    try {
      return await write();
    } catch (error) {
      if (retriesLeft === 0) throw error;
      await setTimeout(delayMs);
    }
  }
}

const delayMs = 1000;
