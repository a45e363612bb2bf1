import { StoreBusyError } from './store-busy.ts';

/** Runs `work` while no other call runs for the same row. Throws `StoreBusyError` if it has to wait too long. */
export type InRow = <T>(row: string, work: () => Promise<T>) => Promise<T>;

/** Returns a function that queues work per row and runs it in order of arrival. Rows without work take no memory. */
export function createRowQueues(maxWaitMs: number): InRow {
  const waitingByRow = new Map<string, (() => void)[]>();

  function enter(row: string): Promise<void> | undefined {
    const waiting = waitingByRow.get(row);
    if (!waiting) {
      waitingByRow.set(row, []);
      return undefined;
    }
    return new Promise((resolve, reject) => {
      const turn = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(turn), 1);
        reject(new StoreBusyError(`waited more than ${maxWaitMs} ms for a row`));
      }, maxWaitMs);
      waiting.push(turn);
    });
  }

  /** Hands the row to the caller that has waited longest, so that no new caller can take it first. */
  function leave(row: string): void {
    const next = waitingByRow.get(row)?.shift();
    if (next) next();
    else waitingByRow.delete(row);
  }

  return async (row, work) => {
    await enter(row);
    try {
      return await work();
    } finally {
      leave(row);
    }
  };
}
