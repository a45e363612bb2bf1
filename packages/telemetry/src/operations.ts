import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { totalmem } from 'node:os';
import { getHeapStatistics } from 'node:v8';
import { collectDefaultMetrics } from 'prom-client';
import type { Logger } from './log.ts';
import { metrics, registry } from './metrics.ts';

export interface OperationsSettings {
  /** The port. For 0, any free port is taken and logged. */
  metricsPort: number;
  metricsHost: string;
  logger: Logger;
  /** The conditions of readiness, by name. A check that throws or times out counts as failed. */
  checks: Readonly<Record<string, () => boolean | Promise<boolean>>>;
  /** Updates gauges before metrics are read. Errors are ignored. */
  gather?: () => Promise<void>;
  /** The PEM certificate that this process presents to Temporal, as read at startup. */
  temporalTlsCert?: Uint8Array | null;
}

/** Serves `/metrics`, `/live` and `/ready` on a port that customers can't reach. */
interface Operations {
  port: number;
  /** Marks the process as not ready from now on, whatever its checks return. */
  stopping: () => void;
  close: () => Promise<void>;
}

/** Serves metrics, liveness and readiness of this process. */
export async function startOperations(settings: OperationsSettings): Promise<Operations> {
  const { metricsPort, metricsHost, logger } = settings;
  let isStopping = false;
  const checks = { not_stopping: () => !isStopping, ...settings.checks };
  collectOnce();
  if (settings.temporalTlsCert) {
    const { validToDate } = new X509Certificate(settings.temporalTlsCert);
    metrics.certificateExpires.set({ server: 'temporal' }, validToDate.getTime() / 1000);
  }
  const pages: Readonly<Record<string, (res: ServerResponse) => Promise<void> | void>> = {
    '/live': (res) => respond(res, 200, { live: true }),
    '/ready': async (res) => {
      const held = await runChecks(checks);
      const ready = Object.values(held).every(Boolean);
      respond(res, ready ? 200 : 503, { ready, checks: held });
    },
    '/metrics': async (res) => {
      const gathered = settings.gather ? [withTimeout(settings.gather)] : [];
      await Promise.all([runChecks(checks), ...gathered.map((one) => one.catch(() => {}))]);
      res.writeHead(200, { 'Content-Type': registry.contentType }).end(await registry.metrics());
    },
  };
  const server = createServer({ requestTimeout: 10_000, headersTimeout: 5000 }, (req, res) => {
    const page = req.method === 'GET' ? pages[req.url ?? ''] : undefined;
    if (!page) return respond(res, 404, { error: 'not_found' });
    Promise.resolve(page(res)).catch(() => res.destroy());
  });
  server.listen(metricsPort, metricsHost);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  logger.info({ metricsPort: port }, 'serving metrics and readiness');
  return {
    port,
    stopping: () => {
      isStopping = true;
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

const checkTimeoutMs = 2000;
let collecting = false;

/** Registers the CPU, memory, event loop and GC metrics once per process, even if tests start several servers in it. */
function collectOnce(): void {
  if (!collecting) {
    collectDefaultMetrics({ register: registry });
    metrics.memoryLimit.set({ kind: 'heap' }, getHeapStatistics().heap_size_limit);
    // A process without its own limit reports 0, or more memory than the machine has.
    metrics.memoryLimit.set({ kind: 'resident' }, Math.min(process.constrainedMemory() || Infinity, totalmem()));
  }
  collecting = true;
}

async function runChecks(checks: OperationsSettings['checks']): Promise<Record<string, boolean>> {
  const run = async ([name, check]: [string, () => boolean | Promise<boolean>]) => {
    const holds = await withTimeout(async () => check()).catch(() => false);
    metrics.ready.set({ check: name }, holds ? 1 : 0);
    return [name, holds] as const;
  };
  return Object.fromEntries(await Promise.all(Object.entries(checks).map(run)));
}

/** Runs a check. Rejects if it takes longer than a probe would wait. */
async function withTimeout<T>(run: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('too late')), checkTimeoutMs);
  });
  try {
    return await Promise.race([run(), late]);
  } finally {
    clearTimeout(timer);
  }
}

function respond(res: ServerResponse, status: number, body: object): void {
  res.writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' }).end(JSON.stringify(body));
}
