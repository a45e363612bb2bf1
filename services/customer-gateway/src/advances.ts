/** How long the end of an advance is remembered, in milliseconds. No request waits in a queue for longer. */
const rememberedMs = 60_000;

/**
 * Tracks which test cases this process is advancing. A queued request reads the case only after the previous one has
 * finished, and would otherwise advance it a second time.
 */
export function createAdvances() {
  const inProgress = new Set<string>();
  /** When the last advance of each case took its step, by `performance.now()`, oldest first. */
  const takenAt = new Map<string, number>();

  return {
    /** Whether another advance of the case is in progress, or took its step at or after `receivedAt`. */
    isTaken: (caseId: string, receivedAt: number): boolean =>
      inProgress.has(caseId) || (takenAt.get(caseId) ?? -Infinity) >= receivedAt,

    /** Marks an advance of the case as in progress. If it rejects, no step was taken. */
    async take<T>(caseId: string, advance: () => Promise<T>): Promise<T> {
      inProgress.add(caseId);
      try {
        const advanced = await advance();
        takenAt.delete(caseId);
        takenAt.set(caseId, performance.now());
        return advanced;
      } finally {
        inProgress.delete(caseId);
        for (const [other, at] of takenAt) {
          if (performance.now() - at < rememberedMs) break;
          takenAt.delete(other);
        }
      }
    },
  };
}
