import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

// As reported by Linux under /proc.

const watched = ['Gateways', 'Case worker', 'Outbox worker'] as const;
export type Watched = (typeof watched)[number] | 'Renderer';

/** The peak memory of each process, in MiB. The renderer is any child of the case worker. */
export type Peaks = Partial<Record<Watched, number>>;

export interface Watch {
  /** Ends the watch. The second figure is the number of processes that have died since it began. */
  stop: () => { peaks: Peaks; deaths: number };
}

const lookEveryMs = 200;

/**
 * Watches the processes of the stack. The kernel records the peak of each; sampling is for processes that end in
 * between.
 */
export function watchProcesses(dataDir: string): Watch {
  const before = started(dataDir).length;
  const peaks: Peaks = {};
  for (const { pid } of members(dataDir)) forgetPeak(pid);
  const look = () => {
    for (const { name, pid } of members(dataDir)) peaks[name] = Math.max(peaks[name] ?? 0, peakMiB(pid));
  };
  const timer = setInterval(look, lookEveryMs);
  return {
    stop() {
      clearInterval(timer);
      look();
      return { peaks, deaths: started(dataDir).length - before };
    },
  };
}

/** Waits until the processes are idle; false if they are not in time. */
export async function comesToRest(dataDir: string, withinMs: number): Promise<boolean> {
  const lookMs = 500;
  let quiet = 0;
  for (const deadline = Date.now() + withinMs; Date.now() < deadline;) {
    const before = processorMs(dataDir);
    await setTimeout(lookMs);
    quiet = processorMs(dataDir) - before < idleShare * lookMs ? quiet + 1 : 0;
    if (quiet === 3) return true;
  }
  return false;
}

/** The share of one processor that all of them use together. */
const idleShare = 0.15;

function members(dataDir: string): { name: Watched; pid: number }[] {
  const newest = new Map(started(dataDir).map(({ name, pid }) => [name, pid]));
  return watched.flatMap((name) => {
    const pid = newest.get(name);
    if (pid === undefined) return [];
    const children = name === 'Case worker' ? descendants(pid) : [];
    return [{ name, pid }, ...children.map((child) => ({ name: 'Renderer' as const, pid: child }))];
  });
}

/** Every process that the stack has started, including ended ones. */
function started(dataDir: string): { name: string; pid: number }[] {
  const lines = readFileSync(join(dataDir, 'processes'), 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line) as { name: string; pid: number });
}

function descendants(pid: number): number[] {
  const children = orNothing([], () =>
    readdirSync(`/proc/${pid}/task`).flatMap((task) =>
      readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
    ),
  );
  return children.flatMap((child) => [child, ...descendants(child)]);
}

function peakMiB(pid: number): number {
  const status = orNothing('', () => readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1024;
}

function forgetPeak(pid: number): void {
  orNothing(undefined, () => writeFileSync(`/proc/${pid}/clear_refs`, '5'));
}

function processorMs(dataDir: string): number {
  const ticks = members(dataDir).map(({ pid }) => {
    const stat = orNothing('', () => readFileSync(`/proc/${pid}/stat`, 'utf8'));
    // The name of the program is in brackets and may have spaces in it.
    const [user = 0, system = 0] = stat.slice(stat.lastIndexOf(')')).split(' ').slice(12, 14).map(Number);
    return user + system;
  });
  return 10 * ticks.reduce((sum, count) => sum + count, 0);
}

/** A process may end while it is looked at. */
function orNothing<T>(nothing: T, look: () => T): T {
  try {
    return look();
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes(String((error as NodeJS.ErrnoException).code))) return nothing;
    throw error;
  }
}
