export interface LimiterOptions {
  /** What one key holds at most, in weight; no bound without it. A function is asked each time a permit is wanted. */
  perKey?: number | ((key: string) => number);
  /** What all keys together hold at most, in weight; no bound without it. */
  total?: number;
  /** How many of one key may hold a permit, wait for one or be outside; no bound without it. */
  maxPresent?: number;
  /** How long to wait for a permit, in milliseconds; no bound without it. */
  maxWaitMs?: number;
  /** A queue of a key in which nobody has moved for so long, in milliseconds, is given up. */
  stallMs?: number;
}

/** The right to do some work now. */
export interface Permit {
  /** Gives the permit back for as long as the work takes, and then takes it again before anybody who has not had one. */
  outside: <T>(work: () => Promise<T>) => Promise<T>;
  /** Gives it back for good; a second call does nothing. */
  release: () => void;
}

export interface Limiter {
  /**
   * Waits for a permit, first come, first served among those of a key. What is heavier than a bound runs alone. Rejects
   * with `LimiterError`: `full` where too many of the key are present, `late` where it takes too long.
   */
  acquire(key?: string, weight?: number): Promise<Permit>;
  /** A permit that is free at once; null where there is none. */
  tryAcquire(key?: string, weight?: number): Permit | null;
  /** Does the work under a permit. */
  run<T>(key: string, work: () => Promise<T>): Promise<T>;
  /** How many keys hold a permit, wait for one or are outside. */
  readonly size: number;
}

/** No permit was had. */
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
  /** When one of its permits was last taken or given back, of `performance.now()`. */
  movedAt: number;
  /** Those who come back from outside; they enter first. */
  returning: Waiter[];
  waiting: Waiter[];
}

interface Waiter {
  weight: number;
  /** When it came, of `performance.now()`. */
  since: number;
  enter: () => void;
  refuse: () => void;
}

/** How often those who wait are looked at: one is refused up to so much late, and waiting costs no timer of its own. */
const sweepMs = 100;

/**
 * Divides something scarce: each key has its share, so that whoever takes all of it makes only themselves wait. Where
 * all keys together are bounded, they take turns.
 */
export function createLimiter(options: LimiterOptions): Limiter {
  const { perKey = Infinity, total = Infinity, maxPresent = Infinity } = options;
  const { maxWaitMs = Infinity, stallMs = Infinity } = options;
  const boundOf = typeof perKey === 'function' ? perKey : () => perKey;
  /** Those who are present, in the order of their turns. */
  const holders = new Map<string, Holder>();
  const isPatient = maxWaitMs === Infinity && stallMs === Infinity;
  let held = 0;
  /** Runs while anybody waits. */
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

  /** Nobody slips in before those who wait. */
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
    // One who is admitted moves to the end of the turns: of those who are there now, each is looked at once.
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

  /** Only where all keys together are bounded can what one gives back let another one in. */
  function admit(holder: Holder): void {
    if (total === Infinity) {
      while (admitNext(holder));
      return;
    }
    for (const other of holders.values()) {
      if (held >= total) return;
      if (!admitNext(other)) continue;
      // Its turn comes again after everybody else's; this loop comes to it once more, too.
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
