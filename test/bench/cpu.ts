import { readFileSync } from 'node:fs';
import type { BenchStack, ProcessName } from './programs.ts';

// As Linux reports it, under /proc, in hundredths of a second.

const measured = ['Case worker', 'Gateways', 'Temporal', 'PostgreSQL'] as const satisfies readonly ProcessName[];
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
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
    const own = (user + system + endedUser + endedSystem) * 10;
    return children.reduce((sum, child) => sum + cpuMs(Number(child)), own);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0; // it has ended
    throw error;
  }
}
