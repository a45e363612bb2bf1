import { StoreBusyError } from './store-busy.ts';

/** Runs work exclusively for a row. Throws `StoreBusyError` after waiting too long. */
export type InRow = <T>(row: string, work: () => Promise<T>) => Promise<T>;

/** One queue per row, served in order of arrival. Unused rows have no queue. */
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

  /** Hands the row to the next in line before anyone new can take it. */
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
