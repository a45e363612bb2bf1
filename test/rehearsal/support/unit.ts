import { freePort, Supervisor } from '@evict/local';

export type Variables = Readonly<Record<string, string>>;

/** Runs a program that can be stopped and started again. It ends with this process. */
export function unit(restarts: boolean, launch: (supervisor: Supervisor, more: Variables) => Promise<void>) {
  const policy = { most: restarts ? Infinity : 0, windowMs: restarts ? 0 : Infinity, pauseStepMs: 0 };
  let supervisor = new Supervisor({});
  let pid = Number.NaN;
  endWithThisProcess(() => supervisor.kill());
  const own = {
    /** Returns its current process id. */
    pid: () => pid,
    /** Starts the program with additional settings. Resolves when it is ready. */
    async start(more: Variables = {}): Promise<void> {
      supervisor = new Supervisor({ onSpawn: (_name, started) => void (pid = started) }, policy);
      await launch(supervisor, more);
    },
    stop: () => supervisor.stop(),
    /** Kills the program at once. It isn't restarted. */
    async kill(): Promise<void> {
      supervisor.kill();
      await supervisor.stop();
    },
    async restart(more: Variables = {}): Promise<void> {
      await own.kill();
      await own.start(more);
    },
  };
  return own;
}

/** Finds this many free ports. Each call of the returned function returns another one. */
export async function freePorts(count: number): Promise<() => number> {
  const taken = new Set<number>();
  while (taken.size < count) taken.add(await freePort(taken));
  const left = [...taken];
  return () => left.pop() as number;
}

const endings: (() => unknown)[] = [];

/** Runs `act` when this process ends for any reason, so nothing that it has started is left behind. */
export function endWithThisProcess(act: () => unknown): void {
  if (endings.length === 0) {
    process.once('exit', () => endings.toReversed().forEach((end) => end()));
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(130));
  }
  endings.push(act);
}
