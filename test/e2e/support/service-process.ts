import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { compileCache } from '@evict/config/compile-cache';

interface WorkerProcess {
  /** Its operations port: metrics and readiness. */
  operationsUrl: string;
  /** Its log lines so far. */
  log: () => readonly string[];
  /** Stops it by a signal. Resolves if it exits cleanly or was killed before; otherwise rejects. */
  stop: () => Promise<void>;
  /** Kills it. Resolves when it has exited. */
  kill: () => Promise<void>;
}

export interface ServiceProcess extends WorkerProcess {
  url: string;
}

/** Starts a service with a port as a deployment does, on a free one. Resolves when it listens. */
export async function startServiceProcess(
  service: string,
  env: Readonly<Record<string, string>>,
): Promise<ServiceProcess> {
  const isUp = ({ port, metricsPort }: Told) => port !== undefined && metricsPort !== undefined;
  const { told, ...started } = await start(service, { PORT: '0', ...env }, isUp);
  return { ...started, url: `http://127.0.0.1:${told.port}` };
}

/** The newest value of each field that it has logged about itself. */
interface Told {
  port?: number;
  metricsPort?: number;
  msg?: string;
}

const running = new Set<ChildProcess>();
// An aborted run must not leave them behind.
process.once('exit', () => running.forEach((child) => child.kill()));

async function start(
  service: string,
  env: Readonly<Record<string, string>>,
  isUp: (told: Told) => boolean,
): Promise<WorkerProcess & { told: Told }> {
  const program = fileURLToPath(new URL(`../../../services/${service}/src/main.ts`, import.meta.url));
  const child = spawn(process.execPath, [program], {
    env: { ...compileCache(), ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.add(child);
  const ended = once(child, 'exit').finally(() => running.delete(child));
  const lines: string[] = [];
  const told = await untilUp(child, service, lines, isUp);
  return {
    told,
    operationsUrl: `http://127.0.0.1:${told.metricsPort}`,
    log: () => lines,
    async stop() {
      child.kill('SIGTERM');
      const [code, signal] = (await ended) as [number | null, NodeJS.Signals | null];
      if (code === 0 || signal === 'SIGKILL') return;
      throw new Error(`${service} ended with ${code} at SIGTERM; its last lines:\n${lines.slice(-20).join('\n')}`);
    },
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** Appends all log lines to `lines`. */
async function untilUp(
  child: ChildProcess,
  service: string,
  lines: string[],
  isUp: (told: Told) => boolean,
): Promise<Told> {
  if (!child.stdout) throw new Error('no output to read');
  const output = createInterface({ input: child.stdout });
  let told: Told = {};
  return new Promise((resolve, reject) => {
    output.on('line', (line) => {
      lines.push(line);
      told = { ...told, ...readTold(line) };
      if (isUp(told)) resolve(told);
    });
    child.once('exit', (code) => reject(new Error(`${service} ended with ${code} before it was up`)));
  });
}

/** Empty for other output of a library. */
function readTold(line: string): Told {
  try {
    return JSON.parse(line) as Told;
  } catch {
    return {};
  }
}
