import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const run = fileURLToPath(new URL('../../deploy/local/run.mjs', import.meta.url));

export interface BenchStack {
  seconds: number;
  url: string;
  /** host:port of its Temporal server. */
  temporal: string;
  stop(): Promise<void>;
}

/** Seconds that a program takes from start to its end; throws when it fails. */
export async function timed(npxArguments: string[]): Promise<number> {
  return seconds(spawn('npx', npxArguments, { stdio: ['ignore', 'ignore', 'inherit'] }));
}

/** The demo with a stack of its own. */
export async function timedDemo(dataDir: string): Promise<number> {
  return seconds(start('demo', dataDir, 'ignore'));
}

/** `npm start`, from nothing to the ready line. */
export async function timedStart(dataDir: string): Promise<BenchStack> {
  const begun = performance.now();
  const child = start('start', dataDir, 'pipe');
  const ended = once(child, 'exit');
  let output = '';
  for await (const text of child.stdout ?? []) {
    output += String(text);
    if (/^ready /m.test(output)) break;
  }
  const [, url = ''] = /^ready (\S+)/m.exec(output) ?? [];
  const [, temporal = ''] = /^Temporal: +(\S+)/m.exec(output) ?? [];
  if (url === '') throw new Error(`npm start ended before it was ready:\n${output}`);
  return {
    seconds: (performance.now() - begun) / 1000,
    url,
    temporal,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Every caller of the benchmark has an address of its own, so that no limit is switched off for it. */
function start(command: 'start' | 'demo', dataDir: string, output: 'pipe' | 'ignore'): ChildProcess {
  return spawn(process.execPath, [run, command], {
    env: {
      ...process.env,
      PORT: '0',
      DATA_DIR: dataDir,
      PROXY_HOPS: '1',
      SANDBOX_REVIEW_DELAY: '1h',
      WEBHOOK_TEST_ALLOW: '127.0.0.0/8',
    },
    stdio: ['ignore', output, 'inherit'],
  });
}

async function seconds(child: ChildProcess): Promise<number> {
  const begun = performance.now();
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`ended with ${code}`);
  return (performance.now() - begun) / 1000;
}
