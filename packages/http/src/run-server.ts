import { type Logger, type OperationsSettings, startOperations, stopTracing } from '@evict/telemetry';
import type { Listening } from './listen.ts';
import { setTimeout as pause } from 'node:timers/promises';

export interface RunSettings {
  logger: Logger;
  port: number;
  host: string;
  metricsPort: number;
  metricsHost: string;
  /** Readiness checks, by name. */
  checks: OperationsSettings['checks'];
  temporalTlsCert?: Uint8Array | null;
  /** How long the server keeps serving after it reports not ready, so that proxies stop sending before it closes. */
  stopDrainMs: number;
  /** How long requests in progress may take after that. The default is 10 s, because a command may take 8 s. */
  graceMs?: number;
  /** Closes the server's resources after the last request. */
  close: () => Promise<unknown>;
}

/**
 * Serves until SIGTERM or SIGINT, with metrics and readiness on their own port. Then it reports not ready, keeps
 * serving for `stopDrainMs`, closes its port, finishes the requests in progress, and exits within 15 s.
 */
export async function runServer(
  listen: (address: { port: number; host: string }) => Promise<Pick<Listening, 'port' | 'retire' | 'close'>>,
  settings: RunSettings,
): Promise<void> {
  const { logger, stopDrainMs, graceMs = 10_000, close } = settings;
  const operations = await startOperations(settings);
  const server = await listen(settings);
  logger.info({ port: server.port }, 'listening');
  stopOnSignal(async () => {
    const drainMs = Math.min(stopDrainMs, stopWithinMs);
    operations.stopping();
    server.retire();
    await pause(drainMs);
    await server.close(Math.min(graceMs, stopWithinMs - drainMs));
    await Promise.all([operations.close(), close(), stopTracing()]);
  });
}

/** The limit for drain and grace together. The rest of the 15 s is for closing connections. */
const stopWithinMs = 13_500;

/** Runs `stop` once, at the first SIGTERM or SIGINT. */
function stopOnSignal(stop: () => Promise<void>): void {
  let stopping = false;
  const once = () => {
    // A terminal signals the whole process group, and the parent then signals again.
    if (stopping) return;
    stopping = true;
    void stop();
  };
  process.on('SIGTERM', once).on('SIGINT', once);
}
