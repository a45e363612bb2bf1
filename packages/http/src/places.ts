export interface Places {
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

  return {
    async run(work, asked = 1) {
      const weight = Math.min(asked, room);
      await new Promise<void>((enter) => {
        waiting.push({ weight, enter });
        letIn();
      });
      try {
        return await work();
      } finally {
        free += weight;
        letIn();
      }
    },
  };
}

/** As much room for each owner: whoever takes all of it has only what is their own wait. */
export function createPlacesOfEach(room: number): { run<T>(owner: string, work: () => Promise<T>): Promise<T> } {
  const byOwner = new Map<string, { places: Places; users: number }>();

  return {
    async run(owner, work) {
      const own = byOwner.get(owner) ?? { places: createPlaces(room), users: 0 };
      byOwner.set(owner, own);
      own.users += 1;
      try {
        return await own.places.run(work);
      } finally {
        own.users -= 1;
        if (own.users === 0) byOwner.delete(owner);
      }
    },
  };
}
