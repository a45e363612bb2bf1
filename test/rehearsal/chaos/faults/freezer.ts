import { familyOf } from '../../support/processes.ts';

/** Freezes processes at an arbitrary moment, like a paused machine. */
export function createFreezer() {
  let frozen: number[] = [];
  const release = (name: NodeJS.Signals) => {
    signal(frozen, name);
    frozen = [];
  };
  return {
    /** Freezes the process and its descendants. */
    freeze(pid: number): void {
      const pids = familyOf(pid);
      frozen.push(...pids);
      signal(pids, 'SIGSTOP');
    },
    /** Resumes all frozen processes. */
    thaw: () => release('SIGCONT'),
    /** Kills all frozen processes without resuming them. */
    kill: () => release('SIGKILL'),
  };
}

/** Sends the signal to each process that still runs. */
function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}
