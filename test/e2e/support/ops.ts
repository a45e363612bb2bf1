import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { TestStack } from '@evict/testkit';
import { expect, inject } from 'vitest';

const program = fileURLToPath(new URL('../../../services/ops/src/main.ts', import.meta.url));

export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

export type Ops = ReturnType<typeof opsFor>;

/** The operators' command line as a process of its own, against the stack of a test. */
export function opsFor({ store, deliveryQueue }: Pick<TestStack, 'store' | 'deliveryQueue'>) {
  const { temporalAddress, temporalNamespace } = inject('servers');
  const env = {
    DATABASE_URL: store.pool.options.connectionString ?? '',
    TEMPORAL_ADDRESS: temporalAddress,
    TEMPORAL_NAMESPACE: temporalNamespace,
    DELIVERY_TASK_QUEUE: deliveryQueue,
  };
  const run = (args: readonly string[], more: Readonly<Record<string, string>> = {}) =>
    runOps(args, { ...env, ...more });
  return {
    run,
    /** What it prints as JSON where nothing is in the way. */
    // oxlint-disable-next-line typescript/no-explicit-any
    async json(...args: string[]): Promise<any> {
      const { code, stdout, stderr } = await run([...args, '--operator', 'robin', '--json']);
      expect([code, stderr]).toEqual([0, '']);
      return JSON.parse(stdout);
    },
    /** The code of the refusal. */
    async refused(...args: string[]): Promise<string> {
      const { code, stdout, stderr } = await run([...args, '--operator', 'robin', '--json']);
      expect([code, stdout]).toEqual([1, '']);
      return (JSON.parse(stderr) as { error: { code: string } }).error.code;
    },
    /** The writes that were recorded, oldest first, as `operator: command subject outcome`. */
    async recorded(subject: string): Promise<string[]> {
      const rows = await store.prisma.operatorAction.findMany({ where: { subject }, orderBy: { createdAt: 'asc' } });
      return rows.map(({ operator, command, outcome }) => `${operator}: ${command} ${outcome}`);
    },
  };
}

/** One command in an environment of its own. */
export async function runOps(args: readonly string[], env: Readonly<Record<string, string>>): Promise<Ended> {
  const child = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), program, ...args], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const kill = () => child.kill();
  process.once('exit', kill);
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  process.off('exit', kill);
  return { code, stdout, stderr };
}
