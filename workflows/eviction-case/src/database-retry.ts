/**
 * The number of local attempts in a round. Local retries add no events, but the open workflow task does: three every
 * eight seconds. The first round outlasts a restart of the database: 20 s if connections are refused at once, 95 s if
 * they time out.
 */
export function attemptsOfRound(failedRounds: number): number {
  return failedRounds === 0 ? 15 : 2;
}

/** How long the workflow waits on a timer after so many failed rounds. */
export function roundDelayMs(failedRounds: number): number {
  return Math.min(maxDelayMs, firstDelayMs * 2 ** (failedRounds - 1));
}

const firstDelayMs = 10_000;
const maxDelayMs = 300_000;
