/**
 * How many local attempts one round has. A local retry costs no history, but the workflow task that it keeps open does:
 * three events every eight seconds. The first round outlasts a restart of the database: 20 s where every attempt is
 * refused at once, 95 s where none is answered.
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
