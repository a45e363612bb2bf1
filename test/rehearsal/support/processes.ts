import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';

// Times and memory come from /proc on Linux. They are 0 for a process that has ended.

/** Returns the ids of the process, which comes first, and of its descendants. */
export function familyOf(pid: number, all = allProcesses()): number[] {
  const family = [pid];
  // The loop also visits the children that it adds.
  for (const one of family) family.push(...all.flatMap(([child = 0, parent]) => (parent === one ? [child] : [])));
  return family;
}

/**
 * Returns the id of each process with that of its parent. Blocks this process meanwhile, for up to a second on a busy
 * machine.
 */
export function allProcesses(): number[][] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
  return lines.map((line) => line.trim().split(/\s+/).map(Number));
}

/** Returns the CPU time that a process has used, in milliseconds. */
function cpuMs(pid: number): number {
  const stat = read(`/proc/${pid}/stat`);
  // The program's name is in parentheses, and may contain spaces.
  const [user = 0, system = 0] = stat.slice(stat.lastIndexOf(')')).split(' ').slice(12, 14).map(Number);
  return 10 * (user + system);
}

/** Returns the memory of a process. Pages that it shares with others count proportionally. */
export function memoryMiB(pid: number): number {
  return kibIn(read(`/proc/${pid}/smaps_rollup`), 'Pss') / 1024;
}

/** Returns the most memory that a process has used since `forgetPeak`. */
export function peakMiB(pid: number): number {
  return kibIn(read(`/proc/${pid}/status`), 'VmHWM') / 1024;
}

export function forgetPeak(pid: number): void {
  orNothing(() => writeFileSync(`/proc/${pid}/clear_refs`, '5'));
}

/** Waits until these processes together have used little of one processor for a while. Rejects after two minutes. */
export async function untilIdle(pids: () => readonly number[]): Promise<void> {
  const total = () => pids().reduce((sum, pid) => sum + cpuMs(pid), 0);
  const [lookMs, idleMs] = [500, 75];
  let quiet = 0;
  for (const deadline = Date.now() + 120_000; quiet < 3;) {
    if (Date.now() > deadline) throw new Error('the stack is still busy after two minutes');
    const before = total();
    await setTimeout(lookMs);
    quiet = total() - before < idleMs ? quiet + 1 : 0;
  }
}

function kibIn(text: string, field: string): number {
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(text)?.[1] ?? 0);
}

function read(file: string): string {
  return orNothing(() => readFileSync(file, 'utf8')) ?? '';
}

/** Returns undefined if the process ends while it is being read. */
function orNothing<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}
