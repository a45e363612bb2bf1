import type { Permit } from '@evict/limiter';

/** Permission to make an attempt, or how long to wait before asking again. */
export type Admission = Pick<Permit, 'release'> | { waitMs: number };

interface Holder {
  /** When each permit was acquired, oldest first. */
  since: Set<{ at: number }>;
  /** Moving average of how long an attempt takes. */
  averageMs: number;
  /** The latest time promised to a postponed caller. */
  promisedUntil: number;
}

/**
 * Admits at most `perKey` attempts of a key at a time. Others do not wait here: each is postponed to a time of its own,
 * spaced by how fast the key has lately released its permits, so that few have to be postponed again.
 */
export function createPostponingLimiter(perKey: number, now: () => number = () => performance.now()) {
  const holders = new Map<string, Holder>();
  return {
    tryAcquire(key: string): Admission {
      const holder = holders.get(key) ?? { since: new Set(), averageMs: 0, promisedUntil: 0 };
      holders.set(key, holder);
      return holder.since.size < perKey ? permitOf(key, holder) : { waitMs: promise(holder) };
    },
    /** How long the oldest permit of a key has been held, in milliseconds; 0 if none is. */
    heldMs(key: string): number {
      const [oldest] = holders.get(key)?.since ?? [];
      return oldest ? now() - oldest.at : 0;
    },
    /** For tests. */
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
        holder.averageMs += (now() - entry.at - holder.averageMs) / 4;
        if (holder.since.size === 0 && holder.promisedUntil <= now()) holders.delete(key);
      },
    };
  }

  function promise(holder: Holder): number {
    const at = now();
    const [oldest] = holder.since;
    // An attempt that hangs counts before it ends.
    const attemptMs = Math.max(holder.averageMs, oldest ? at - oldest.at : 0, minWaitMs);
    holder.promisedUntil = Math.max(holder.promisedUntil, at + attemptMs) + attemptMs / perKey;
    return Math.ceil(holder.promisedUntil - at);
  }
}

/** Asking again sooner costs more than the wait. */
const minWaitMs = 500;
