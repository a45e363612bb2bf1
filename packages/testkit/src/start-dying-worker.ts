import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { urlAs } from '@evict/local';
import { inject } from 'vitest';
import type { TestStack } from './stack.ts';

/** The options of `dying-worker.ts`, which gets them as JSON in its only argument. */
export interface DyingWorkerOptions {
  databaseUrl: string;
  address: string;
  namespace: string;
  taskQueue: string;
  bundlePath: string;
  platformFeeCents: number;
}

/**
 * Starts a case worker for the stack in its own process. It is killed just after its first decision is committed,
 * before Temporal learns of it. Resolves to the signal that ended it.
 */
export async function startDyingWorker({ store, taskQueue }: TestStack): Promise<unknown> {
  const { temporalAddress: address, temporalNamespace: namespace, workflowBundle: bundlePath } = inject('servers');
  const databaseUrl = urlAs('case_worker', store.pool.options.connectionString ?? '');
  const options: DyingWorkerOptions = { databaseUrl, address, namespace, taskQueue, bundlePath, platformFeeCents: 100 };
  const program = fileURLToPath(new URL('dying-worker.ts', import.meta.url));
  const command = [program, JSON.stringify(options)];
  const [, signal] = (await once(spawn(process.execPath, command, { stdio: 'inherit' }), 'exit')) as unknown[];
  return signal;
}
