import { inWorkflowContext } from '@temporalio/workflow';

/** Runs functions one after the other, in the order in which they were passed. */
export class Mutex {
  #last: Promise<unknown> = Promise.resolve();

  /** Runs `work` after all earlier calls have ended, and resolves to its result. If it fails, later calls still run. */
  runExclusive<T>(work: () => Promise<T>): Promise<T> {
    // When a run is evicted from a worker's cache, its pending promises settle. It must not continue then, because it
    // would throw outside any workflow, which ends the worker.
    const turn = this.#last.then(() => (inWorkflowContext() ? work() : new Promise<T>(() => {})));
    this.#last = turn.catch(() => {});
    return turn;
  }
}
