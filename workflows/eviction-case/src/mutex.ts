import { inWorkflowContext } from '@temporalio/workflow';

/** Runs one thing after the other, in the order in which they were asked for. */
export class Mutex {
  #last: Promise<unknown> = Promise.resolve();

  /** Resolves with what `work` returns, once everything before it has ended. A failure of it stops nothing behind it. */
  runExclusive<T>(work: () => Promise<T>): Promise<T> {
    // A run that is dropped from a worker's cache settles what it waited for, and must do nothing more: it would throw
    // outside of any workflow, which ends the worker.
    const turn = this.#last.then(() => (inWorkflowContext() ? work() : new Promise<T>(() => {})));
    this.#last = turn.catch(() => {});
    return turn;
  }
}
