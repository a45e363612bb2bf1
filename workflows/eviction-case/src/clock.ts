import { skipExpiryMs } from '@evict/temporal/messages';
import { sleep } from '@temporalio/workflow';

/**
 * The server's clock for this process, which follows the case's: a step that was advanced is recorded as of the time at
 * which it was due, and the clock of a new process starts with the wall clock's. Whoever is asked for a skip requests it
 * once, and the request expires: two skips for the same time would move the clock of a later step.
 */
export class Clock {
  /** When a skip was last asked for, on this clock. One may have been before this run. */
  #askedAt = Date.now();

  /** How far this clock is behind a time of the case, in milliseconds; 0 where that is too little to skip. */
  behindMs(time: number): number {
    const behindMs = time - Date.now();
    return behindMs < leastSkipMs ? 0 : behindMs;
  }

  /** Somebody is asked to skip. */
  ask(): void {
    this.#askedAt = Date.now();
  }

  /** Whether an earlier request for a skip can still take effect. */
  isAsked(): boolean {
    return Date.now() < this.#askedAt + skipExpiryMs;
  }

  /** Returns when this clock shows that time, or when no earlier request for a skip can take effect any more. */
  async settled(time: number): Promise<void> {
    while (this.behindMs(time) > 0 && this.isAsked()) {
      // The skip ends this wait early, and is spent on it: what is missing then is skipped with the next request.
      await sleep(this.#askedAt + skipExpiryMs - Date.now(), { summary: 'Wait for the clock to follow' });
    }
  }
}

/** A server that is told to skip less may find the time passed by itself, and then it skips to the next timer. */
const leastSkipMs = 10_000;
