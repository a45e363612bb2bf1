import { setTimeout } from 'node:timers/promises';
import { type Environment, readConfig } from '@evict/config';
import { environmentOfLastRun, launch, stackSettings, stopOnSignals } from '@evict/local';
import { openTestStore, type TestStore } from '@evict/store/testing';

export interface IsolationStack {
  api: string;
  dataDir: string;
  databaseUrl: string;
  /** For operators' work: they create attorneys. */
  store: TestStore;
  /** Resolves, to the reason, when a process cannot be kept running. */
  broken: Promise<string>;
  stop: () => Promise<void>;
}

/** The processes of `npm start`, with the heap limits of a deployment, in their own folder on free ports. */
export async function startIsolationStack(dataDir: string, env: Environment): Promise<IsolationStack> {
  const stackEnv = { ...env, ...variables, DATA_DIR: dataDir };
  const report = (line: string) => console.log(line);
  const stack = launch({ settings: readConfig(stackEnv, stackSettings), env: stackEnv, report });
  stopOnSignals(stack, 130);
  try {
    const { api } = await stack.ready;
    const { DATABASE_URL } = await environmentOfLastRun({ DATA_DIR: dataDir });
    const store = openTestStore(String(DATABASE_URL));
    return {
      api,
      dataDir,
      databaseUrl: String(DATABASE_URL),
      store,
      broken: stack.broken,
      async stop() {
        await store.close();
        await stack.stop();
      },
    };
  } catch (error) {
    await stack.stop();
    throw error;
  }
}

/** Waits until the API is available, which takes a moment after a process restarts. */
export async function untilReachable({ api }: Pick<IsolationStack, 'api'>): Promise<void> {
  const isUp = () =>
    fetch(`${api}/v1/health`).then(
      ({ ok }) => ok,
      () => false,
    );
  for (const deadline = Date.now() + 60_000; !(await isUp());) {
    if (Date.now() > deadline) throw new Error('the API is not available');
    await setTimeout(100);
  }
}

/** Every limit has its default: the tenants have their own addresses and organizations. */
const variables = {
  PORT: '0',
  TEMPORAL_ADDRESS: '',
  LIVE_MODE: 'on',
  PROXY_HOPS: '1',
  SANDBOX_REVIEW_DELAY: '1h',
  WEBHOOK_TEST_ALLOW: '127.0.0.0/8',
};
