import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { environmentOfLastRun, freePort, temporalDatabase, temporalFolder } from '@evict/local';

const run = fileURLToPath(new URL('../../deploy/local/run.mjs', import.meta.url));

export type ProcessName = 'Gateways' | 'Case worker' | 'Outbox worker' | 'Temporal' | 'PostgreSQL';

export interface BenchStack {
  seconds: number;
  url: string;
  /** host:port of its Temporal server. */
  temporal: string;
  namespace: string;
  dataDir: string;
  /** The SQLite file of its Temporal server. */
  temporalFile: string;
  /** Of the service, or of another database in the same cluster. */
  databaseUrl: (name?: string) => string;
  /** The id of one of its processes, by its name in the stack. */
  pidOf: (name: ProcessName) => number;
  stop(): Promise<void>;
}

/** The run time of a program in seconds. Throws if it fails. */
export async function timed(npxArguments: string[]): Promise<number> {
  return seconds(spawn('npx', npxArguments, { stdio: ['ignore', 'ignore', 'inherit'] }));
}

/** The demo with its own stack. */
export async function timedDemo(dataDir: string): Promise<number> {
  return seconds(start('demo', dataDir, 'ignore'));
}

/** `npm start`, from nothing to the ready line. */
export async function timedStart(dataDir: string, env: NodeJS.ProcessEnv = {}): Promise<BenchStack> {
  const startedAt = performance.now();
  const child = start('start', dataDir, 'pipe', env);
  const ended = once(child, 'exit');
  let output = '';
  for await (const text of child.stdout ?? []) {
    output += String(text);
    if (/^ready /m.test(output)) break;
  }
  const [, url = ''] = /^ready (\S+)/m.exec(output) ?? [];
  if (url === '') throw new Error(`npm start ended before it was ready:\n${output}`);
  const startSeconds = (performance.now() - startedAt) / 1000;
  const found = await environmentOfLastRun({ DATA_DIR: dataDir });
  return {
    seconds: startSeconds,
    url,
    temporal: found['TEMPORAL_ADDRESS'] ?? '',
    namespace: found['TEMPORAL_NAMESPACE'] ?? '',
    dataDir,
    temporalFile: temporalDatabase(join(dataDir, temporalFolder)),
    databaseUrl(name) {
      const address = new URL(found['DATABASE_URL'] ?? '');
      if (name !== undefined) address.pathname = name;
      return address.href;
    },
    pidOf: (name) => pidOf(dataDir, name),
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

export interface Program<Ready> {
  child: ChildProcess;
  /** Its output up to the ready line. */
  ready: Ready;
  stop: () => Promise<void>;
}

/** A program of the benchmark in its own process. It reports when it is ready, and ends when its parent disconnects. */
export async function startProgram<Ready>(
  file: URL,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<Program<Ready>> {
  const child = fork(fileURLToPath(file), args, {
    env: { ...process.env, ...env },
  });
  const ended = once(child, 'exit');
  const failed = ended.then(([code]) => {
    throw new Error(`${file.pathname} ended with ${code} before it was ready`);
  });
  const [ready] = (await Promise.race([once(child, 'message'), failed])) as [Ready];
  failed.catch(() => {}); // an exit after this is no failure
  return {
    child,
    ready,
    async stop() {
      child.disconnect();
      await ended;
    },
  };
}

const gatewayPrograms = {
  /** All in one process, as the stack runs them. */
  all: new URL('../../deploy/local/src/gateways.ts', import.meta.url),
  /** Only the customer gateway, as an image runs it. */
  customer: new URL('../../services/customer-gateway/src/main.ts', import.meta.url),
};

/** Gateways beside those of the stack, on its database or another one of its cluster. Resolves when they are ready. */
export async function startGateways(
  stack: BenchStack,
  { which, database, env = {} }: { which: keyof typeof gatewayPrograms; database?: string; env?: NodeJS.ProcessEnv },
): Promise<{ url: string; pid: number; stop: () => Promise<void> }> {
  const [port, metricsPort] = [await freePort(), await freePort()];
  const child = spawn(process.execPath, [fileURLToPath(gatewayPrograms[which])], {
    env: {
      ...process.env,
      DATABASE_URL: stack.databaseUrl(database),
      SECRET_KEY: 'of the gateways of a benchmark alone',
      TEMPORAL_ADDRESS: stack.temporal,
      TEMPORAL_NAMESPACE: stack.namespace,
      OPS_EMAIL: 'operators@evictions.test',
      WEBSITE_ORIGIN: 'http://localhost:3000',
      PORT: String(port),
      METRICS_PORT: String(metricsPort),
      PROXY_HOPS: '1',
      ...env,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(child, 'exit');
  const url = `http://127.0.0.1:${port}`;
  const isUp = () =>
    fetch(`${url}/v1/cases`).then(
      () => true,
      () => false,
    );
  for (const until = Date.now() + 60_000; !(await isUp());) {
    if (child.exitCode !== null || Date.now() > until) throw new Error(`The ${which} gateway is not available`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    url,
    pid: child.pid ?? Number.NaN,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Every caller has its own address, so that no limit has to be disabled. */
function start(
  command: 'start' | 'demo',
  dataDir: string,
  output: 'pipe' | 'ignore',
  env: NodeJS.ProcessEnv = {},
): ChildProcess {
  return spawn(process.execPath, [run, command], {
    env: {
      ...process.env,
      PORT: '0',
      DATA_DIR: dataDir,
      PROXY_HOPS: '1',
      SANDBOX_REVIEW_DELAY: '7d', // nothing happens to a case by itself
      WEBHOOK_TEST_ALLOW: '127.0.0.0/8',
      ...env,
    },
    stdio: ['ignore', output, 'inherit'],
  });
}

/** The newest process of that name, which has replaced any that ended. */
function pidOf(dataDir: string, name: string): number {
  const lines = readFileSync(join(dataDir, 'processes'), 'utf8').trim().split('\n');
  const processes = lines.map((line) => JSON.parse(line) as { name: string; pid: number });
  const found = processes.findLast((one) => one.name === name);
  if (!found) throw new Error(`The stack has no process ${name}`);
  return found.pid;
}

async function seconds(child: ChildProcess): Promise<number> {
  const startedAt = performance.now();
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`ended with ${code}`);
  return (performance.now() - startedAt) / 1000;
}
