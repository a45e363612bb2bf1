import { Connection } from '@temporalio/client';
import { DefaultLogger, NativeConnection, Runtime } from '@temporalio/worker';
import type { ConnectionOptions } from './connection-options.ts';

export interface WorkerConnections {
  /** For the worker's own polling. */
  native: NativeConnection;
  /** For calls to the server beside that. */
  connection: Connection;
}

interface Log {
  info(message: string): void;
  warn(fields: object, message: string): void;
}

/** Runs a worker until the process is told to stop, on connections that are closed afterwards. */
export async function runWorkerProcess(
  { server, logger }: { server: ConnectionOptions; logger: Log },
  create: (connections: WorkerConnections) => Promise<{ run(): Promise<void> }>,
): Promise<void> {
  Runtime.install({
    logger: new DefaultLogger('WARN', ({ level, message }) => logger.warn({ level }, message)),
    // The worker's own handling of signals: the one way it shuts down.
    shutdownSignals: ['SIGINT', 'SIGTERM'],
  });
  const [native, connection] = await Promise.all([
    NativeConnection.connect(server),
    Connection.connect(server),
  ]);
  const worker = await create({ native, connection });
  logger.info('polling');
  await worker.run();
  await Promise.all([connection.close(), native.close()]);
}
