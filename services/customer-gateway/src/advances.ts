/** How long the end of an advance is remembered, in milliseconds. No request queues for longer. */
const rememberedMs = 60_000;

/**
 * Tracks the advances of this process. A queued request reads the case only after the previous one has finished, and
 * would otherwise advance it a second time.
 */
export function createAdvances() {
  /** When the last advance of each case ended, oldest first; Infinity while one is in progress. */
  const endedAt = new Map<string, number>();

  function dropExpired(now: number): void {
    for (const [caseId, at] of endedAt) {
      if (now - at < rememberedMs && at < Infinity) return;
      if (at < Infinity) endedAt.delete(caseId);
    }
  }

  /** Whether another advance of the case is in progress, or has taken its step since that time. */
  const isTaken = (caseId: string, receivedAt: number) => (endedAt.get(caseId) ?? -Infinity) >= receivedAt;

  return {
    isTaken,
    /**
     * Runs an advance received at that time of `performance.now()`. Returns null without running it if a concurrent
     * advance has taken the step: of advances sent at the same time, one takes effect.
     */
    async run<T extends { ok: boolean }>(caseId: string, receivedAt: number, advance: () => Promise<T>) {
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
        dropExpired(now);
      }
    },
  };
}
