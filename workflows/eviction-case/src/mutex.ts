import { inWorkflowContext } from '@temporalio/workflow';

/** Runs functions one after the other, in the order in which they were passed. */
export class Mutex {
  #last: Promise<unknown> = Promise.resolve();

  /**
   * Resolves to what `work` returns, after everything before it has ended. If it fails, the work behind it still runs.
   */
  runExclusive<T>(work: () => Promise<T>): Promise<T> {
    // When a run is evicted from a worker's cache, its pending promises settle. It must not continue then, because it
    // would throw outside of any workflow, which ends the worker.
    const turn = this.#last.then(() => (inWorkflowContext() ? work() : new Promise<T>(() => {})));
    this.#last = turn.catch(() => {});
    return turn;
  }
}
