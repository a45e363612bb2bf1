import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expectListening } from './ports.ts';
import type { Supervisor } from './processes.ts';

export interface ServiceSettings {
  /** The folder for the logs. */
  dir: string;
  env: Readonly<Record<string, string | undefined>> & { METRICS_PORT: string };
}

/** Starts all gateways in one process on one port. Resolves when they respond. */
export async function startGateways(
  supervisor: Supervisor,
  { dir, env }: ServiceSettings,
  port: number,
): Promise<void> {
  await supervisor.start({
    name: 'Gateways',
    stage: 'front',
    command: typescript('gateways.ts', ['--max-old-space-size=256', '--max-semi-space-size=8']),
    env: {
      ...env,
      PORT: String(port),
      UV_THREADPOOL_SIZE: '8', // password hashing shares these threads with files and DNS
      MALLOC_MMAP_THRESHOLD_: '131072', // returns an upload's memory to the system at once
    },
    logFile: join(dir, 'gateways.log'),
    check: async () => {
      await expectListening(port);
      await isHealthy(`http://127.0.0.1:${port}`);
    },
    startWithinMs: 60_000,
    stopSignal: 'SIGTERM',
    stopWithinMs: 1500,
  });
}

/** Rejects unless the API at this URL is healthy. */
export async function isHealthy(url: string): Promise<void> {
  const response = await fetch(`${url}/v1/health`, { signal: AbortSignal.timeout(2000) });
  const body = (await response.json()) as { ok?: boolean };
  if (body.ok !== true) throw new Error(`${url} is not healthy`);
}

/**
 * V8's heap limits. Without them, the case worker would keep 0.4 GiB of garbage. Its renderers have their own limits.
 */
const heapOf = {
  'case-worker': ['--max-old-space-size=400', '--max-semi-space-size=8'],
  'outbox-worker': [],
} as const;

const workerNames = { 'case-worker': 'Case worker', 'outbox-worker': 'Outbox worker' } as const;

/** Starts the worker in `services/<folder>`, which logs to `<folder>.log`. Resolves when it is ready. */
export async function startWorker(
  supervisor: Supervisor,
  { dir, env }: ServiceSettings,
  folder: keyof typeof workerNames,
): Promise<void> {
  await supervisor.start({
    name: workerNames[folder],
    stage: 'worker',
    command: typescript(`../../../services/${folder}/src/main.ts`, heapOf[folder]),
    env,
    logFile: join(dir, `${folder}.log`),
    check: async () => {
      await expectListening(Number(env.METRICS_PORT));
      await isReady(`http://127.0.0.1:${env.METRICS_PORT}`);
    },
    startWithinMs: 60_000,
    stopSignal: 'SIGTERM',
    stopWithinMs: 8500, // it exits on its own after 8 s at most
  });
}

/** Rejects unless the worker at this URL is ready. */
async function isReady(url: string): Promise<void> {
  const response = await fetch(`${url}/ready`, { signal: AbortSignal.timeout(5000) });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${url} is not ready`);
}

function typescript(file: string, flags: readonly string[] = []): [string, ...string[]] {
  const program = fileURLToPath(new URL(file, import.meta.url));
  return [process.execPath, ...flags, program];
}
