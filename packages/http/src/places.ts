export interface Places {
  /** Runs the work once a place is free; others wait in the order in which they came. */
  run<T>(work: () => Promise<T>): Promise<T>;
}

/** At most `count` pieces of work at once. */
export function createPlaces(count: number): Places {
  let free = count;
  const waiting: (() => void)[] = [];
  return {
    async run(work) {
      if (free === 0) await new Promise<void>((enter) => waiting.push(enter));
      else free -= 1;
      try {
        return await work();
      } finally {
        // A place that is handed on was never free in between, so nobody can slip in before who waited.
        const enter = waiting.shift();
        if (enter) enter();
        else free += 1;
      }
    },
  };
}
