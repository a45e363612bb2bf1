import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** A process for good: ids are given again, but never with the same time of start. */
export interface ProcessMark {
  pid: number;
  startedAt: string;
}

/** The mark of a process that runs now; null when there is none of that id. */
export function markOf(pid: number): ProcessMark | null {
  const startedAt = process.platform === 'linux' ? fromProc(pid) : fromPs(pid);
  return startedAt === null ? null : { pid, startedAt };
}

/** Whether exactly that process, and no later one with its id, still runs. */
export function stillRuns(mark: ProcessMark): boolean {
  return markOf(mark.pid)?.startedAt === mark.startedAt;
}

function fromProc(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the name in parentheses and may hold anything; the state and the start time come after it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? null : (fields[19] ?? null);
  } catch {
    return null;
  }
}

function fromPs(pid: number): string | null {
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || null;
  } catch {
    return null;
  }
}
