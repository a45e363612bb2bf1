import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { urlAs } from '@evict/local';
import { compileCache } from '@evict/config/compile-cache';
import { runOps } from '@evict/ops/cli';
import type { TestStack } from '@evict/testkit';
import { expect, inject } from 'vitest';

const program = fileURLToPath(new URL('../../../services/ops/src/main.ts', import.meta.url));

export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/**
 * Runs the operators' command line against a test's stack, in this process to save time. `spawnOps` starts a separate
 * process.
 */
export function opsFor(stack: Pick<TestStack, 'store' | 'taskQueue'>, more: Readonly<Record<string, string>> = {}) {
  const { store } = stack;
  const env = { ...environmentOf(stack), ...more };
  /** Runs a command. `deadlineMs` is the deadline for a command to a case, for tests in which it passes. */
  async function run(args: readonly string[], options: { deadlineMs?: number } = {}): Promise<Ended> {
    let [stdout, stderr] = ['', ''];
    const code = await runOps(args, {
      ...options,
      environment: async () => env,
      out: (text) => (stdout += `${text}\n`),
      err: (text) => (stderr += `${text}\n`),
    });
    return { code, stdout, stderr };
  }
  return {
    run,
    /** Runs a command that has to succeed, and returns the JSON that it prints. */
    // oxlint-disable-next-line typescript/no-explicit-any
    async json(...args: string[]): Promise<any> {
      const { code, stdout, stderr } = await run([...args, '--operator', 'robin', '--json']);
      expect([code, stderr]).toEqual([0, '']);
      return JSON.parse(stdout);
    },
    /** Runs a command that has to be refused, and returns the code of the refusal. */
    async refused(...args: string[]): Promise<string> {
      const { code, stdout, stderr } = await run([...args, '--operator', 'robin', '--json']);
      expect([code, stdout], stderr).toEqual([1, '']);
      return (JSON.parse(stderr) as { error: { code: string } }).error.code;
    },
    /** Returns the recorded actions on the subject, oldest first, as `operator: command outcome`. */
    async recorded(subject: string): Promise<string[]> {
      const rows = await store.prisma.operatorAction.findMany({ where: { subject }, orderBy: { createdAt: 'asc' } });
      return rows.map(({ operator, command, outcome }) => `${operator}: ${command} ${outcome}`);
    },
  };
}

/** Returns the environment variables of the command line for this stack. */
export function environmentOf({ store, taskQueue }: Pick<TestStack, 'store' | 'taskQueue'>) {
  const { temporalAddress, temporalNamespace } = inject('servers');
  return {
    DATABASE_URL: urlAs('ops', store.pool.options.connectionString ?? ''),
    TEMPORAL_ADDRESS: temporalAddress,
    TEMPORAL_NAMESPACE: temporalNamespace,
    CASE_TASK_QUEUE: taskQueue,
  };
}

/** Runs one command as a process with exactly this environment. */
export async function spawnOps(args: readonly string[], env: Readonly<Record<string, string>>): Promise<Ended> {
  const { stdout: output, stderr: errors, code } = startOps(args, env);
  let [stdout, stderr] = ['', ''];
  output.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  errors.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  return { code: await code, stdout, stderr };
}

/** Starts the same process for a test that reads the output itself. `code` resolves once both streams are closed. */
export function startOps(args: readonly string[], env: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, [program, ...args], {
    env: { ...compileCache(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const kill = () => child.kill();
  process.once('exit', kill);
  const code = new Promise<number | null>((resolve) => child.once('close', resolve));
  void code.then(() => process.off('exit', kill));
  return { stdout: child.stdout, stderr: child.stderr, code };
}
