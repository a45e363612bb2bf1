import { type Addresses, bringUp, type StackOptions } from './bring-up.ts';
import { openDataDir } from './data-dir.ts';
import { Supervisor } from './processes.ts';

export interface Stack {
  /** Resolves when everything responds. Rejects if the start fails or is interrupted by `stop`. */
  ready: Promise<Addresses>;
  /** Resolves with the reason when a process cannot be kept running. */
  broken: Promise<string>;
  /** Stops everything within 15 s. It can be called at any time. */
  stop: () => Promise<void>;
  /** Kills every process at once. */
  kill: () => void;
}

/** Starts the whole product on this machine: database, Temporal, mailbox, workers and gateways. */
export function launch(options: StackOptions): Stack {
  const dataDir = openDataDir(options.settings.dataDir);
  let breaks: (reason: string) => void;
  const broken = new Promise<string>((resolve) => (breaks = resolve));
  const supervisor = new Supervisor({
    onSpawn: (name, pid) => void dataDir.then((dir) => dir.rememberProcess(name, pid)),
    onRestart: (name, end) => options.report(`${name} ${end}; restarting it`),
    onGiveUp: (name, end, log) => breaks(`${name} ${end} again and will not be restarted:\n${log}`),
  });
  return {
    ready: dataDir.then((dir) => bringUp(supervisor, dir, options)),
    broken,
    async stop() {
      await supervisor.stop();
      const dir = await dataDir.catch(() => null);
      await dir?.release();
    },
    kill: () => supervisor.kill(),
  };
}
