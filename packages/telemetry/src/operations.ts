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
  /** 0: any free port, which is logged. */
  metricsPort: number;
  metricsHost: string;
  logger: Logger;
  /** Conditions of readiness, by name. One that throws or times out does not hold. */
  checks: Readonly<Record<string, () => boolean | Promise<boolean>>>;
  /** Updates gauges before metrics are read. Its failure is ignored. */
  gather?: () => Promise<void>;
  /** The PEM text of the certificate that this process shows to Temporal, as it was read at the start. */
  temporalTlsCert?: Uint8Array | null;
}

/** `/metrics`, `/live` and `/ready`, on a port that callers of the service never reach. */
interface Operations {
  port: number;
  /** From now on the process is not ready, whatever its checks return. */
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
  logger.info({ metricsPort: port }, 'metrics and readiness');
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

/** CPU, memory, event loop, garbage collection: once per process, also where tests start several servers. */
function collectOnce(): void {
  if (!collecting) {
    collectDefaultMetrics({ register: registry });
    metrics.memoryLimit.set({ kind: 'heap' }, getHeapStatistics().heap_size_limit);
    // Without a limit of its own, a process reports 0 or more than there is.
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

/** Rejects after the time that a probe would wait. */
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
