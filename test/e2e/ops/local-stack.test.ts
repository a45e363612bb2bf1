import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createClient } from '@evict/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildSignup, newKey } from '../support/api.ts';
import { buildFacts } from '../support/facts.ts';
import { marylandFacts } from '../support/live.ts';
import { isOpen, isRunning, type LocalStack, npmRun, npmStart, processesOf } from '../support/local-stack.ts';

// The tests share one stack from its first start to its last stop, and each continues where the previous one ended.

const STARTS_WITHIN_MS = 60_000;
let dataDir: string;
let stack: LocalStack;
let url: string;
let key: string;
let caseId: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'stack-'));
  stack = npmStart(dataDir);
  url = await stack.ready;
}, STARTS_WITHIN_MS);
afterAll(async () => {
  stack.process.kill('SIGTERM');
  await stack.ended;
  await rm(dataDir, { recursive: true });
});

test('once the stack is ready, every address that it printed responds', async () => {
  const pages = [...stack.output().matchAll(/^(API|Temporal Web|Mailbox): +(\S+)$/gm)].map(([, , page]) => page ?? '');
  expect(pages).toHaveLength(3);
  for (const page of [`${url}/docs`, ...pages.slice(1)]) {
    const response = await fetch(page, { headers: { accept: 'text/html' } });
    expect([page, response.status]).toEqual([page, 200]);
  }
  const metrics = [...stack.output().matchAll(/^Metrics: +(\S+) \((.+)\)$/gm)].map(([, page = '', process]) => ({
    page,
    process,
  }));
  expect(metrics.map(({ process }) => process)).toEqual(['gateways', 'case worker', 'outbox worker']);
  for (const { page } of metrics) {
    expect((await fetch(page.replace('/metrics', '/ready'))).status).toBe(200);
    expect(await (await fetch(page)).text()).toContain('evict_ready');
  }
  const [, smtp] = /^SMTP: +127\.0\.0\.1:(\d+)$/m.exec(stack.output()) ?? [];
  expect(await isOpen(Number(smtp))).toBe(true);
});

test("the printed link to Temporal Web opens the service's namespace", async () => {
  const [, web = ''] = /^Temporal Web: +(\S+)$/m.exec(stack.output()) ?? [];
  const { origin, pathname } = new URL(web);
  const opened = await fetch(`${origin}/api/v1${pathname}`);
  expect([opened.status, await opened.json()]).toMatchObject([200, { namespaceInfo: { name: 'evictions' } }]);
});

test('a case can be created, submitted and advanced', async () => {
  key = await newKey(url);
  caseId = (await api().createCase({ body: buildFacts() })).id;
  const submitted = await api().submitCase({ id: caseId });
  expect(submitted.case.state).toBe('notice_review');
  expect((await advance()).state).toBe('notice_sent');
  expect((await advance()).state).toBe('cure_period');
});

test('the commands in docs/getting-started.md work, from the first call to the closed case', async () => {
  const guide = await readFile(new URL('../../../docs/getting-started.md', import.meta.url), 'utf8');
  const script = [...guide.matchAll(/^```sh try\n(.*?)^```$/gms)].map(([, lines]) => lines).join('\n');
  expect(script).toContain('API=https://api.example.com\nKEY=eak_test_...\n');
  const [answer = ''] = /(?<=^```json\n).*(?=\n```$)/m.exec(guide) ?? [];
  const here = script.replace(/^API=.*$/m, `API=${url}`).replace(/^KEY=.*$/m, `KEY=${await newKey(url)}`);
  const folder = await mkdtemp(join(tmpdir(), 'first-call-'));
  const { stdout, stderr } = await promisify(execFile)('bash', ['-c', here], { cwd: folder });
  await rm(folder, { recursive: true });
  expect(stderr).toBe('');
  const first = stdout.slice(0, stdout.indexOf('}') + 1);
  expect(JSON.parse(first)).toEqual(JSON.parse(answer));
  expect(stdout).toMatch(/}(.+\n)*attestation_authority\n(.+\n)*draft\nnotice_review\nnotice_sent\ncure_period\n/);
  expect(stdout).toMatch(/\nThe notice period .+\n\d{4}-\d\d-\d\d ZZ Stat.+\n.+\.pdf\n/);
  expect(stdout).toMatch(/\nclosed\ncase\.submit notice_review\n[^]*\ncase\.close closed\n$/);
});

test('a data folder in use is refused with a message', async () => {
  const second = npmStart(dataDir);
  expect(await second.ended).toBe(1);
  expect(second.output()).toContain(
    `is used by another stack (process ${stack.process.pid}). Stop it, or set DATA_DIR`,
  );
});

test('a port in use is refused with a message', async () => {
  const other = await mkdtemp(join(tmpdir(), 'stack-'));
  const { port } = new URL(url);
  const second = npmStart(other, { PORT: port });
  expect(await second.ended).toBe(1);
  expect(second.output()).toBe(`Port ${port} is in use. Set PORT to another port, or to 0 for any free one.\n`);
  await rm(other, { recursive: true });
});

test('invalid settings are all reported before anything starts', async () => {
  const second = npmStart(dataDir, { SANDBOX_REVIEW_DELAY: 'soon', LIVE_MODE: 'maybe' });
  expect(await second.ended).toBe(2);
  expect(second.output()).toMatch(/LIVE_MODE must be .*\n.*SANDBOX_REVIEW_DELAY must be /);
});

