import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleWorkflowCode, DefaultLogger } from '@temporalio/worker';
import { type Service, startDeployment } from '../support/deployment.ts';
import { until } from '../support/until.ts';
import { type CrashPoints, createCrashPoints } from './faults/crash-points.ts';
import { createFreezer } from './faults/freezer.ts';

export const servers = ['PostgreSQL', 'Temporal'] as const;
export type Server = (typeof servers)[number];
/** The processes that faults can hit: two of each program, and the servers. */
export type ProcessName = `${Service} ${1 | 2}` | Server;
export type ChaosStack = Awaited<ReturnType<typeof startChaosStack>>;

/** The limit is so low that most cases continue as new at some point, some of them during a fault. */
const dynamicConfig = { 'limit.historyCount.suggestContinueAsNew': 60 };

/** Starts a deployment with two processes of each program, into which the crash points are loaded. */
export async function startChaosStack(env: NodeJS.ProcessEnv) {
  let crashPoints: CrashPoints | undefined;
  const deployment = await startDeployment(env, {
    copies: 2,
    restarts: true,
    dynamicConfig,
    settings(folder) {
      const moments = join(folder, 'crash-at');
      crashPoints = createCrashPoints(moments);
      return { CRASH_AT: moments, NODE_OPTIONS: `--import=${at('faults/preload.mjs')}`, ...retries };
    },
  });
  if (!crashPoints) throw new Error('the deployment has no settings');
  let nextBundle: string | null = await bundleNextRelease(deployment.folder);
  const { servers: own, of } = deployment;
  const freezer = createFreezer();
  const pidOf = (name: ProcessName): number => {
    if (name === 'PostgreSQL') return own.database.pid();
    if (name === 'Temporal') return own.temporal.pid();
    const [program, copy] = name.split(' ') as [Service, string];
    return of(program, Number(copy)).pid();
  };
  return {
    ...deployment,
    crashPoints,
    freezer,
    /** Returns the current process id of the process with this name. */
    pidOf,
    /**
     * Replaces the case workers one after the other with those of the next release. Resolves to false if that was
     * already done.
     */
    async release(): Promise<boolean> {
      if (nextBundle === null) return false;
      await rename(nextBundle, deployment.bundle);
      nextBundle = null;
      for (const copy of [1, 2]) {
        const worker = of('case-worker', copy);
        const before = worker.pid();
        process.kill(before, 'SIGTERM');
        await until(async () => {
          if (worker.pid() === before) throw new Error('the case worker has not ended');
          await worker.isReady();
        });
      }
      return true;
    },
    async stop(keepsFolder: boolean): Promise<void> {
      freezer.thaw();
      await deployment.stop(keepsFolder);
    },
  };
}

const retries = { WEBHOOK_RETRY_DELAYS: '1s,2s,4s,8s', MAIL_RETRY_DELAYS: '1s,2s,4s,8s' };
const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

async function bundleNextRelease(folder: string): Promise<string> {
  const logger = new DefaultLogger('ERROR');
  const { code } = await bundleWorkflowCode({ workflowsPath: at('faults/next-release.ts'), logger });
  const file = join(folder, 'next-workflows.js');
  await writeFile(file, code);
  return file;
}
