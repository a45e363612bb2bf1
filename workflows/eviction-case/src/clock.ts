import { skipExpiryMs } from '@evict/temporal/messages';
import { sleep } from '@temporalio/workflow';

/**
 * The server's clock of this process, which lags behind the case's: an advanced step is recorded as of its due time,
 * and a new process starts at the wall clock. Each skip is requested once and expires, since two skips for the same
 * time would move the clock of a later step.
 */
export class Clock {
  /** When a skip was last requested, on this clock. An earlier run may have requested one. */
  #askedAt = Date.now();

  /** How far this clock is behind a time of the case, in milliseconds; 0 if that is too little to skip. */
  behindMs(time: number): number {
    const behindMs = time - Date.now();
    return behindMs < leastSkipMs ? 0 : behindMs;
  }

  /** Notes that a skip is requested. */
  ask(): void {
    this.#askedAt = Date.now();
  }

  /** Whether an earlier request for a skip can still take effect. */
  isAsked(): boolean {
    return Date.now() < this.#askedAt + skipExpiryMs;
  }

  /** Resolves when this clock shows that time, or when no earlier request for a skip can take effect. */
  async settled(time: number): Promise<void> {
    while (this.behindMs(time) > 0 && this.isAsked()) {
      // A skip can end this wait early and be used up by it; the next request skips the rest.
      await sleep(this.#askedAt + skipExpiryMs - Date.now(), { summary: 'Wait for the clock to follow' });
    }
  }
}

/** With a shorter skip, the time may already have passed on the server, which then skips to the next timer. */
const leastSkipMs = 10_000;