test("after a SIGKILL, npm run demo ends the processes that are left over, and takes four sandbox cases, a live case and an agent's case to their expected ends on its own stack", async () => {
  const left = [...processesOf(dataDir).values()];
  stack.process.kill('SIGKILL');
  await stack.ended;
  expect(left.filter(isRunning)).toEqual(left);
  // Rejects with the whole output if a case takes another course.
  const stdout = await npmRun(['demo'], { PORT: '0', DATA_DIR: dataDir });
  expect(stdout.match(/^[a-f]\. .*$/gm)).toHaveLength(6);
  expect(stdout.match(/^ {3}as expected: .*$/gm)).toHaveLength(6);
  expect(left.filter(isRunning)).toEqual([]);
  expect(await openPorts()).toEqual([]);
}, 180_000);

test(
  "a stack that is started from a copy of a stopped stack's folder has all data, and its open cases continue",
  async () => {
    const copy = await mkdtemp(join(tmpdir(), 'stack-'));
    await cp(dataDir, copy, { recursive: true });
    await rm(dataDir, { recursive: true });
    dataDir = copy;
    stack = npmStart(dataDir, { PAYMENTS: 'stand-in', LIVE_MODE: 'on' });
    url = await stack.ready;
    expect((await api().getCase({ id: caseId })).state).toBe('cure_period');
    expect((await advance()).state).toBe('filing_review');
  },
  STARTS_WITHIN_MS,
);

test(
  "with the stand-in for the payment provider, a charge is paid on its page and refunded with the operators' CLI, which finds the stack through its environment variables, even after the stand-in restarts",
  async () => {
    const { token } = await createClient({ baseUrl: url }).signup({ body: buildSignup() });
    const live = createClient({ baseUrl: url, credential: token, serviceMode: 'live' });
    const { id } = await live.createCase({ body: marylandFacts() });
    await live.submitCase({ id });
    const chargeId = (await live.listCharges({ id })).items[0]?.id ?? expect.unreachable();
    const page = (await live.checkoutCharge({ id, chargeId })).url;
    const standIn = /^Payments: +(\S+) \(stand-in\)$/m.exec(stack.output())?.[1];
    expect(new URL(page).origin).toBe(standIn);
    expect(await (await fetch(page)).text()).toContain('Pay 149.00 USD');
    expect((await live.confirmCharge({ id, chargeId })).state).toBe('due');

    expect(await (await fetch(page, { method: 'POST' })).text()).toContain('Paid.');
    expect((await live.confirmCharge({ id, chargeId })).state).toBe('paid');

    kill('Payments stand-in');
    await expect.poll(() => stack.output()).toContain('Payments stand-in was ended by SIGKILL');
    const shown = () =>
      fetch(page).then(
        (response) => response.text(),
        () => '',
      );
    await expect.poll(shown).toContain('Paid.');
    const where = { DATA_DIR: dataDir, PORT: new URL(url).port };
    await npmRun(['ops', 'charge', 'refund', chargeId, '--operator', 'robin'], where);
    await expect.poll(async () => (await live.listCharges({ id })).items[0]?.state).toBe('refunded');
  },
  STARTS_WITHIN_MS,
);

test('a stack with closed output pipes stops cleanly', async () => {
  stack.process.stdout?.destroy();
  stack.process.stderr?.destroy();
  await expectCleanStop('SIGINT');
});

test('a payment stand-in together with a Stripe key is refused with a message', async () => {
  const second = npmStart(dataDir, { PAYMENTS: 'stand-in', STRIPE_SECRET_KEY: 'sk_test_1' });
  expect(await second.ended).toBe(1);
  expect(second.output()).toContain('Unset STRIPE_SECRET_KEY or PAYMENTS');
});

test('a signal during startup stops everything that has been started', async () => {
  stack = npmStart(dataDir);
  await expect.poll(startedProcesses).toContain('PostgreSQL');
  await expectCleanStop('SIGTERM');
});

/**
 * Sends the signal twice, as a terminal and npm do together. Expects everything to end within a minute, and every port
 * to be closed.
 */
async function expectCleanStop(signal: 'SIGINT' | 'SIGTERM'): Promise<void> {
  const started = [...processesOf(dataDir).values()];
  const begun = Date.now();
  stack.process.kill(signal);
  stack.process.kill(signal);
  expect(await stack.ended).toBe(0);
  expect(Date.now() - begun).toBeLessThan(60_000);
  expect(started.filter(isRunning)).toEqual([]);
  expect(await openPorts()).toEqual([]);
}

/** Returns those ports of the last stack in the data folder on which a process listens. */
async function openPorts(): Promise<number[]> {
  const ports = Object.values(
    JSON.parse(await readFile(join(dataDir, 'ports.json'), 'utf8')) as Record<string, number>,
  );
  const open = await Promise.all(ports.map(isOpen));
  return ports.filter((_, index) => open[index]);
}

async function startedProcesses(): Promise<string> {
  return readFile(join(dataDir, 'processes'), 'utf8').catch(() => '');
}

function kill(name: string): void {
  process.kill(processesOf(dataDir).get(name) ?? 0, 'SIGKILL');
}

function advance() {
  return api().advanceCase({ id: caseId });
}

/** Creates a new client each time, because the URL changes with each start. */
function api() {
  return createClient({ baseUrl: url, credential: key, maxRetries: 0 });
}
