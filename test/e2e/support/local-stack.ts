import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const program = fileURLToPath(new URL('../../../deploy/local/run.mjs', import.meta.url));

export interface LocalStack {
  process: ChildProcess;
  /** The output so far. */
  output: () => string;
  /** Resolves to the URL of the API when the ready line is printed. Rejects if the process exits before that. */
  ready: Promise<string>;
  /** Resolves to the exit code. */
  ended: Promise<number | null>;
}

/** Runs `npm start` on free ports, with its data in this folder. */
export function npmStart(dataDir: string, env: Record<string, string> = {}): LocalStack {
  const child = spawn(process.execPath, [program, 'start'], {
    env: { ...process.env, PORT: '0', DATA_DIR: dataDir, SANDBOX_REVIEW_DELAY: '1h', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // Kills the process if the test run is aborted.
  process.once('exit', () => child.kill());
  let output = '';
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const ready = new Promise<string>((resolve, reject) => {
    const take = (text: string) => {
      output += text;
      const [, url] = /^ready (\S+)$/m.exec(output) ?? [];
      if (url !== undefined) resolve(url);
    };
    child.stdout.setEncoding('utf8').on('data', take);
    child.stderr.setEncoding('utf8').on('data', take);
    void ended.then((code) => reject(new Error(`npm start ended with ${code}:\n${output}`)));
  });
  ready.catch(() => {}); // some tests only check how the process ends
  return { process: child, output: () => output, ready, ended };
}

/** Runs an npm script with these arguments and environment variables, and returns its output. */
export async function npmRun(args: readonly string[], env: Record<string, string>): Promise<string> {
  const { DATABASE_URL: _, ...rest } = process.env;
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...args], { env: { ...rest, ...env } });
  return stdout;
}

/** Returns the id of the newest process of each name that the stack in this folder has started. */
export function processesOf(dataDir: string): Map<string, number> {
  const lines = readFileSync(join(dataDir, 'processes'), 'utf8').trim().split('\n');
  const started = lines.map((line) => JSON.parse(line) as { name: string; pid: number });
  return new Map(started.map(({ name, pid }) => [name, pid]));
}

export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Returns whether a process listens on the port. */
export async function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
