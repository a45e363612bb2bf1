import { type Logger, type OperationsSettings, startOperations, stopTracing } from '@evict/telemetry';
import { Connection } from '@temporalio/client';
import { DefaultLogger, NativeConnection, Runtime } from '@temporalio/worker';
import type { ConnectionOptions } from './connection-options.ts';

export interface WorkerConnections {
  /** The connection for the worker's polling. */
  native: NativeConnection;
  /** The connection for all other calls to the server. */
  connection: Connection;
}

export interface WorkerProcessSettings extends Omit<OperationsSettings, 'checks'> {
  server: ConnectionOptions;
  logger: Logger;
}

/** A worker, or several that run as one. */
interface Runnable {
  run(): Promise<void>;
  /** Returns `RUNNING` while the worker accepts tasks. */
  getState(): string;
}

/**
 * Runs a worker until the process receives a signal to stop, and closes the worker's connections afterwards. The
 * process is ready while the worker polls and the server is available.
 */
export async function runWorkerProcess(
  { server, logger, ...observed }: WorkerProcessSettings,
  create: (connections: WorkerConnections) => Promise<Runnable>,
): Promise<void> {
  Runtime.install({
    logger: new DefaultLogger('WARN', ({ level, message }) => logger.warn({ level }, message)),
    // The worker handles these signals itself. Nothing else shuts it down.
    shutdownSignals: ['SIGINT', 'SIGTERM'],
  });
  let worker: Runnable | undefined;
  let isServerReady = async () => false;
  const operations = await startOperations({
    ...observed,
    logger,
    checks: { polling: () => worker?.getState() === 'RUNNING', temporal: () => isServerReady() },
  });
  const [native, connection] = await Promise.all([NativeConnection.connect(server), Connection.connect(server)]);
  isServerReady = () => connection.withDeadline(Date.now() + patienceMs, () => isServing(connection));
  worker = await create({ native, connection });
  logger.info('polling');
  await Promise.race([worker.run(), failureOf(worker)]);
  await Promise.all([connection.close(), native.close(), operations.close(), stopTracing()]);
}

/**
 * Rejects once the worker has been in a failed state for some time, for example because its namespace was deleted. The
 * worker's own shutdown can hang while it waits for the server. A process that exits instead is restarted.
 */
function failureOf(worker: Runnable): Promise<never> {
  return new Promise((_, reject) => {
    let failedChecks = 0;
    const timer = setInterval(() => {
      failedChecks = worker.getState() === 'FAILED' ? failedChecks + 1 : 0;
      if (failedChecks * betweenChecksMs < failedForMs) return;
      clearInterval(timer);
      reject(new Error('the worker has failed'));
    }, betweenChecksMs);
    timer.unref();
  });
}

const betweenChecksMs = 1000;
const failedForMs = 10_000;

/** Runs a loop together with the worker. The loop ends when the worker does. */
export function alongside(worker: Runnable, loop: (signal: AbortSignal) => Promise<void>): Runnable {
  return {
    async run() {
      const over = new AbortController();
      const looping = loop(over.signal);
      try {
        await worker.run();
      } finally {
        over.abort();
        await looping;
      }
    },
    getState: () => worker.getState(),
  };
}

const patienceMs = 2000;

async function isServing(connection: Connection): Promise<boolean> {
  await connection.workflowService.getSystemInfo({});
  return true;
}
