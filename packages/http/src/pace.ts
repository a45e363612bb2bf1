/**
 * Whether a caller sends a body or reads a response too slowly: after a grace of 10 seconds, below 64 KiB a second on
 * average. A slower caller would hold resources for too long.
 */
export function isTooSlow(bytes: number, elapsedMs: number): boolean {
  return bytes < (elapsedMs / 1000 - graceSeconds) * minBytesPerSecond;
}

const graceSeconds = 10;
const minBytesPerSecond = 64 * 1024;
