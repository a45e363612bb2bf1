/** Leaves the place that was entered. */
type Leave = () => void;

interface Line {
  inside: number;
  waiting: ((entered: boolean) => void)[];
}

/** How long a key counts as one among others after it has entered. */
const rememberedMs = 10_000;

/**
 * At most `alone` at a time for each key, and `together` where another key has entered in the last ten seconds: one that
 * has the machine to itself may use more of it. The others wait in order. `enter` gives null when the deadline (epoch
 * milliseconds) passes first. `now` is a monotonic clock in milliseconds.
 */
export function atMostPerKey(alone: number, together = alone, now: () => number = () => performance.now()) {
  const lines = new Map<string, Line>();
  /** The key that entered last, and the last one that was another. */
  let latest = { key: '', at: -Infinity };
  let other = latest;
  return {
    async enter(key: string, deadline: number): Promise<Leave | null> {
      const line = lines.get(key) ?? { inside: 0, waiting: [] };
      lines.set(key, line);
      if (latest.key !== key) other = latest;
      latest = { key, at: now() };
      if (line.inside >= placesOf(key)) {
        if (!(await queue(line, deadline))) return null;
      } else {
        line.inside += 1;
      }
      return () => leave(key, line);
    },
    /** How many keys are in use; for tests. */
    get size() {
      return lines.size;
    },
  };

  function queue(line: Line, deadline: number): Promise<boolean> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        line.waiting.splice(line.waiting.indexOf(enter), 1);
        resolve(false);
      }, deadline - Date.now());
      const enter = (entered: boolean) => {
        clearTimeout(timer);
        resolve(entered);
      };
      line.waiting.push(enter);
    });
  }

  function placesOf(key: string): number {
    const { at } = latest.key === key ? other : latest;
    return now() - at < rememberedMs ? together : alone;
  }

  function leave(key: string, line: Line): void {
    line.inside -= 1;
    while (line.inside < placesOf(key)) {
      const next = line.waiting.shift();
      if (!next) break;
      line.inside += 1;
      next(true);
    }
    if (line.inside === 0) lines.delete(key);
  }
}
