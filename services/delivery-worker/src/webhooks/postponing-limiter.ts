import type { Permit } from '@evict/limiter';

/** The right to make a try, or how long to stay away. */
export type Admission = Pick<Permit, 'release'> | { waitMs: number };

interface Holder {
  /** Since when each permit is held, oldest first; milliseconds of the process. */
  since: Set<{ at: number }>;
  /** How long a try takes here, by those that have ended lately. */
  usualMs: number;
  /** Until when the permits to come are promised to those that were sent away. */
  promisedUntil: number;
}

/**
 * At most so many tries at a time for each key. Others do not wait here: they are sent away and told when to come back.
 * Each is promised a time of its own, as far apart as the key has lately released its permits, so that nobody comes in
 * vain again and again.
 */
export function createPostponingLimiter(perKey: number, now: () => number = () => performance.now()) {
  const holders = new Map<string, Holder>();
  return {
    tryAcquire(key: string): Admission {
      const holder = holders.get(key) ?? { since: new Set(), usualMs: 0, promisedUntil: 0 };
      holders.set(key, holder);
      return holder.since.size < perKey ? permitOf(key, holder) : { waitMs: promise(holder) };
    },
    /** How many keys are remembered; for tests. */
    get size() {
      return holders.size;
    },
  };

  function permitOf(key: string, holder: Holder): Admission {
    const entry = { at: now() };
    holder.since.add(entry);
    return {
      release() {
        holder.since.delete(entry);
        holder.usualMs += (now() - entry.at - holder.usualMs) / 4;
        if (holder.since.size === 0 && holder.promisedUntil <= now()) holders.delete(key);
      },
    };
  }

  function promise(holder: Holder): number {
    const at = now();
    const [oldest] = holder.since;
    // One that hangs is known by its age before it ends.
    const tryMs = Math.max(holder.usualMs, oldest ? at - oldest.at : 0, shortestMs);
    holder.promisedUntil = Math.max(holder.promisedUntil, at + tryMs) + tryMs / perKey;
    return Math.ceil(holder.promisedUntil - at);
  }
}

/** Below it coming back costs more than the wait. */
const shortestMs = 500;
