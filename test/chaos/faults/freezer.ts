import { execFileSync } from 'node:child_process';

/** Freezes processes at an arbitrary moment, like a paused machine. */
export interface Freezer {
  /** The process and its descendants. */
  freeze: (pid: number) => void;
  /** The descendants of the process. */
  freezeChildren: (pid: number) => void;
  /** Resumes all frozen processes. */
  thaw: () => void;
  /** Kills all frozen processes without resuming them. */
  kill: () => void;
}

export function createFreezer(): Freezer {
  let frozen: number[] = [];
  const stop = (pids: readonly number[]) => {
    frozen = [...frozen, ...pids];
    signal(pids, 'SIGSTOP');
  };
  return {
    freeze: (pid) => stop(familyOf(pid)),
    freezeChildren: (pid) => stop(familyOf(pid).slice(1)),
    thaw() {
      signal(frozen, 'SIGCONT');
      frozen = [];
    },
    kill() {
      signal(frozen, 'SIGKILL');
      frozen = [];
    },
  };
}

/** The process, which comes first, and its descendants. */
export function familyOf(pid: number): number[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
  const pairs = lines.map((line) => line.trim().split(/\s+/).map(Number));
  const family = [pid];
  // The loop also visits the children that it adds.
  for (const one of family) family.push(...pairs.flatMap(([child = 0, parent]) => (parent === one ? [child] : [])));
  return family;
}

/** Sends it to each that still runs. */
function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}
