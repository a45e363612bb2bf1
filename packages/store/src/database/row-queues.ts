import { StoreBusyError } from './store-busy.ts';

/** Runs work alone among all that names the same row. Throws `StoreBusyError` after waiting too long for its turn. */
export type InRow = <T>(row: string, work: () => Promise<T>) => Promise<T>;

/** One queue for each row, in order of arrival. A row that nobody asks for has none. */
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
        reject(new StoreBusyError(`no turn at a row within ${maxWaitMs} ms`));
      }, maxWaitMs);
      waiting.push(turn);
    });
  }

  /** The next one has the row before anyone new can take it. */
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
