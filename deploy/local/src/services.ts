import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { outboxTaskQueue } from '@evict/temporal';
import { casesTaskQueue } from '@evict/temporal/messages';
import { Connection } from '@temporalio/client';
import proto from '@temporalio/proto';
import type { Supervisor } from './processes.ts';

const { TaskQueueType } = proto.temporal.api.enums.v1;

export interface ServiceSettings {
  /** The folder of the logs. */
  dir: string;
  /** The environment of the service. */
  env: Readonly<Record<string, string | undefined>> & { TEMPORAL_ADDRESS: string; TEMPORAL_NAMESPACE: string };
}

/** Starts the case worker. Resolves when it takes tasks. */
export async function startCaseWorker(supervisor: Supervisor, settings: ServiceSettings): Promise<void> {
  const type = TaskQueueType.TASK_QUEUE_TYPE_WORKFLOW;
  await startWorker(supervisor, settings, { name: 'Case worker', folder: 'case-worker', queue: casesTaskQueue, type });
}

/** Starts the outbox worker. Resolves when it takes tasks. */
export async function startOutboxWorker(supervisor: Supervisor, settings: ServiceSettings): Promise<void> {
  const type = TaskQueueType.TASK_QUEUE_TYPE_WORKFLOW;
  await startWorker(supervisor, settings, {
    name: 'Outbox worker',
    folder: 'outbox-worker',
    queue: outboxTaskQueue,
    type,
  });
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
      UV_THREADPOOL_SIZE: '8', // password hashing shares these with files and DNS
      MALLOC_MMAP_THRESHOLD_: '131072', // the bytes of an upload go back to the system when it is done
    },
    logFile: join(dir, 'gateways.log'),
    check: () => isHealthy(`http://127.0.0.1:${port}`),
    startWithinMs: 60_000,
    stopSignal: 'SIGTERM',
    stopWithinMs: 1500,
  });
}

/** Starts the codec server for Temporal Web, on loopback only. Resolves when it responds. */
export async function startCodecServer(
  supervisor: Supervisor,
  { dir, env }: ServiceSettings,
  port: number,
): Promise<void> {
  await supervisor.start({
    name: 'Codec server',
    stage: 'front',
    command: typescript('../../../services/codec-server/src/main.ts'),
    env: { ...env, HOST: '127.0.0.1', PORT: String(port), METRICS_PORT: '0' },
    logFile: join(dir, 'codec-server.log'),
    check: () => fetch(`http://127.0.0.1:${port}/decode`).then((response) => response.arrayBuffer()),
    startWithinMs: 60_000,
    stopSignal: 'SIGTERM',
    stopWithinMs: 1000,
  });
}

/** Rejects unless the API responds there. */
export async function isHealthy(url: string): Promise<void> {
  const response = await fetch(`${url}/v1/health`, { signal: AbortSignal.timeout(2000) });
  const body = (await response.json()) as { ok?: boolean };
  if (body.ok !== true) throw new Error(`${url} is not healthy`);
}

interface WorkerProgram {
  name: string;
  /** The folder of its service; its log has the same name. */
  folder: string;
  queue: string;
  type: proto.temporal.api.enums.v1.TaskQueueType;
}

async function startWorker(
  supervisor: Supervisor,
  { dir, env }: ServiceSettings,
  { name, folder, queue, type }: WorkerProgram,
): Promise<void> {
  const connection = await Connection.connect({ address: env.TEMPORAL_ADDRESS });
  const taskQueue = { namespace: env.TEMPORAL_NAMESPACE, taskQueue: { name: queue }, taskQueueType: type };
  try {
    await supervisor.start({
      name,
      stage: 'worker',
      command: typescript(`../../../services/${folder}/src/main.ts`),
      env,
      logFile: join(dir, `${folder}.log`),
      check: async () => {
        const { pollers } = await connection.workflowService.describeTaskQueue(taskQueue);
        if (!pollers?.length) throw new Error(`Nobody takes tasks of ${queue} yet`);
      },
      startWithinMs: 60_000,
      stopSignal: 'SIGTERM',
      stopWithinMs: 8500, // it forces its own end after 8 s
    });
  } finally {
    await connection.close();
  }
}

function typescript(file: string, flags: readonly string[] = []): [string, ...string[]] {
  const program = fileURLToPath(new URL(file, import.meta.url));
  return [process.execPath, ...flags, program];
}
