import { freePort, Supervisor } from '@evict/local';

export type Variables = Readonly<Record<string, string>>;

/** A program that can be stopped and started again. It ends with this process. */
export function unit(restarts: boolean, launch: (supervisor: Supervisor, more: Variables) => Promise<void>) {
  const policy = { most: restarts ? Infinity : 0, windowMs: restarts ? 0 : Infinity, pauseStepMs: 0 };
  let supervisor = new Supervisor({});
  let pid = Number.NaN;
  endWithThisProcess(() => supervisor.kill());
  const own = {
    /** Its process id now. */
    pid: () => pid,
    /** Starts it, with more settings. Resolves when it is up. */
    async start(more: Variables = {}): Promise<void> {
      supervisor = new Supervisor({ onSpawn: (_name, started) => void (pid = started) }, policy);
      await launch(supervisor, more);
    },
    stop: () => supervisor.stop(),
    /** Ends it at once. It stays away. */
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

/** Different ones, which are free now, one a call. */
export async function freePorts(count: number): Promise<() => number> {
  const taken = new Set<number>();
  while (taken.size < count) taken.add(await freePort(taken));
  const left = [...taken];
  return () => left.pop() as number;
}

const endings: (() => unknown)[] = [];

/** Acts when this process ends, however it does: what it has started must not be left behind. */
export function endWithThisProcess(act: () => unknown): void {
  if (endings.length === 0) {
    process.once('exit', () => endings.toReversed().forEach((end) => end()));
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(130));
  }
  endings.push(act);
}
