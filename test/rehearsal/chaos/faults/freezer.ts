import { familyOf } from '../../support/processes.ts';

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
  const release = (name: NodeJS.Signals) => {
    signal(frozen, name);
    frozen = [];
  };
  return {
    freeze: (pid) => stop(familyOf(pid)),
    freezeChildren: (pid) => stop(familyOf(pid).slice(1)),
    thaw: () => release('SIGCONT'),
    kill: () => release('SIGKILL'),
  };
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
