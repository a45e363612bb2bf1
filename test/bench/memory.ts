import { readFileSync } from 'node:fs';

// As Linux tells it, under /proc.

/** What a process has in memory now. */
export function residentMiB(pid: number): number {
  const [, kib = 'NaN'] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kib) / 1024;
}

/** Looks every 10 ms; gives the most that was seen. */
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
