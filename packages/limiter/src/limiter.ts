interface LimiterOptions {
  /** The largest total weight of permits of one key; unbounded without it. A function is called for each request. */
  perKey?: number | ((key: string) => number);
  /** The largest total weight of permits of all keys together; unbounded without it. */
  total?: number;
  /** How many of one key may hold a permit, wait for one or be outside; unbounded without it. */
  maxPresent?: number;
  /** The longest wait for a permit, in milliseconds; unbounded without it. */
  maxWaitMs?: number;
  /**
   * After so long without progress, in milliseconds, the queue of a key is rejected. While it holds no permit and waits for
   * its turn, the progress of any key counts.
   */
  stallMs?: number;
}

/** The right to do some work now. */
export interface Permit {
  /** Returns the permit for the duration of the work, and then acquires it again ahead of new requests. */
  outside: <T>(work: () => Promise<T>) => Promise<T>;
  /** Returns the permit; a second call has no effect. */
  release: () => void;
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

/** What one key holds, and who waits for more. */
interface Share {
  readonly key: string;
  used: number;
  present: number;
  /** When one of its permits was last granted or returned, by `performance.now()`. */
  movedAt: number;
  /** Those that return from outside; they are admitted first and never late. */
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
 * together are bounded, they take turns. A weight over a bound runs alone.
 */
export class Limiter {
  readonly #options: Required<LimiterOptions>;
  /** Of the keys that are present, in the order of their turns. */
  readonly #shares = new Map<string, Share>();
  #used = 0;
  #waiting = 0;
  /** When a permit of any key was last granted or returned. */
  #movedAt = 0;
  /** Runs while somebody waits. */
  #sweep: NodeJS.Timeout | undefined;

  constructor(options: LimiterOptions) {
    const unbounded = { perKey: Infinity, total: Infinity, maxPresent: Infinity };
    this.#options = { ...unbounded, maxWaitMs: Infinity, stallMs: Infinity, ...options };
  }

  /** How many keys hold a permit, wait for one or are outside. */
  get size(): number {
    return this.#shares.size;
  }

  /** A permit if one is free now, otherwise null. Nobody overtakes those who wait. */
  tryAcquire(key = '', weight = 1): Permit | null {
    const share = this.#shareOf(key);
    if (share.present >= this.#options.maxPresent || !this.#tryTake(share, weight)) return null;
    this.#arrive(share);
    return this.#permitOf(share, weight);
  }

  /**
   * Waits for a permit, in order of arrival within a key. Rejects with `LimiterError`: `full` if too many of the key are
   * present, `late` after the longest wait.
   */
  async acquire(key = '', weight = 1): Promise<Permit> {
    const free = this.tryAcquire(key, weight);
    if (free) return free;
    const share = this.#shareOf(key);
    if (share.present >= this.#options.maxPresent) throw new LimiterError('full');
    this.#arrive(share);
    try {
      await this.#wait(share, 'waiting', weight);
    } catch (error) {
      this.#leave(share);
      throw error;
    }
    return this.#permitOf(share, weight);
  }

  /** Runs the work under a permit. */
  async run<T>(key: string, work: (permit: Permit) => Promise<T>): Promise<T> {
    const permit = this.tryAcquire(key) ?? (await this.acquire(key));
    try {
      return await work(permit);
    } finally {
      permit.release();
    }
  }

  #permitOf(share: Share, weight: number): Permit {
    let isReleased = false;
    return {
      outside: async (work) => {
        this.#giveBack(share, weight);
        try {
          return await work();
        } finally {
          if (!this.#tryTake(share, weight)) await this.#wait(share, 'returning', weight);
        }
      },
      release: () => {
        if (isReleased) return;
        isReleased = true;
        this.#giveBack(share, weight);
        this.#leave(share);
      },
    };
  }

  #shareOf(key: string): Share {
    return this.#shares.get(key) ?? { key, used: 0, present: 0, movedAt: 0, returning: [], waiting: [] };
  }

  #arrive(share: Share): void {
    this.#shares.set(share.key, share);
    share.present += 1;
  }

  #leave(share: Share): void {
    share.present -= 1;
    if (share.present === 0) this.#shares.delete(share.key);
  }

