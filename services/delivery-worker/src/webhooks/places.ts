/** A place that a try takes at its endpoint, or how long to stay away. */
export type Place = { leave: () => void } | { waitMs: number };

interface Line {
  /** Since when each place is taken, oldest first; milliseconds of the process. */
  since: Set<{ at: number }>;
  /** How long a try takes here, by those that have ended lately. */
  usualMs: number;
  /** Until when the places to come are promised to those that were sent away. */
  promisedUntil: number;
}

/**
 * At most so many tries at a time for each endpoint. Others are sent away and told when to come back: each is promised
 * a time of its own, as far apart as the endpoint has lately freed its places, so that nobody comes in vain again and
 * again. None of them waits here.
 */
export function createPlaces(perEndpoint: number, now: () => number = () => performance.now()) {
  const lines = new Map<string, Line>();
  return {
    take(endpointId: string): Place {
      const line = lines.get(endpointId) ?? { since: new Set(), usualMs: 0, promisedUntil: 0 };
      lines.set(endpointId, line);
      return line.since.size < perEndpoint ? enter(endpointId, line) : { waitMs: promise(line) };
    },
    /** How many endpoints are remembered; for tests. */
    get size() {
      return lines.size;
    },
  };

  function enter(endpointId: string, line: Line): Place {
    const entry = { at: now() };
    line.since.add(entry);
    return {
      leave() {
        line.since.delete(entry);
        line.usualMs += (now() - entry.at - line.usualMs) / 4;
        if (line.since.size === 0 && line.promisedUntil <= now()) lines.delete(endpointId);
      },
    };
  }

  function promise(line: Line): number {
    const at = now();
    const [oldest] = line.since;
    // One that hangs is known by its age before it ends.
    const tryMs = Math.max(line.usualMs, oldest ? at - oldest.at : 0, shortestMs);
    line.promisedUntil = Math.max(line.promisedUntil, at + tryMs) + tryMs / perEndpoint;
    return Math.ceil(line.promisedUntil - at);
  }
}

/** Below it coming back costs more than the wait. */
const shortestMs = 500;
