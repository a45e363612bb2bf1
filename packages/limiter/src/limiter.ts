interface LimiterOptions {
  /**
   * The maximum total weight that one key may hold. Unlimited by default. A function is called whenever the limit is
   * checked.
   */
  perKey?: number | ((key: string) => number);
  /** The maximum total weight that all keys together may hold. Unlimited by default. */
  total?: number;
  /**
   * The maximum number of a key's requests that hold a permit, wait for one, or have released it temporarily. Unlimited
   * by default.
   */
  maxPresent?: number;
  /** The maximum wait for a permit, in milliseconds. Unlimited by default. */
  maxWaitMs?: number;
  /**
   * A waiting request is rejected after this many milliseconds in which none of its key's permits was granted or
   * returned. If the key holds no permit, the permits of all keys count. Unlimited by default.
   */
  stallMs?: number;
}

/** The right to use the limited resource now. */
export interface Permit {
  /** Releases the permit for the duration of the work, then acquires it again ahead of new requests. */
  releaseDuring: <T>(work: () => Promise<T>) => Promise<T>;
  /** Releases the permit. A second call has no effect. */
  release: () => void;
}

/** Thrown if no permit is granted: `full` if the key has too many requests, `late` if the wait was too long. */
export class LimiterError extends Error {
  override readonly name = 'LimiterError';
  readonly reason: 'full' | 'late';

  constructor(reason: 'full' | 'late') {
    super(reason === 'full' ? 'too many are waiting' : 'no permit in time');
    this.reason = reason;
  }
}

/** What one key holds, and its waiting requests. */
interface Share {
  readonly key: string;
  used: number;
  present: number;
  /** When one of its permits was last granted or returned, by `performance.now()`. */
  movedAt: number;
  /** Requests that released their permit temporarily and want it back. They go first and are never rejected as late. */
  returning: Waiter[];
  waiting: Waiter[];
}

interface Waiter {
  weight: number;
  /** `performance.now()` on arrival. */
  since: number;
  enter: () => void;
  refuse: () => void;
}

/**
 * How often waiting requests are checked, in milliseconds. A rejection comes at most this late, and no request needs
 * its own timer.
 */
const sweepMs = 100;

/**
 * Divides a scarce resource among keys. Each key has its own limit, so a key that uses it up delays only itself. If the
 * total is limited, too, the keys take turns. A request with a weight above a limit runs alone.
 */
export class Limiter {
  readonly #options: Required<LimiterOptions>;
  /** The keys that hold or want a permit, in the order in which they are served. */
  readonly #shares = new Map<string, Share>();
  #used = 0;
  #waiting = 0;
  /** When a permit of any key was last granted or returned. */
  #movedAt = 0;
  /** Runs while requests are waiting. */
  #sweep: NodeJS.Timeout | undefined;

  constructor(options: LimiterOptions) {
    const unbounded = { perKey: Infinity, total: Infinity, maxPresent: Infinity };
    this.#options = { ...unbounded, maxWaitMs: Infinity, stallMs: Infinity, ...options };
  }

  /** The number of keys that hold a permit, wait for one, or have released it temporarily. */
  get size(): number {
    return this.#shares.size;
  }

  /** Returns a permit if one is free now, otherwise null. It never overtakes waiting requests. */
  tryAcquire(key = '', weight = 1): Permit | null {
    const share = this.#shareOf(key);
    if (share.present >= this.#options.maxPresent || !this.#tryTake(share, weight)) return null;
    this.#arrive(share);
    return this.#permitOf(share, weight);
  }

  /**
   * Waits for a permit, in order of arrival within a key. Rejects with `LimiterError`: `full` if the key already has
   * too many requests, `late` if the wait exceeds the maximum or the queue stalls.
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

  /** Runs `work` while holding a permit. Waits for the permit and rejects like `acquire`. */
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
      releaseDuring: async (work) => {
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

  /** Whether the key's own limit leaves room for this weight. */
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
    // Don't overtake a request that waits only for the total. Otherwise, small weights could keep a large one from ever
    // fitting.
    if (this.#waiting > 0 && this.#options.total < Infinity && this.#isAnybodyDueNext()) return false;
    this.#take(share, weight);
    return true;
  }

  /** Whether some waiting request is within its key's limit, so only the total keeps it waiting. */
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
   * Admits waiting requests. If the total is limited, a permit that one key returns can admit another key's request,
   * and the keys take turns. A key whose next request doesn't fit yet keeps its place, and no other key passes it.
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
      // The key goes to the end of the order, where this loop will visit it again.
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
    // Admitted keys move to the end, so iterate over a copy to visit each once.
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

/** Returns the key's next request to admit. */
function nextOf({ returning, waiting }: Share): Waiter | undefined {
  return returning[0] ?? waiting[0];
}
