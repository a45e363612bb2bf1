/** How many keys are remembered. Beyond that the oldest is forgotten, and may come again early. */
const maxKeys = 10_000;

/** Returns whether a key has not come within the last `everyMs`. Only the calls that return true count. */
export function createThrottle(everyMs: number, now: () => number = Date.now): (key: string) => boolean {
  const last = new Map<string, number>();
  return (key) => {
    const time = now();
    if (time - (last.get(key) ?? -Infinity) < everyMs) return false;
    last.delete(key);
    last.set(key, time);
    for (const oldest of last.keys()) {
      if (last.size <= maxKeys) break;
      last.delete(oldest);
    }
    return true;
  };
}
