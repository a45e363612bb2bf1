/** `npm run conformance`: every check of Schemathesis over the served description, on a stack of its own. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createClient } from '@evict/client';
import { readConfigOrExit } from '@evict/config';
import { CannotStart, stackSettings, withStack } from '@evict/local';
import { marylandFacts } from '../e2e/support/live.ts';
import { joinByMail } from './join-by-mail.ts';
import { schemathesis } from './schemathesis.ts';

/** Callers have addresses of their own, so that no limit has to be disabled; no sandbox step is taken by a timer. */
const stackEnv = { ...process.env, PROXY_HOPS: '1', SANDBOX_REVIEW_DELAY: '1h', LIVE_MODE: 'on' };

const fileHere = (name: string) => fileURLToPath(new URL(name, import.meta.url));

const dataDir = await mkdtemp(join(tmpdir(), 'conformance-'));
try {
  const program = await schemathesis(process.env);
  const settings = { ...readConfigOrExit(process.env, stackSettings), port: 0, dataDir };
  console.log('Starting a stack …');
  process.exitCode = await withStack({ settings, env: stackEnv, report: console.log }, async ({ api, mailbox }) =>
    check(program, api, mailbox ?? ''),
  );
} catch (error) {
  console.error(error instanceof CannotStart ? error.message : error);
  process.exitCode = 1;
} finally {
  await rm(dataDir, { recursive: true, force: true });
}

/** Resolves to the exit code. */
async function check(program: string, baseUrl: string, mailbox: string): Promise<number> {
  const caller = await newCustomer(baseUrl);
  const member = await joinByMail({ baseUrl, mailbox }, caller.session, 'member');
  const attorney = await newAttorney();
  const theirs = await newLiveCase(baseUrl, caller.session);
  const settings = ['--config-file', fileHere('schemathesis.toml')];
  const child = spawn(program, [...settings, 'run', `${baseUrl}/v1/openapi.json`, ...process.argv.slice(3)], {
    cwd: dataDir, // it leaves files behind
    env: {
      ...process.env,
      HOOKS: fileHere('hooks.py'),
      SESSION: caller.session,
      MEMBER: member.session,
      MEMBER_ID: member.id,
      API_KEY: caller.key,
      ATTORNEY: attorney,
      ...theirs,
    },
    stdio: 'inherit',
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  // With credentials revoked during the run, every check would pass.
  await createClient({ baseUrl, credential: caller.session }).me();
  await createClient({ baseUrl, credential: member.session }).me();
  await createClient({ baseUrl, credential: caller.key }).listCases();
  await createClient({ baseUrl, credential: attorney }).getAttorneyQueue();
  return code ?? 1;
}

/** Of the name and password that the description has for its examples, so that its sign-in is a real one. */
async function newCustomer(baseUrl: string): Promise<{ session: string; key: string }> {
  const person = { name: 'Robin Example', email: 'robin@example.com', password: 'correct horse battery staple' };
  const body = { ...person, organizationName: 'Sandbox Holdings LLC' };
  const { token } = await createClient({ baseUrl }).signup({ body });
  const { secret } = await createClient({ baseUrl, credential: token }).createApiKey();
  return { session: token, key: secret };
}

/** As operators make one; gives the token. */
async function newAttorney(): Promise<string> {
  const person = ['--name', 'Alex Example', '--email', 'alex@example.com', '--bar', '1234567890', '--states', 'MD'];
  const args = ['run', '-s', 'ops', '--', 'attorney', 'add', ...person, '--verified', '--json'];
  const { stdout } = await promisify(execFile)('npm', args, { env: { ...process.env, DATA_DIR: dataDir } });
  return (JSON.parse(stdout) as { token: string }).token;
}

/** A case that comes to the attorney, and a document of it. */
async function newLiveCase(baseUrl: string, credential: string): Promise<{ LIVE_CASE: string; DOCUMENT: string }> {
  const customer = createClient({ baseUrl, credential, serviceMode: 'live' });
  const { id } = await customer.createCase({ body: marylandFacts() });
  const contentBase64 = Buffer.from('%PDF-1.4\n%%EOF\n').toString('base64');
  const lease = { filename: 'lease.pdf', purpose: 'other', contentBase64 } as const;
  const document = await customer.uploadDocument({ id, body: lease });
  await customer.submitCase({ id });
  return { LIVE_CASE: id, DOCUMENT: document.id };
}
