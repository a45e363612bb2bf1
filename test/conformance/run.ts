/** `npm run conformance`: every check of Schemathesis over the served description, on a stack of its own. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createClient } from '@evict/client';
import { readConfigOrExit } from '@evict/config';
import { CannotStart, stackSettings, withStack } from '@evict/local';
import { prepareAccounts } from './accounts.ts';
import { prepareEndpoint } from './endpoint.ts';
import { coverage } from './coverage.ts';
import { prepareLiveCases } from './live-cases.ts';
import { schemathesis } from './schemathesis.ts';

const dataDir = await mkdtemp(join(tmpdir(), 'conformance-'));

/** Callers have addresses of their own, so that no limit has to be disabled; no sandbox step is taken by a timer. */
const env = {
  ...process.env,
  DATA_DIR: dataDir,
  PROXY_HOPS: '1',
  SANDBOX_REVIEW_DELAY: '1h',
  LIVE_MODE: 'on',
  PAYMENTS: 'stand-in',
};

/** Arguments of Schemathesis; with some, only a part of the operations may be called. */
const selection = process.argv.slice(3);

/** Without a filter Schemathesis leaves out the operation that serves the description. */
const everything = ['--include-path-regex', '^/'];

const fileHere = (name: string) => fileURLToPath(new URL(name, import.meta.url));

try {
  const program = await schemathesis(process.env);
  const settings = { ...readConfigOrExit(env, stackSettings), port: 0 };
  console.log('Starting a stack …');
  process.exitCode = await withStack({ settings, env, report: console.log }, async ({ api, mailbox }) =>
    check(program, { baseUrl: api, mailbox: mailbox ?? '' }),
  );
} catch (error) {
  console.error(error instanceof CannotStart ? error.message : error);
  process.exitCode = 1;
} finally {
  await rm(dataDir, { recursive: true, force: true });
}

/** Resolves to the exit code. */
async function check(program: string, { baseUrl, mailbox }: { baseUrl: string; mailbox: string }): Promise<number> {
  const accounts = await prepareAccounts({ baseUrl, mailbox }, env);
  const liveCases = await prepareLiveCases(baseUrl, accounts);
  const endpoint = await prepareEndpoint(baseUrl, accounts);
  console.log(`Live cases in ${liveCases.map(({ state }) => state).join(', ')}`);
  const calls = join(dataDir, 'calls.json');
  const settings = ['--config-file', fileHere('schemathesis.toml')];
  const child = spawn(
    program,
    [...settings, 'run', `${baseUrl}/v1/openapi.json`, ...(selection.length > 0 ? selection : everything)],
    {
      cwd: dataDir, // it leaves files behind
      env: {
        ...process.env,
        HOOKS: fileHere('hooks.py'),
        SESSION: accounts.session,
        API_KEY: accounts.key,
        ATTORNEY: accounts.attorney,
        PREPARED: JSON.stringify({ ...accounts, liveCases, endpoint }),
        CALLS: calls,
      },
      stdio: 'inherit',
    },
  );
  const [code] = (await once(child, 'exit')) as [number | null];
  // With credentials revoked during the run, every check would pass.
  await createClient({ baseUrl, credential: accounts.session }).me();
  await createClient({ baseUrl, credential: accounts.memberSession }).me();
  await createClient({ baseUrl, credential: accounts.key }).listCases();
  await createClient({ baseUrl, credential: accounts.liveKey }).listCases();
  await createClient({ baseUrl, credential: accounts.attorney }).getAttorneyQueue();
  const { uncalled, unsuccessful } = await coverage(baseUrl, calls);
  console.log(`Never with success: ${unsuccessful.join(', ') || 'none'}`);
  if (uncalled.length > 0) console.error(`Never called: ${uncalled.join(', ')}`);
  return uncalled.length > 0 && selection.length === 0 ? 1 : (code ?? 1);
}
