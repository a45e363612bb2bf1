import { moveClock } from './activities.ts';

/**
 * Brings this process's clock to a time of the case, in epoch milliseconds. A step that was advanced is recorded as of
 * the day on which it was due, and the clock of a new process starts with the wall clock's. The server skips the time
 * once the process is idle, so this returns before the clock shows it.
 */
export async function bringClockTo(time: number): Promise<void> {
  const durationMs = time - Date.now();
  if (durationMs >= leastSkipMs) await moveClock({ durationMs });
}

/** A server that is told to skip less may find the time passed by itself, and then it skips to the next timer. */
const leastSkipMs = 10_000;
