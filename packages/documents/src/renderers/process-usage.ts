import { readFileSync } from 'node:fs';

/** Resource usage of a process. */
export interface ProcessUsage {
  /** CPU time since its start, in milliseconds, to a hundredth of a second. */
  readonly cpuMs: number;
  /** Resident memory in bytes. */
  readonly residentBytes: number;
}

/** Linux reports CPU time in hundredths of a second. */
const msPerTick = 10;

/** The usage of a process; null if the system does not report it (outside Linux) or the process has ended. */
export function processUsage(pid: number): ProcessUsage | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name of the program precedes them and may contain spaces.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const resident = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'));
    if (!resident) return null; // it has ended and its parent does not know yet
    const [userTicks, systemTicks] = [Number(fields[11]), Number(fields[12])];
    return { cpuMs: (userTicks + systemTicks) * msPerTick, residentBytes: Number(resident[1]) * 1024 };
  } catch {
    return null;
  }
}
