export interface Places {
  /** The same, for work that gives its room back itself: by what this resolves to, once. */
  acquire(weight?: number): Promise<() => void>;
  /**
   * Runs the work once there is room for what it weighs, which is 1 unless told. Others wait in the order in which they
   * came. What weighs more than there is room runs alone.
   */
  run<T>(work: () => Promise<T>, weight?: number): Promise<T>;
}

/** Room for work of so much weight at once. */
export function createPlaces(room: number): Places {
  let free = room;
  const waiting: { weight: number; enter: () => void }[] = [];

  /** Whoever enters has the place at once, so that nobody can slip in before who waited. */
  function letIn(): void {
    for (let [first] = waiting; first && first.weight <= free; [first] = waiting) {
      waiting.shift();
      free -= first.weight;
      first.enter();
    }
  }

  async function acquire(asked = 1): Promise<() => void> {
    const weight = Math.min(asked, room);
    await new Promise<void>((enter) => {
      waiting.push({ weight, enter });
      letIn();
    });
    return () => {
      free += weight;
      letIn();
    };
  }

  return {
    acquire,
    async run(work, weight) {
      const release = await acquire(weight);
      try {
        return await work();
      } finally {
        release();
      }
    },
  };
}
