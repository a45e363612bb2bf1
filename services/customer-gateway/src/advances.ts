/** For how long the end of an advance is remembered, in milliseconds: no request waits for its turn longer. */
const rememberedMs = 60_000;

export interface Advances {
  /** Whether another advance of the case is under way, or has taken its step since that time. */
  isTaken(caseId: string, receivedAt: number): boolean;
  /**
   * Runs the advance of a case, received at a time of `performance.now()`. Null, and nothing is run, where its step is
   * taken: both were sent at the same time, and one step is taken.
   */
  run<T extends { ok: boolean }>(caseId: string, receivedAt: number, advance: () => Promise<T>): Promise<T | null>;
}

/**
 * The advances of this process. A request waits for its turn before it reads the case, and would see the step of the
 * one before it as a case to be advanced again.
 */
export function createAdvances(): Advances {
  /** When the last one of a case ended, the oldest first; Infinity while one is under way. */
  const endedAt = new Map<string, number>();

  function forgetOld(now: number): void {
    for (const [caseId, at] of endedAt) {
      if (now - at < rememberedMs && at < Infinity) return;
      if (at < Infinity) endedAt.delete(caseId);
    }
  }

  const isTaken = (caseId: string, receivedAt: number) => (endedAt.get(caseId) ?? -Infinity) >= receivedAt;

  return {
    isTaken,
    async run(caseId, receivedAt, advance) {
      if (isTaken(caseId, receivedAt)) return null;
      endedAt.set(caseId, Infinity);
      let isDone = false;
      try {
        const result = await advance();
        isDone = result.ok;
        return result;
      } finally {
        const now = performance.now();
        endedAt.delete(caseId);
        if (isDone) endedAt.set(caseId, now);
        forgetOld(now);
      }
    },
  };
}
