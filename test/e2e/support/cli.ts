import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compileCache } from '@evict/config/compile-cache';

/** The command line in the sources. */
export const program = fileURLToPath(new URL('../../../packages/cli/src/main.ts', import.meta.url));

/** What an aborted run must not leave behind. */
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
  /** Its output so far. */
  output: Omit<Ended, 'code'>;
  ended: Promise<Ended>;
}

/** The command line as a process with a home of its own, and these variables beside the path. */
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

  /** Runs a command to its end, with this on its standard input. */
  function run(args: string[], input = ''): Promise<Ended> {
    const { process: child, ended } = start(...args);
    child.stdin?.end(input);
    return ended;
  }

  return { home, start, run };
}
