interface Worker {
  run: () => Promise<void>;
  shutdown: () => void;
}

/** Creates a worker in this process that can be stopped and started again. */
export function restartable<Args extends unknown[]>(create: (...args: Args) => Promise<Worker>) {
  let stop = async () => {};
  return {
    /** Resolves when the worker accepts tasks. Only allowed after `stop`. */
    start: async (...args: Args): Promise<void> => {
      const worker = await create(...args);
      const running = worker.run();
      stop = async () => {
        stop = async () => {};
        worker.shutdown();
        await running;
      };
    },
    /** Resolves when the worker's running tasks are done. */
    stop: () => stop(),
  };
}
