import { readFileSync } from 'node:fs';

/** What a process uses. */
export interface ProcessUsage {
  /** Time on a processor since its start, in milliseconds, to a hundredth of a second. */
  readonly cpuMs: number;
  /** Resident memory, in bytes: its heap and all that lies beside it. */
  readonly residentBytes: number;
}

/** Linux counts processor time in hundredths of a second, whatever its clock. */
const msPerTick = 10;

/** The usage of a process; null where the system does not tell, as outside of Linux, and for one that is gone. */
export function processUsage(pid: number): ProcessUsage | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name of the program comes before them and may hold spaces.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const resident = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'));
    if (!resident) return null; // it has ended, and its parent has not been told
    const [userTicks, systemTicks] = [Number(fields[11]), Number(fields[12])];
    return { cpuMs: (userTicks + systemTicks) * msPerTick, residentBytes: Number(resident[1]) * 1024 };
  } catch {
    return null;
  }
}
