import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { CannotStart } from './cannot-start.ts';
import { holderOf, takeLock } from './lock.ts';
import { markOf, type ProcessMark, stillRuns } from './process-id.ts';
import { until } from './processes.ts';

type Ports = Readonly<Record<string, number>>;

const LOCK = 'stack.lock';
const PORTS = 'ports.json';

/** A stack's data folder, which is locked so that only one stack uses it at a time. */
export interface DataDir {
  readonly path: string;
  /** The ports of the last run, keyed by environment variable (such as `PORT`). Empty before the first run. */
  readonly lastPorts: Ports;
  rememberPorts: (ports: Ports) => Promise<void>;
  /** Records a started process, so that the next start can end it if this stack is killed and leaves it behind. */
  rememberProcess: (name: string, pid: number) => void;
  /** Releases the folder. Call this after all processes have stopped. */
  release: () => Promise<void>;
}

/** Thrown if another running stack is using the folder. */
export class DataDirInUse extends CannotStart {
  constructor(path: string, pid: number | undefined) {
    super(
      `${path} is used by another stack (process ${pid ?? 'unknown'}). Stop it, or set DATA_DIR to another folder.`,
    );
  }
}

/**
 * Locks the folder, creating it if necessary. Ends processes that a killed stack has left behind. Throws DataDirInUse.
 */
export async function openDataDir(dir: string): Promise<DataDir> {
  const path = resolve(dir);
  const lock = join(path, LOCK);
  const processes = join(path, 'processes');
  await mkdir(path, { recursive: true, mode: 0o700 });
  if (!(await takeLock(lock))) throw new DataDirInUse(path, (await holderOf(lock))?.pid);
  await endAll(readProcesses(processes));
  await rm(processes, { force: true });
  return {
    path,
    lastPorts: await lastPortsOf(path),
    rememberPorts: (ports) => writeFile(join(path, PORTS), JSON.stringify(ports)),
    rememberProcess(name, pid) {
      const mark = markOf(pid);
      if (mark !== null) appendFileSync(processes, `${JSON.stringify({ name, ...mark })}\n`);
    },
    async release() {
      await rm(processes, { force: true });
      await rm(lock, { force: true });
    },
  };
}

/**
 * Cleans up after killed stacks: ends their processes and removes their folders, which are in `base` and have names
 * that begin with `prefix`. Skips a folder without a lock, because another process is creating or removing it.
 */
export async function removeAbandoned(base: string, prefix: string): Promise<void> {
  const names = (await readdir(base)).filter((name) => name.startsWith(prefix));
  for (const path of names.map((name) => join(base, name))) {
    if (!existsSync(join(path, LOCK))) continue;
    try {
      const dir = await openDataDir(path);
      await rm(path, { recursive: true, force: true });
      await dir.release();
    } catch (error) {
      if (!(error instanceof DataDirInUse)) throw error;
    }
  }
}

/** Returns the ports of the stack that uses the folder, or used it last. Empty before the first run. */
export async function lastPortsOf(path: string): Promise<Ports> {
  try {
    return JSON.parse(await readFile(join(path, PORTS), 'utf8')) as Ports;
  } catch {
    return {}; // before the first run, or if the last one was killed: any free ports will do
  }
}

type OwnProcess = ProcessMark & { name: string };

function readProcesses(file: string): OwnProcess[] {
  let lines: string[];
  try {
    lines = readFileSync(file, 'utf8').trim().split('\n');
  } catch {
    return [];
  }
  return lines.flatMap((line) => {
    try {
      return [JSON.parse(line) as OwnProcess];
    } catch {
      return []; // the stack was killed while it wrote its last line
    }
  });
}

/**
 * Ends processes in reverse order of their start, so the database is last. It shuts down cleanly, and all others are
 * killed.
 */
async function endAll(processes: readonly OwnProcess[]): Promise<void> {
  for (const mark of processes.toReversed()) {
    if (!stillRuns(mark)) continue;
    process.kill(mark.pid, mark.name === 'PostgreSQL' ? 'SIGINT' : 'SIGKILL');
    await until(async () => {
      if (stillRuns(mark)) throw new Error(`${mark.name} from an earlier run (process ${mark.pid}) did not stop`);
    }, 10_000);
  }
}
