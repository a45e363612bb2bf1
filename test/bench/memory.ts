import { readFileSync } from 'node:fs';

// As reported by Linux under /proc.

/** The current memory of a process. */
export function residentMiB(pid: number): number {
  const [, kib = 'NaN'] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kib) / 1024;
}

/** Samples every 10 ms and returns the maximum. */
export function startPeak(pid: number) {
  let most = residentMiB(pid);
  const timer = setInterval(() => {
    most = Math.max(most, residentMiB(pid));
  }, 10);
  return {
    stop(): number {
      clearInterval(timer);
      return most;
    },
  };
}
