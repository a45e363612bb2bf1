import { condition, sleep } from '@temporalio/workflow';
import { fastForward } from './activities.ts';

/**
 * The case's clock, which a sandbox case can skip. The server skips to the next timer, whichever that is, so nothing is
 * skipped while the case waits on a timer that is not its step's, and a skip is repeated after such a wait.
 */
export class Clock {
  #unskippableWaits = 0;
  #isUnskippable = false;

  /** Waits on a timer that must not be skipped to. */
  async unskippable<T>(wait: () => Promise<T>): Promise<T> {
    this.#unskippableWaits += 1;
    this.#isUnskippable = true;
    try {
      return await wait();
    } finally {
      this.#isUnskippable = false;
    }
  }

  /** Skips to a time on this clock, in epoch milliseconds, and returns when `isOver`. `id` names the skip in the history. */
  async skipTo(time: number, { id, isOver }: { id: string; isOver: () => boolean }): Promise<void> {
    while (!isOver()) {
      await condition(() => isOver() || !this.#isUnskippable);
      const waits = this.#unskippableWaits;
      const durationMs = time - Date.now();
      if (durationMs > 0 && !isOver()) await fastForward({ durationMs, id: `${id}-${waits}` });
      await condition(() => isOver() || this.#unskippableWaits > waits);
    }
  }

  /** Moves the clock of a new process to what it showed in the process before. */
  async restore(time: number, id: string): Promise<void> {
    const durationMs = time - Date.now();
    if (durationMs < leastMoveMs) return;
    await this.unskippable(async () => {
      const arrived = sleep(durationMs, { summary: "The case's clock" });
      await fastForward({ durationMs, id });
      await arrived;
    });
  }
}

/** Less passes while a process is restored. */
const leastMoveMs = 60_000;
