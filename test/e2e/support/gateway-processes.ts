import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { compileCache } from '@evict/config/compile-cache';
import { urlAs } from '@evict/local';
import { inject } from 'vitest';

const roles = {
  'customer-gateway': 'customer_gateway',
  'public-gateway': 'public_gateway',
  'attorney-gateway': 'attorney_gateway',
} as const;

export type GatewayProcess = Awaited<ReturnType<typeof startGatewayProcess>>;

const running = new Set<ChildProcess>();
// Kills the processes if the test run is aborted.
process.once('exit', () => running.forEach((child) => child.kill()));

/** Starts a gateway the way a deployment does, on a free port. Resolves when it listens. */
export async function startGatewayProcess(
  service: keyof typeof roles,
  databaseUrl: string,
  env: Readonly<Record<string, string>> = {},
) {
  const { temporalAddress, temporalNamespace } = inject('servers');
  const program = fileURLToPath(new URL(`../../../services/${service}/src/main.ts`, import.meta.url));
  const child = spawn(process.execPath, [program], {
    env: {
      ...compileCache(),
      DATABASE_URL: urlAs(roles[service], databaseUrl),
      SECRET_KEY: 'the same for every process of one deployment',
      TEMPORAL_ADDRESS: temporalAddress,
      TEMPORAL_NAMESPACE: temporalNamespace,
      OPS_EMAIL: 'operators@example.com',
      WEBSITE_ORIGIN: 'https://www.example.com',
      PROXY_HOPS: '1',
      STOP_DRAIN: '0ms',
      PORT: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.add(child);
  const ended = once(child, 'exit').finally(() => running.delete(child));
  const lines: string[] = [];
  /** The ports that the process has logged. */
  let told: { port?: number; metricsPort?: number } = {};
  await new Promise<void>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      lines.push(line);
      told = { ...told, ...(line.startsWith('{') && (JSON.parse(line) as typeof told)) };
      if (told.port !== undefined && told.metricsPort !== undefined) resolve();
    });
    void ended.then(([code]) => reject(new Error(`${service} ended with ${code} before it was up`)));
  });
  return {
    url: `http://127.0.0.1:${told.port}`,
    /** The base URL of the metrics and the readiness check. */
    operationsUrl: `http://127.0.0.1:${told.metricsPort}`,
    /** Stops the process with a signal. Resolves if it exits cleanly or was killed before, and rejects otherwise. */
    stop: async (): Promise<void> => {
      child.kill('SIGTERM');
      const [code, signal] = (await ended) as [number | null, NodeJS.Signals | null];
      if (code === 0 || signal === 'SIGKILL') return;
      throw new Error(`${service} ended with ${code} at SIGTERM; its last lines:\n${lines.slice(-20).join('\n')}`);
    },
    /** Kills the process. Resolves when it has exited. */
    kill: async (): Promise<void> => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
