export interface LimiterOptions {
  /** The largest total weight of permits of one key; unbounded without it. A function is called for each request. */
  perKey?: number | ((key: string) => number);
  /** The largest total weight of permits of all keys together; unbounded without it. */
  total?: number;
  /** How many of one key may hold a permit, wait for one or be outside; unbounded without it. */
  maxPresent?: number;
  /** The longest wait for a permit, in milliseconds; unbounded without it. */
  maxWaitMs?: number;
  /** After so long without progress, in milliseconds, the queue of a key is rejected. */
  stallMs?: number;
}

/** The right to do some work now. */
export interface Permit {
  /** Returns the permit for the duration of the work, and then acquires it again ahead of new requests. */
  outside: <T>(work: () => Promise<T>) => Promise<T>;
  /** Returns the permit; a second call has no effect. */
  release: () => void;
}

export interface Limiter {
  /**
   * Waits for a permit, in order of arrival within a key. A weight over a bound runs alone. Rejects with `LimiterError`:
   * `full` if too many of the key are present, `late` after the longest wait.
   */
  acquire(key?: string, weight?: number): Promise<Permit>;
  /** A permit if one is free now, otherwise null. */
  tryAcquire(key?: string, weight?: number): Permit | null;
  /** Runs the work under a permit. */
  run<T>(key: string, work: () => Promise<T>): Promise<T>;
  /** How many keys hold a permit, wait for one or are outside. */
  readonly size: number;
}

/** No permit was granted. */
export class LimiterError extends Error {
  override readonly name = 'LimiterError';
  readonly reason: 'full' | 'late';

  constructor(reason: 'full' | 'late') {
    super(reason === 'full' ? 'too many are waiting' : 'no permit in time');
    this.reason = reason;
  }
}

interface Holder {
  key: string;
  held: number;
  present: number;
  /** When one of its permits was last granted or returned, by `performance.now()`. */
  movedAt: number;
  /** Those that return from outside; they are admitted first. */
  returning: Waiter[];
  waiting: Waiter[];
}

interface Waiter {
  weight: number;
  /** Time of arrival, by `performance.now()`. */
  since: number;
  enter: () => void;
  refuse: () => void;
}

/** How often waiters are checked: a rejection is late by at most this, and no waiter needs a timer of its own. */
const sweepMs = 100;

/**
 * Divides a scarce resource: each key has its share, so that a key that uses all of it delays only itself. If all keys
 * together are bounded, they take turns.
 */
export function createLimiter(options: LimiterOptions): Limiter {
  const { perKey = Infinity, total = Infinity, maxPresent = Infinity } = options;
  const { maxWaitMs = Infinity, stallMs = Infinity } = options;
  const boundOf = typeof perKey === 'function' ? perKey : () => perKey;
  /** Present keys, in the order of their turns. */
  const holders = new Map<string, Holder>();
  const isPatient = maxWaitMs === Infinity && stallMs === Infinity;
  let held = 0;
  /** Runs while there are waiters. */
  let sweep: NodeJS.Timeout | undefined;

  return {
    acquire,
    tryAcquire,
    async run(key, work) {
      const permit = tryAcquire(key) ?? (await acquire(key));
      try {
        return await work();
      } finally {
        permit.release();
      }
    },
    get size() {
      return holders.size;
    },
  };

  async function acquire(key = '', weight = 1): Promise<Permit> {
    const holder = holderOf(key);
    if (holder.present >= maxPresent) throw new LimiterError('full');
    arrive(holder);
    try {
      if (!tryEnter(holder, weight)) {
        if (!isPatient) sweep ??= setInterval(refuseLate, sweepMs);
        await enterFrom(holder, 'waiting', weight);
      }
    } catch (error) {
      depart(holder);
      throw error;
    }
    return permitOf(holder, weight);
  }

  function tryAcquire(key = '', weight = 1): Permit | null {
    const holder = holderOf(key);
    if (holder.present >= maxPresent || !tryEnter(holder, weight)) return null;
    arrive(holder);
    return permitOf(holder, weight);
  }

  function holderOf(key: string): Holder {
    return holders.get(key) ?? { key, held: 0, present: 0, movedAt: 0, returning: [], waiting: [] };
  }

  function arrive(holder: Holder): void {
    if (holder.present === 0) holders.set(holder.key, holder);
    holder.present += 1;
  }

  function depart(holder: Holder): void {
    holder.present -= 1;
    if (holder.present === 0) holders.delete(holder.key);
  }

  function permitOf(holder: Holder, weight: number): Permit {
    let isReleased = false;
    return {
      async outside(work) {
        giveBack(holder, weight);
        try {
          return await work();
        } finally {
          if (!tryEnter(holder, weight)) await enterFrom(holder, 'returning', weight);
        }
      },
      release() {
        if (isReleased) return;
        isReleased = true;
        giveBack(holder, weight);
        depart(holder);
      },
    };
  }

  /** Nobody overtakes those who wait. */
  function tryEnter(holder: Holder, weight: number): boolean {
    if (holder.returning.length > 0 || holder.waiting.length > 0 || !isFree(holder, weight)) return false;
    take(holder, weight);
    return true;
  }

  function enterFrom(holder: Holder, queue: 'returning' | 'waiting', weight: number): Promise<void> {
    return new Promise<void>((enter, reject) => {
      const refuse = () => reject(new LimiterError('late'));
      holder[queue].push({ weight, since: performance.now(), enter, refuse });
      admit(holder);
    });
  }

  function refuseLate(): void {
    const now = performance.now();
    let isAnybodyLeft = false;
    // A key that is admitted moves to the end of the turns; each of the current ones is visited once.
    for (const holder of Array.from(holders.values())) {
      const { waiting, movedAt } = holder;
      const isLate = ({ since }: Waiter) => now >= Math.min(since + maxWaitMs, Math.max(since, movedAt) + stallMs);
      holder.waiting = waiting.filter((waiter) => !isLate(waiter));
      if (holder.waiting.length > 0) isAnybodyLeft = true;
      if (holder.waiting.length === waiting.length) continue;
      waiting.filter(isLate).forEach(({ refuse }) => refuse());
      admit(holder);
    }
    if (isAnybodyLeft) return;
    clearInterval(sweep);
    sweep = undefined;
  }

  function isFree(holder: Holder, weight: number): boolean {
    const fits = (used: number, bound: number) => used === 0 || used + weight <= bound;
    return fits(held, total) && fits(holder.held, boundOf(holder.key));
  }

  function take(holder: Holder, weight: number): void {
    holder.held += weight;
    held += weight;
    holder.movedAt = performance.now();
  }

  function giveBack(holder: Holder, weight: number): void {
    holder.held -= weight;
    held -= weight;
    holder.movedAt = performance.now();
    admit(holder);
  }

  /** Only with a common bound can a permit of one key admit another key. */
  function admit(holder: Holder): void {
    if (total === Infinity) {
      while (admitNext(holder));
      return;
    }
    for (const other of holders.values()) {
      if (held >= total) return;
      if (!admitNext(other)) continue;
      // Its next turn comes after all others; this loop visits it once more, too.
      holders.delete(other.key);
      holders.set(other.key, other);
    }
  }

  function admitNext(holder: Holder): boolean {
    const queue = holder.returning.length > 0 ? holder.returning : holder.waiting;
    const [next] = queue;
    if (!next || !isFree(holder, next.weight)) return false;
    queue.shift();
    take(holder, next.weight);
    next.enter();
    return true;
  }
}
