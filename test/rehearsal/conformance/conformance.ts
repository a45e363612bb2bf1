import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createClient } from '@evict/client';
import { pythonEnvironment } from '@evict/local/python';
import { type LocalStack, startLocalStack } from '../support/local-stack.ts';
import type { Options, Outcome } from '../support/outcome.ts';
import { type Accounts, prepareAccounts } from './accounts.ts';
import { prepareLiveCases } from './live-cases.ts';

const at = (file: string) => fileURLToPath(new URL(file, import.meta.url));

/**
 * Runs every check of Schemathesis against the served OpenAPI description. `--only` selects operations by parts of
 * their ids.
 */
export async function run({ env, only }: Options): Promise<Outcome> {
  const packages = { name: 'schemathesis', requirements: at('requirements.txt'), oldest: '3.10' };
  const program = join(await pythonEnvironment(packages, env, console.log), 'bin', 'st');
  const stack = await startLocalStack(env, { PAYMENTS: 'stand-in' });
  try {
    const accounts = await prepareAccounts(stack);
    const liveCases = await prepareLiveCases(stack.api, accounts);
    const calls = join(stack.dataDir, 'calls.json');
    // Without a filter, Schemathesis leaves out the operation that serves the description. A selection of few
    // operations has no links to test.
    const selection =
      only.length > 0
        ? ['--include-operation-id-regex', only.join('|'), '--phases', 'examples,coverage,fuzzing']
        : ['--include-path-regex', '^/'];
    const settings = ['--config-file', at('schemathesis.toml')];
    const child = spawn(program, [...settings, 'run', `${stack.api}/v1/openapi.json`, ...selection], {
      cwd: stack.dataDir, // Schemathesis leaves files in its working directory
      env: {
        ...env,
        HOOKS: at('hooks.py'),
        SESSION: accounts.session,
        API_KEY: accounts.key,
        ATTORNEY: accounts.attorney,
        PREPARED: JSON.stringify({ ...accounts, liveCases }),
        CALLS: calls,
      },
      stdio: 'inherit',
    });
    const [code] = (await once(child, 'exit')) as [number | null];
    await expectValid(stack, accounts);
    const all = await callsOf(stack.api, calls);
    const uncalled = all.filter(({ answered }) => answered === '');
    const faults = [
      ...(code === 0 ? [] : ['Schemathesis found failures, see above']),
      ...(only.length === 0 ? uncalled.map(({ operation }) => `${operation} was never called`) : []),
    ];
    return { rows: all.filter((one) => !uncalled.includes(one)), faults };
  } finally {
    await stack.stop();
  }
}

/**
 * Checks that the credentials are still valid. If they had been revoked during the run, every check would have passed.
 */
async function expectValid({ api: baseUrl }: LocalStack, accounts: Accounts): Promise<void> {
  for (const credential of [accounts.session, accounts.memberSession]) await createClient({ baseUrl, credential }).me();
  for (const credential of [accounts.key, accounts.liveKey]) await createClient({ baseUrl, credential }).listCases();
  await createClient({ baseUrl, credential: accounts.attorney }).getAttorneyQueue();
}

/** Counts the calls of each operation in the served description, by status. */
async function callsOf(baseUrl: string, countsFile: string): Promise<{ operation: string; answered: string }[]> {
  const served = (await (await fetch(`${baseUrl}/v1/openapi.json`)).json()) as {
    paths: Record<string, Record<string, { operationId: string }>>;
  };
  const counts = JSON.parse(await readFile(countsFile, 'utf8')) as Record<string, Record<string, number>>;
  const operations = Object.values(served.paths).flatMap((methods) => Object.values(methods));
  return operations.map(({ operationId }) => {
    const statuses = Object.entries(counts[operationId] ?? {});
    return { operation: operationId, answered: statuses.map(([status, count]) => `${count} × ${status}`).join(', ') };
  });
}
