import { ApiError } from '@evict/contract';

export interface CallerLimits {
  /** How many shares one caller has at once. */
  atOnce: number;
  /** How many requests of one caller may have a share, wait for one, or be outside. */
  present: number;
  maxWaitMs: number;
  /** A line in which nobody has moved for so long is given up at once: what the shares wait for is gone. */
  stallMs?: number;
  /** How many shares all callers have together; no bound without it. */
  inAll?: number;
}

/** One caller's share of something scarce. */
export interface Share {
  /** Gives the share back for as long as the work takes, and then takes it again before anybody who has not had one. */
  outside: <T>(work: () => Promise<T>) => Promise<T>;
  /** Gives it back for good; once is enough. */
  release: () => void;
}

export interface CallerLimiter {
  /**
   * Waits for a share of this caller, first come, first served. 429 `rate_limited` with Retry-After where too many
   * requests of the same caller are there already, 503 `busy` where it takes too long.
   */
  acquire(name: string): Promise<Share>;
  /** A share that is free at once; null where there is none. */
  tryAcquire(name: string): Share | null;
  run<T>(name: string, work: () => Promise<T>): Promise<T>;
}

interface Caller {
  shares: number;
  present: number;
  /** When a share of theirs was last taken or given back, of `performance.now()`. */
  movedAt: number;
  /** Those who come back from outside; they enter first. */
  returning: (() => void)[];
  waiting: (() => void)[];
}

/**
 * Divides something scarce between callers: whoever takes all of their share makes only themselves wait. Where all
 * shares together are bounded, callers take turns.
 */
export function createCallerLimiter(limits: CallerLimits): CallerLimiter {
  const { atOnce, present, maxWaitMs, stallMs = Infinity, inAll = Infinity } = limits;
  /** Those who are present, in the order of their turns. */
  const callers = new Map<string, Caller>();
  let shares = 0;

  return {
    acquire,
    tryAcquire,
    async run(name, work) {
      const share = await acquire(name);
      try {
        return await work();
      } finally {
        share.release();
      }
    },
  };

  async function acquire(name: string): Promise<Share> {
    const caller = callerOf(name);
    if (caller.present >= present) throw new ApiError('rate_limited', { retryAfterSeconds: 1 });
    callers.set(name, caller);
    caller.present += 1;
    try {
      if (!tryEnter(caller)) await enterFrom(caller, caller.waiting, { isPatient: false });
    } catch (error) {
      forget(name, caller);
      throw error;
    }
    return shareOf(name, caller);
  }

  function tryAcquire(name: string): Share | null {
    const caller = callerOf(name);
    if (caller.present >= present || !tryEnter(caller)) return null;
    callers.set(name, caller);
    caller.present += 1;
    return shareOf(name, caller);
  }

  function callerOf(name: string): Caller {
    return callers.get(name) ?? { shares: 0, present: 0, movedAt: 0, returning: [], waiting: [] };
  }

  function shareOf(name: string, caller: Caller): Share {
    let isReleased = false;
    return {
      async outside(work) {
        giveBack(caller);
        try {
          return await work();
        } finally {
          if (!tryEnter(caller)) await enterFrom(caller, caller.returning, { isPatient: true });
        }
      },
      release() {
        if (isReleased) return;
        isReleased = true;
        giveBack(caller);
        forget(name, caller);
      },
    };
  }

  /** Nobody slips in before those who wait. */
  function tryEnter(caller: Caller): boolean {
    if (caller.returning.length > 0 || caller.waiting.length > 0 || !isFree(caller)) return false;
    take(caller);
    return true;
  }

  function take(caller: Caller): void {
    caller.shares += 1;
    shares += 1;
    caller.movedAt = performance.now();
  }

  function enterFrom(caller: Caller, line: (() => void)[], { isPatient }: { isPatient: boolean }): Promise<void> {
    const since = performance.now();
    return new Promise<void>((resolve, reject) => {
      let timer: NodeJS.Timeout | undefined;
      const wait = () => {
        const until = Math.min(since + maxWaitMs, Math.max(since, caller.movedAt) + stallMs);
        const left = until - performance.now();
        if (left > 0) {
          timer = setTimeout(wait, Math.ceil(left));
          return;
        }
        line.splice(line.indexOf(enter), 1);
        reject(new ApiError('busy', { retryAfterSeconds: 5 }));
      };
      const enter = () => {
        clearTimeout(timer);
        resolve();
      };
      line.push(enter);
      if (!isPatient) wait();
      admit(caller);
    });
  }

  function isFree(caller: Caller): boolean {
    return shares < inAll && caller.shares < atOnce;
  }

  function admitNext(caller: Caller): boolean {
    if (!isFree(caller)) return false;
    const enter = caller.returning.shift() ?? caller.waiting.shift();
    if (!enter) return false;
    take(caller);
    enter();
    return true;
  }

  /** Only where all shares together are bounded can what one caller gives back let another one in. */
  function admit(caller: Caller): void {
    if (inAll === Infinity) {
      admitNext(caller);
      return;
    }
    for (const [name, other] of callers) {
      if (shares >= inAll) return;
      if (!admitNext(other)) continue;
      callers.delete(name);
      callers.set(name, other);
    }
  }

  function giveBack(caller: Caller): void {
    caller.shares -= 1;
    shares -= 1;
    caller.movedAt = performance.now();
    admit(caller);
  }

  function forget(name: string, caller: Caller): void {
    caller.present -= 1;
    if (caller.present === 0) callers.delete(name);
  }
}
