import { condition } from '@temporalio/workflow';

/** Runs one at a time, in the order of the calls. */
export class Mutex {
  #isLocked = false;

  async exclusive<T>(run: () => Promise<T>): Promise<T> {
    // Checked again after every wake: two waiters may wake together.
    while (this.#isLocked) await condition(() => !this.#isLocked);
    this.#isLocked = true;
    try {
      return await run();
    } finally {
      this.#isLocked = false;
    }
  }
}
