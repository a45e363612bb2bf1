/**
 * The slowest that a caller may send a body or read a response: after a grace of 10 seconds, 64 KiB a second on average.
 * A slower one would keep what the service holds for them from others.
 */
export function isTooSlow(bytes: number, elapsedMs: number): boolean {
  return bytes < (elapsedMs / 1000 - graceSeconds) * minBytesPerSecond;
}

const graceSeconds = 10;
const minBytesPerSecond = 64 * 1024;