  /** Whether its own bound lets a key take so much more. */
  #isWithinShare(share: Share, weight: number): boolean {
    const { perKey } = this.#options;
    const bound = typeof perKey === 'number' ? perKey : perKey(share.key);
    return share.used === 0 || share.used + weight <= bound;
  }

  #isWithinTotal(weight: number): boolean {
    return this.#used === 0 || this.#used + weight <= this.#options.total;
  }

  #tryTake(share: Share, weight: number): boolean {
    if (share.returning.length > 0 || share.waiting.length > 0) return false;
    if (!this.#isWithinShare(share, weight) || !this.#isWithinTotal(weight)) return false;
    // Small weights would otherwise keep a large one from ever fitting.
    if (this.#waiting > 0 && this.#options.total < Infinity && this.#isAnybodyDueNext()) return false;
    this.#take(share, weight);
    return true;
  }

  /** Whether somebody waits for the total alone. */
  #isAnybodyDueNext(): boolean {
    for (const share of this.#shares.values()) {
      const next = nextOf(share);
      if (next && this.#isWithinShare(share, next.weight)) return true;
    }
    return false;
  }

  #take(share: Share, weight: number): void {
    share.used += weight;
    this.#used += weight;
    this.#movedAt = share.movedAt = performance.now();
  }

  #giveBack(share: Share, weight: number): void {
    this.#take(share, -weight);
    this.#admit(share);
  }

  #wait(share: Share, queue: 'returning' | 'waiting', weight: number): Promise<void> {
    const { maxWaitMs, stallMs } = this.#options;
    if (Math.min(maxWaitMs, stallMs) < Infinity) this.#sweep ??= setInterval(() => this.#refuseLate(), sweepMs);
    this.#waiting += 1;
    return new Promise<void>((enter, reject) => {
      const refuse = () => {
        this.#waiting -= 1;
        reject(new LimiterError('late'));
      };
      share[queue].push({ weight, since: performance.now(), enter, refuse });
      this.#admit(share);
    });
  }

  /**
   * Lets waiters in. Only where all keys share a bound can the permit of one key let in another one. The keys then
   * take turns. A key whose weight does not fit yet keeps its turn, and no other key passes it.
   */
  #admit(share: Share): void {
    if (this.#options.total === Infinity) {
      while (this.#admitNext(share));
      return;
    }
    for (const other of this.#shares.values()) {
      const next = nextOf(other);
      if (next && this.#isWithinShare(other, next.weight) && !this.#isWithinTotal(next.weight)) return;
      if (!this.#admitNext(other)) continue;
      // Its next turn comes after all others; this loop visits it once more, too.
      this.#shares.delete(other.key);
      this.#shares.set(other.key, other);
    }
  }

  #admitNext(share: Share): boolean {
    const next = nextOf(share);
    if (!next || !this.#isWithinShare(share, next.weight) || !this.#isWithinTotal(next.weight)) return false;
    (share.returning.length > 0 ? share.returning : share.waiting).shift();
    this.#waiting -= 1;
    this.#take(share, next.weight);
    next.enter();
    return true;
  }

  #refuseLate(): void {
    const { maxWaitMs, stallMs } = this.#options;
    const now = performance.now();
    const movedAt = (share: Share) => (share.used > 0 ? share.movedAt : this.#movedAt);
    let isAnybodyLeft = false;
    // A key that is admitted moves to the end of the turns; each of the current ones is visited once.
    for (const share of Array.from(this.#shares.values())) {
      const deadline = ({ since }: Waiter) => Math.min(since + maxWaitMs, Math.max(since, movedAt(share)) + stallMs);
      const late = share.waiting.filter((waiter) => now >= deadline(waiter));
      share.waiting = share.waiting.filter((waiter) => !late.includes(waiter));
      if (share.waiting.length > 0) isAnybodyLeft = true;
      if (late.length === 0) continue;
      for (const { refuse } of late) refuse();
      this.#admit(share);
    }
    if (isAnybodyLeft) return;
    clearInterval(this.#sweep);
    this.#sweep = undefined;
  }
}

/** Who of a key is admitted next. */
function nextOf({ returning, waiting }: Share): Waiter | undefined {
  return returning[0] ?? waiting[0];
}
