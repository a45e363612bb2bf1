import { isDatabaseReachable, type Store } from '@evict/store/database';
import { type Logger, startOperations, stopTracing } from '@evict/telemetry';
import type { Gateway } from './gateway.ts';
import { stopOnSignal } from './stop-on-signal.ts';

export interface RunSettings {
  logger: Logger;
  store: Store;
  port: number;
  host: string;
  metricsPort: number;
  metricsHost: string;
  /** How long it goes on answering while it is no longer ready, so that a proxy stops sending before it is gone. */
  stopDrainMs: number;
  /** How long requests that are under way may take after that; 10 s by default, since a command may take 8. */
  graceMs?: number;
  /** Closes what the gateway works with, once nobody needs it any more. */
  close: () => Promise<unknown>;
}

/**
 * Serves a gateway, with metrics and readiness on their own port, until SIGTERM or SIGINT. Then it is no longer ready,
 * takes requests for the drain all the same, closes its port, finishes what is under way, and is gone within 15 s.
 */
export async function runGateway(gateway: Gateway, settings: RunSettings): Promise<void> {
  const { logger, store, stopDrainMs, graceMs = 10_000, close } = settings;
  const operations = await startOperations({ ...settings, checks: { database: () => isDatabaseReachable(store) } });
  const server = await gateway.listen(settings);
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

/** Of drain and grace together; what is left of 15 s is for closing connections. */
const stopWithinMs = 13_500;

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
