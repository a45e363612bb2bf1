import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '@evict/config';
import { environmentOfLastRun, launch, stackSettings, stopOnSignals } from '@evict/local';
import { openTestStore } from '@evict/store/testing';
import { processesOf } from '../../e2e/support/local-stack.ts';
import { until } from './until.ts';

/** The name under which `npm start` runs a process. */
export type ProcessName = 'Gateways' | 'Case worker' | 'Outbox worker' | 'Temporal' | 'PostgreSQL';

export type LocalStack = Awaited<ReturnType<typeof startLocalStack>>;

/**
 * With these settings, every caller has its own address, so no limit has to be switched off. No case changes on its own,
 * and webhooks can reach receivers on this machine.
 */
const settings = {
  PORT: '0',
  TEMPORAL_ADDRESS: '',
  LIVE_MODE: 'on',
  PROXY_HOPS: '1',
  SANDBOX_REVIEW_DELAY: '7d',
  WEBHOOK_TEST_ALLOW: '127.0.0.0/8',
};

/** Starts the processes of `npm start` in a new folder on free ports. */
export async function startLocalStack(from: NodeJS.ProcessEnv, more: Readonly<Record<string, string>> = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'rehearsal-'));
  const env = { ...from, ...settings, DATA_DIR: dataDir, ...more };
  const stack = launch({ settings: readConfig(env, stackSettings), env, report: (line) => console.log(line) });
  stopOnSignals(stack, 130);
  try {
    const { api, mailbox, temporal, temporalNamespace: namespace } = await stack.ready;
    const found = await environmentOfLastRun({ DATA_DIR: dataDir });
    /** Returns the URL of the service's database, or of another one in the same cluster. */
    const databaseUrl = (name?: string) => {
      const address = new URL(found['DATABASE_URL'] ?? '');
      if (name !== undefined) address.pathname = name;
      return address.href;
    };
    const store = openTestStore(databaseUrl());
    const broken = stack.broken.then((reason): never => {
      throw new Error(reason);
    });
    broken.catch(() => {}); // without this a rejection that nobody awaits would end the process
    return {
      api,
      mailbox,
      /** The host:port of its Temporal server. */
      temporal,
      namespace,
      dataDir,
      databaseUrl,
      store,
      /** Returns the id of the newest process with this name, or NaN if there is none. */
      pidOf: (name: ProcessName) => processesOf(dataDir).get(name) ?? Number.NaN,
      /** Rejects when a process can't be kept running. */
      broken,
      /** Stops everything. Deletes the folder, unless it is to be kept for its logs. */
      async stop(keepsFolder = false): Promise<void> {
        await store.close();
        await stack.stop();
        if (keepsFolder) console.log(`The logs of the processes are in ${dataDir}.`);
        else await rm(dataDir, { recursive: true, force: true });
      },
    };
  } catch (error) {
    await stack.stop();
    await rm(dataDir, { recursive: true, force: true });
    throw error;
  }
}

/** Waits until the API is available, which takes a moment after a process restarts. */
export function untilReachable(api: string): Promise<void> {
  return until(async () => {
    const { ok } = await fetch(`${api}/v1/health`);
    if (!ok) throw new Error('the API is not available');
  });
}
