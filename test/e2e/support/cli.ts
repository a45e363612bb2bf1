import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compileCache } from '@evict/config/compile-cache';

/** The command line's entry point in the source code. */
export const program = fileURLToPath(new URL('../../../packages/cli/src/main.ts', import.meta.url));

/** Home folders and processes that are cleaned up even if the test run is aborted. */
const [homes, children] = [new Set<string>(), new Set<ChildProcess>()];
process.once('exit', () => {
  for (const child of children) child.kill();
  for (const home of homes) rmSync(home, { recursive: true, force: true });
});

export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface Running {
  process: ChildProcess;
  /** The output so far. */
  output: Omit<Ended, 'code'>;
  ended: Promise<Ended>;
}

/** Runs the command line as a process with its own home folder, with these variables in addition to PATH. */
export function cliWith(env: Record<string, string>) {
  const home = mkdtempSync(join(tmpdir(), 'cli-home-'));
  homes.add(home);
  const { PATH = '' } = process.env;

  function start(...args: string[]): Running {
    const child = spawn(process.execPath, [program, ...args], { env: { ...compileCache(), PATH, HOME: home, ...env } });
    children.add(child);
    const output = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const)
      child[name].setEncoding('utf8').on('data', (text: string) => (output[name] += text));
    const ended = new Promise<Ended>((resolve) =>
      child.once('close', (code) => {
        children.delete(child);
        resolve({ code, ...output });
      }),
    );
    return { process: child, output, ended };
  }

  /** Runs a command to its end, with this standard input. */
  function run(args: string[], input = ''): Promise<Ended> {
    const { process: child, ended } = start(...args);
    child.stdin?.end(input);
    return ended;
  }

  return { home, start, run };
}
