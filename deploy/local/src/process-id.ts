import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Identifies a process permanently. Process ids are reused, but never with the same start time. */
export interface ProcessMark {
  pid: number;
  startedAt: string;
}

/** Returns the mark of the running process with this id, or null if there is none. */
export function markOf(pid: number): ProcessMark | null {
  const startedAt = process.platform === 'linux' ? fromProc(pid) : fromPs(pid);
  return startedAt === null ? null : { pid, startedAt };
}

/** Whether this very process is running, and not a later one with the same id. */
export function stillRuns(mark: ProcessMark): boolean {
  return markOf(mark.pid)?.startedAt === mark.startedAt;
}

function fromProc(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the name in parentheses and may contain anything. State and start time follow it.
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
