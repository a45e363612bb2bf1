import { condition } from '@temporalio/workflow';

/** Lets one run at a time, in the order in which they asked. */
export class Mutex {
  #isLocked = false;

  async exclusive<T>(run: () => Promise<T>): Promise<T> {
    // Checked again after every wake: two who waited may wake in the same moment.
    while (this.#isLocked) await condition(() => !this.#isLocked);
    this.#isLocked = true;
    try {
      return await run();
    } finally {
      this.#isLocked = false;
    }
  }
}
