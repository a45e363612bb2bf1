import { readFileSync } from 'node:fs';
import { childrenOf, hasEnded } from './cpu.ts';

// As reported by Linux under /proc.

/** The current memory of a process. */
export function residentMiB(pid: number): number {
  const [, kib = 'NaN'] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kib) / 1024;
}

/** The current memory of a process and its descendants. Pages that they share count once. */
export function treeMiB(pid: number): number {
  try {
    const [, kib = 'NaN'] = /^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? [];
    return childrenOf(pid).reduce((sum, child) => sum + treeMiB(child), Number(kib) / 1024);
  } catch (error) {
    if (hasEnded(error)) return 0;
    throw error;
  }
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
