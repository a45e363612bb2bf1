/** Leaves the place that was entered. */
type Leave = () => void;

interface Line {
  inside: number;
  waiting: ((entered: boolean) => void)[];
}

/**
 * At most `places` at a time for each key; the others wait in order. `enter` gives null when the deadline (epoch
 * milliseconds) passes first.
 */
export function atMostPerKey(places: number) {
  const lines = new Map<string, Line>();
  return {
    async enter(key: string, deadline: number): Promise<Leave | null> {
      const line = lines.get(key) ?? { inside: 0, waiting: [] };
      lines.set(key, line);
      if (line.inside >= places) {
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

  function leave(key: string, line: Line): void {
    const next = line.waiting.shift();
    if (next) return next(true);
    line.inside -= 1;
    if (line.inside === 0) lines.delete(key);
  }
}
