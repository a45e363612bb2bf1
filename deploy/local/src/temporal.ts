import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expectListening } from './ports.ts';
import type { Supervisor } from './processes.ts';

export interface TemporalSettings {
  /** The folder for the server's database and log. */
  dir: string;
  port: number;
  /** The port of Temporal Web. If null, there is no Temporal Web. */
  webPort: number | null;
  /** The path of the Temporal CLI. */
  program: string;
  /** If absent, the server's defaults apply. */
  dynamicConfig?: DynamicConfig;
}

/** Temporal's dynamic configuration, by key. */
export type DynamicConfig = Readonly<Record<string, string | number | boolean>>;

/** Returns the path of the server's SQLite database in its folder. */
export const temporalDatabase = (dir: string) => join(dir, 'temporal.db');

/**
 * Starts the Temporal CLI's development server, which stores its data in one file. Resolves to its host:port when it
 * responds.
 */
export async function startTemporal(supervisor: Supervisor, settings: TemporalSettings): Promise<string> {
  const { dir, port, webPort, program, dynamicConfig } = settings;
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const address = `127.0.0.1:${port}`;
  await supervisor.start({
    name: 'Temporal',
    stage: 'engine',
    command: [
      program,
      'server',
      'start-dev',
      `--db-filename=${temporalDatabase(dir)}`,
      // By default, each transaction writes a rollback journal and waits for the disk several times.
      '--sqlite-pragma=journal_mode=wal',
      '--sqlite-pragma=synchronous=1',
      '--ip=127.0.0.1',
      `--port=${port}`,
      '--log-level=warn',
      ...(webPort === null ? ['--headless'] : [`--ui-port=${webPort}`, '--ui-disable-news-fetch']),
      ...Object.entries(dynamicConfig ?? {}).map(
        ([key, value]) => `--dynamic-config-value=${key}=${JSON.stringify(value)}`,
      ),
    ],
    logFile: join(dir, 'server.log'),
    check: async () => {
      await expectListening(port);
      // This takes half as long as loading a client.
      await promisify(execFile)(program, ['operator', 'cluster', 'health', '--address', address]);
    },
    startWithinMs: 60_000,
    stopSignal: 'SIGTERM',
    stopWithinMs: 2000,
  });
  return address;
}
