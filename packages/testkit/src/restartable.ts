interface Worker {
  run: () => Promise<void>;
  shutdown: () => void;
}

/** A worker in this process that can be stopped, and started again. */
export function restartable<Args extends unknown[]>(create: (...args: Args) => Promise<Worker>) {
  let stop = async () => {};
  return {
    /** Resolves when it takes tasks. Only after `stop`. */
    start: async (...args: Args): Promise<void> => {
      const worker = await create(...args);
      const running = worker.run();
      stop = async () => {
        stop = async () => {};
        worker.shutdown();
        await running;
      };
    },
    /** Resolves when its running tasks are done. */
    stop: () => stop(),
  };
}
