import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '@evict/config';
import { environmentOfLastRun, launch, stackSettings, stopOnSignals } from '@evict/local';
import { openTestStore } from '@evict/store/testing';
import { processesOf } from '../../e2e/support/local-stack.ts';
import { until } from './until.ts';

/** A process of `npm start`, by its name there. */
export type ProcessName = 'Gateways' | 'Case worker' | 'Outbox worker' | 'Temporal' | 'PostgreSQL';

export type LocalStack = Awaited<ReturnType<typeof startLocalStack>>;

/**
 * Every caller has an address, so that no limit has to be switched off; nothing happens to a case by itself; webhooks
 * reach receivers on this machine.
 */
const settings = {
  PORT: '0',
  TEMPORAL_ADDRESS: '',
  LIVE_MODE: 'on',
  PROXY_HOPS: '1',
  SANDBOX_REVIEW_DELAY: '7d',
  WEBHOOK_TEST_ALLOW: '127.0.0.0/8',
};

/** The processes of `npm start` in a folder of their own on free ports. */
export async function startLocalStack(from: NodeJS.ProcessEnv, more: Readonly<Record<string, string>> = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'rehearsal-'));
  const env = { ...from, ...settings, DATA_DIR: dataDir, ...more };
  const stack = launch({ settings: readConfig(env, stackSettings), env, report: (line) => console.log(line) });
  stopOnSignals(stack, 130);
  try {
    const { api, mailbox, temporal, temporalNamespace: namespace } = await stack.ready;
    const found = await environmentOfLastRun({ DATA_DIR: dataDir });
    /** Of the service, or of another database in the same cluster. */
    const databaseUrl = (name?: string) => {
      const address = new URL(found['DATABASE_URL'] ?? '');
      if (name !== undefined) address.pathname = name;
      return address.href;
    };
    const store = openTestStore(databaseUrl());
    const broken = stack.broken.then((reason): never => {
      throw new Error(reason);
    });
    broken.catch(() => {}); // for whoever waits for it
    return {
      api,
      mailbox,
      /** host:port of its Temporal server. */
      temporal,
      namespace,
      dataDir,
      databaseUrl,
      store,
      /** The id of the newest process of that name. */
      pidOf: (name: ProcessName) => processesOf(dataDir).get(name) ?? Number.NaN,
      /** Rejects when a process cannot be kept running. */
      broken,
      /** Stops everything; the folder stays, for its logs, if that is asked for. */
      async stop(keepsFolder = false): Promise<void> {
        await store.close();
        await stack.stop();
        if (keepsFolder) console.log(`What the processes have logged is in ${dataDir}.`);
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
