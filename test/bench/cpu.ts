import { readdirSync, readFileSync } from 'node:fs';
import type { BenchStack, ProcessName } from './programs.ts';

// As Linux reports it, under /proc, in hundredths of a second.

export const measured = [
  'Case worker',
  'Outbox worker',
  'Gateways',
  'Temporal',
  'PostgreSQL',
] as const satisfies readonly ProcessName[];
export type CpuTimes = Record<(typeof measured)[number], number>;

/** The CPU time that the processes of the stack have used so far, with that of their children, in milliseconds. */
export function cpuTimes(stack: BenchStack): CpuTimes {
  return Object.fromEntries(measured.map((name) => [name, cpuMs(stack.pidOf(name))])) as CpuTimes;
}

function cpuMs(pid: number): number {
  try {
    const [, fields = ''] = /^.*\) (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    const [user, system, endedUser, endedSystem] = fields.split(' ').slice(11, 15).map(Number) as [
      number,
      number,
      number,
      number,
    ];
    const own = (user + system + endedUser + endedSystem) * 10;
    return childrenOf(pid).reduce((sum, child) => sum + cpuMs(child), own);
  } catch (error) {
    if (hasEnded(error)) return 0;
    throw error;
  }
}

/** Throws an error of `hasEnded` for a process that is gone. */
export function childrenOf(pid: number): number[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  );
}

export function hasEnded(error: unknown): boolean {
  return ['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '');
}
