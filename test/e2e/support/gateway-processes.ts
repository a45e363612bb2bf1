import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { inject } from 'vitest';

export interface GatewayProcess {
  url: string;
  /** Where it says how it is. */
  operationsUrl: string;
  /** Resolves when it has ended by itself; rejects where it fails at that. */
  stop: () => Promise<void>;
}

/** Starts the gateway as a deployment does, on a free port of its own. Resolves when it listens. */
export async function startGatewayProcess(
  service: 'customer-gateway' | 'public-gateway',
  databaseUrl: string,
  env: Readonly<Record<string, string>> = {},
): Promise<GatewayProcess> {
  const program = fileURLToPath(new URL(`../../../services/${service}/src/main.ts`, import.meta.url));
  const { temporalAddress, temporalNamespace } = inject('servers');
  const child = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), program], {
    env: {
      DATABASE_URL: databaseUrl,
      SECRET_KEY: 'the same for every process of one deployment',
      TEMPORAL_ADDRESS: temporalAddress,
      TEMPORAL_NAMESPACE: temporalNamespace,
      OPS_EMAIL: 'operators@example.com',
      WEBSITE_ORIGIN: 'https://www.example.com',
      PORT: '0',
      PROXY_HOPS: '1',
      STOP_DRAIN: '0ms',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // A run that is cut short must not leave it behind.
  const kill = () => child.kill();
  process.once('exit', kill);
  const { port, metricsPort } = await portsOf(child, service);
  return {
    url: `http://127.0.0.1:${port}`,
    operationsUrl: `http://127.0.0.1:${metricsPort}`,
    async stop() {
      process.off('exit', kill);
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      const [code] = (await ended) as [number | null];
      if (code !== 0) throw new Error(`${service} ended with ${code} at SIGTERM`);
    },
  };
}

/** The ports that it says in its log that it listens on. The rest of the log is read and dropped. */
async function portsOf(child: ChildProcess, service: string): Promise<{ port: number; metricsPort: number }> {
  if (!child.stdout) throw new Error('no output to read');
  const lines = createInterface({ input: child.stdout });
  let told: { port?: number; metricsPort?: number } = {};
  return new Promise((resolve, reject) => {
    lines.on('line', (line) => {
      told = { ...told, ...(JSON.parse(line) as object) };
      const { port, metricsPort } = told;
      if (port !== undefined && metricsPort !== undefined) resolve({ port, metricsPort });
    });
    child.once('exit', (code) => reject(new Error(`${service} ended with ${code} before it listened`)));
  });
}
