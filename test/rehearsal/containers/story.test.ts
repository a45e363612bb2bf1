import { readFile } from 'node:fs/promises';
import { createClient, verifyWebhook } from '@evict/client';
import { sha256Hex } from '@evict/store/bytes';
import { expect, onTestFinished, test, vi } from 'vitest';
import { secrets } from '../../../deploy/compose/secrets.ts';
import { launchChromium } from '../../browser/support/chromium.ts';
import { connectAgent } from '../../e2e/support/agent.ts';
import { holdoverFiling } from '../../e2e/support/grounds.ts';
import { lead, newLiveCase } from '../support/live-life.ts';
import { type Customer, openCase, signUp, toTheEnd } from './cases.ts';
import { receiverFolder } from './receiver/folder.ts';
import {
  checkOut,
  documented,
  healthy,
  lastRelease,
  measured,
  note,
  pausesOf,
  processes,
  run,
  secretsOf,
  system,
  trust,
  up,
  waiting,
} from './system.ts';

// The story of a release. Each test continues where the one before ended: the system comes up from nothing, works,
// loses its containers, stops and starts, is backed up and restored, and is upgraded with open cases.

const address = 'https://localhost:8443';
const folder = await checkOut('HEAD');
const receiving = {
  RECEIVER: await receiverFolder(),
  COMPOSE_FILE: `docker-compose.yml:${new URL('receiver/compose.yml', import.meta.url).pathname}`,
};
const trial = system(folder, 'evict-trial', { LIVE_MODE: 'on', ...receiving });
await trial.compose('down', '--volumes', '--remove-orphans');
await trial.compose('build');

let customer: Customer;
let closed: string;
let open: string[];

test('the system starts from nothing without a .env file, and serves all of its pages', async () => {
  await measured('start from nothing, until all containers are healthy', () => up(trial));
  await trust(trial);
  const { status } = await fetch(`${address}/v1/health`);
  expect(status).toBe(200);
  const redirect = await fetch('http://localhost:8080/cases', { redirect: 'manual' });
  expect(redirect.headers.get('location')).toBe(`${address}/cases`);
  for (const page of ['8233', '8025/readyz', '9090/-/ready', '3001/api/health', '9093/-/ready']) {
    expect((await fetch(`http://localhost:${page}`)).status, page).toBe(200);
  }
  for (const page of ['/', '/docs', '/docs/guides']) expect((await fetch(`${address}${page}`)).status, page).toBe(200);
  const log = await trial.compose('logs', '--no-log-prefix', 'caddy');
  expect(log.split('\n').filter((line) => line.includes('"level":"error"'))).toEqual([]);
});

test("each process runs without privileges on a read-only file system, and a container's metadata shows no secrets", async () => {
  const made = await secretsOf(trial);
  expect(Object.keys(made)).toEqual(secrets);
  for (const { id, service } of await trial.containers()) {
    const inspected = await run('docker', ['inspect', id]);
    for (const [name, value] of Object.entries(made))
      expect(inspected.includes(value), `${service} ${name}`).toBe(false);
    if (!processes.includes(service)) continue;
    const status = await run('docker', ['exec', id, 'cat', '/proc/1/status']);
    expect(status).toMatch(/^Uid:\s+1000\s+1000/m);
    expect(status).toMatch(/^CapEff:\s+0+$/m);
    expect(status).toMatch(/^NoNewPrivs:\s+1$/m);
    await expect(run('docker', ['exec', id, 'touch', '/app/changed'])).rejects.toThrow('Read-only file system');
  }
});

test('Temporal refuses a client without a certificate, and its internal ports refuse every client', async () => {
  // A server that refuses a certificate only says so once the connection is established, instead of sending its
  // settings.
  const script = `
    const [address, servername, isShown] = process.argv.slice(1);
    const file = (name) => require('node:fs').readFileSync('/run/certificates/' + name + '.pem');
    const own = isShown && { cert: file('certificate'), key: file('key') };
    require('node:http2')
      .connect('https://' + address, { rejectUnauthorized: false, servername, ...own })
      .once('connect', () => console.log('connected'))
      .once('remoteSettings', () => process.exit(console.log('taken')))
      .on('error', () => {});`;
  const answer = (...args: string[]) => trial.inService('case-worker', undefined, 'node', '-e', script, ...args);
  expect(await answer('temporal:7233', 'temporal', 'shown')).toBe('connected\ntaken\n');
  expect(await answer('temporal:7233', 'temporal')).toBe('connected\n');
  for (const port of ['7234', '7235', '7236', '7239']) {
    expect(await answer(`temporal:${port}`, 'internode', 'shown'), port).toBe('connected\n');
  }
});

test('a sandbox case can be taken to its end over HTTPS', async () => {
  customer = await signUp(address);
  closed = await measured('a sandbox case, from draft to closed', async () => {
    const id = await openCase(customer.test, 0);
    await toTheEnd(customer.test, id);
    return id;
  });
  await expectDocuments(closed);
  open = [await openCase(customer.test, 1), await openCase(customer.test, 3)];
});

test('the proxy passes several large uploads at the same time', async () => {
  const { id } = await customer.test.createCase({ body: holdoverFiling() });
  const contentBase64 = Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(9 << 20, ' ')]).toString('base64');
  const upload = (filename: string) =>
    customer.test.uploadDocument({ id, body: { filename, purpose: 'other', contentBase64 } });
  const uploaded = await Promise.all(['a.pdf', 'b.pdf', 'c.pdf', 'd.pdf'].map(upload));
  expect(uploaded.map(({ filename }) => filename).sort()).toEqual(['a.pdf', 'b.pdf', 'c.pdf', 'd.pdf']);
});

test('the customer can sign in on the website and read their case', async () => {
  const browser = await launchChromium();
  onTestFinished(() => browser.close());
  // The browser doesn't know the certificate authority of Caddy.
  const page = await browser.newPage({ baseURL: address, ignoreHTTPSErrors: true });
  await page.goto(`/cases/${closed}`);
  await page.getByLabel('Email').fill(customer.email);
  await page.getByLabel('Password', { exact: true }).fill(customer.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect.poll(() => page.getByRole('status').first().textContent()).toMatch(/Closed/i);
});

test('an agent can find out where to sign in, and can read the case with a key', async () => {
  const { status, headers } = await fetch(`${address}/mcp`, { method: 'POST' });
  expect(status).toBe(401);
  const [, metadata = ''] = /resource_metadata="([^"]+)"/.exec(headers.get('www-authenticate') ?? '') ?? [];
  expect(await (await fetch(metadata)).json()).toMatchObject({
    resource: `${address}/mcp`,
    authorization_servers: [address],
  });
  const server = await fetch(`${address}/.well-known/oauth-authorization-server`);
  expect(await server.json()).toMatchObject({ issuer: address });
  const agent = await connectAgent(address, customer.testKey);
  onTestFinished(() => agent.client.close());
  expect(await agent.call('get_case', { caseId: closed })).toMatchObject({ isError: false, body: { state: 'closed' } });
});

test('a webhook reaches a receiver outside the system with a valid signature', async () => {
  const url = 'https://hooks.example.com/evictions';
  const { secret } = await customer.test.createWebhookEndpoint({ body: { url } });
  const id = await openCase(customer.test, 0);
  const [first] = await vi.waitUntil(async () => {
    const log = await trial.compose('logs', '--no-log-prefix', 'receiver');
    const lines = log.split('\n').filter((line) => line.startsWith('{'));
    const found = lines.map((line) => JSON.parse(line) as { headers: Record<string, string>; body: string });
    return found.some(({ body }) => body.includes(id)) && found;
  }, waiting);
  expect(await verifyWebhook({ ...first!, secret })).toMatchObject({});
});

test('an email reaches the mail catcher', async () => {
  await createClient({ baseUrl: address }).requestPasswordReset({ body: { email: customer.email } });
  const subjects = async () => {
    const response = await fetch('http://localhost:8025/api/v1/messages');
    const { messages } = (await response.json()) as { messages: { Subject: string; To: { Address: string }[] }[] };
    return messages.filter(({ To }) => To.some(({ Address }) => Address === customer.email)).map((one) => one.Subject);
  };
  await expect.poll(subjects).toContainEqual(expect.stringMatching(/password/i));
});

test('a customer and an attorney can take a live case to its end', async () => {
  const command = 'attorney add --name Avery --email avery@example.com --bar 1234567890 --states MD --verified';
  const added = await measured('one command of the operators', () => trial.ops(...command.split(' ')));
  const attorney = createClient({ baseUrl: address, credential: added['token'] as string });
  await expect(customer.live(), 'before the address is confirmed').rejects.toMatchObject({ code: 'forbidden' });
  await trial.ops('org', 'verify', (await customer.test.getOrganization()).id);
  const owner = await customer.live();
  const id = await newLiveCase(owner, 'filing_review');
  await lead(attorney, id, 'filing_review', 'closed');
  expect((await owner.getCase({ id })).state).toBe('closed');
  expect(await trial.ops('case', 'verify', '--all')).toMatchObject({});
});

test('Prometheus scrapes every process, has metrics for every disk, and is connected to Alertmanager', async () => {
  const read = async (path: string) => (await (await fetch(`http://localhost:9090/api/v1/${path}`)).json()) as Answer;
  const down = async () => {
    const { activeTargets = [] } = (await read('targets')).data;
    const known = activeTargets.map(({ labels }) => labels['service']);
    expect(known).toEqual(expect.arrayContaining([...processes, 'temporal', 'node-exporter']));
    return activeTargets.filter(({ health }) => health !== 'up').map(({ labels }) => labels['service']);
  };
  await expect.poll(down).toEqual([]);
  const { activeAlertmanagers = [] } = (await read('alertmanagers')).data;
  expect(activeAlertmanagers).toHaveLength(1);
  const { result = [] } = (await read('query?query=node_filesystem_avail_bytes')).data;
  expect(new Set(result.map(({ metric }) => metric['mountpoint']))).toEqual(
    new Set(['/disks/erasures', '/disks/postgres', '/disks/prometheus']),
  );
});

interface Answer {
  data: {
    activeTargets?: { health: string; labels: Record<string, string> }[];
    activeAlertmanagers?: unknown[];
    result?: { metric: Record<string, string> }[];
  };
}

test("if every program runs in two processes, customers don't notice when one of the two dies", async () => {
  const scale = processes.flatMap((name) => ['--scale', `${name}=2`]);
  await up(trial, '--no-recreate', ...scale);
  for (const name of processes) {
    const [one] = await trial.containers(name);
    const id = await openCase(customer.test, 0);
    // Kills everything except the container's first process, which then ends as well.
    await run('docker', ['exec', one!.id, 'node', '-e', 'process.kill(-1, "SIGKILL")']).catch(() => {});
    await toTheEnd(customer.test, id);
  }
  await healthy(trial);
});

test('cases continue after PostgreSQL, Temporal or the proxy is killed and restarted', async () => {
  for (const name of ['postgres', 'temporal', 'caddy']) {
    const id = await openCase(customer.test, 1);
    await trial.compose('kill', name);
    await measured(`after ${name} was killed, until a case continues`, async () => {
      await trial.compose('up', '--detach', '--no-recreate', name);
      await vi.waitUntil(() => customer.test.advanceCase({ id }).then(Boolean, () => false), waiting);
    });
    await toTheEnd(customer.test, id);
  }
  await healthy(trial);
});

test('the system shuts down cleanly within its stop timeout, and has all of its data when it starts again', async () => {
  await measured('stop', () => trial.compose('stop'));
  const ended = (await trial.containers()).filter(
    ({ service }) => processes.includes(service) || service === 'temporal',
  );
  expect(ended.map(({ service, exitCode }) => `${service} ${exitCode}`).filter((one) => !one.endsWith(' 0'))).toEqual(
    [],
  );
  await measured('start again', () => up(trial));
  await expectDocuments(closed);
});

test('a system can be backed up and restored into another system as documented', async () => {
  const made = await secretsOf(trial);
  await measured('back up', () => documented('backup-and-upgrade.md', 'pg_dump', trial));
  await trial.compose('down');

  const restored = system(folder, 'evict-restored', { LIVE_MODE: 'on', ...receiving });
  await restored.compose('down', '--volumes');
  await restored.configure(made);
  onTestFinished(async () => {
    await restored.compose('down', '--volumes');
  });
  await measured('restore and start', async () => {
    await documented('backup-and-upgrade.md', 'pg_restore', restored, { '<your name>': 'check' });
    await up(restored);
  });
  await trust(restored);
  await expectDocuments(closed);
  for (const id of open) expect((await toTheEnd(customer.test, id)).state).toBe('closed');
  await restored.ops('case', 'verify', '--all');
});

test('a start at an address other than localhost fails with an error that names every missing secret and setting', async () => {
  const elsewhere = system(await checkOut('HEAD'), 'evict-elsewhere', { SITE_ADDRESS: 'evictions.example.com' });
  onTestFinished(() => elsewhere.remove());
  const refused = await elsewhere.compose('up', 'secrets', '--exit-code-from', 'secrets').catch(String);
  for (const name of secrets) expect(refused).toContain(`${name} must be set in .env`);
  for (const name of ['MAIL_FROM', 'OPS_EMAIL', 'SMTP_URL', 'WEBSITE_ORIGIN'])
    expect(refused).toContain(`${name} must`);
});

test('the system can be upgraded from the previous release as documented, while customers work', async () => {
  const release = process.env['PREVIOUS'] || (await lastRelease());
  const upgraded = system(await checkOut(release), 'evict-upgraded');
  onTestFinished(() => upgraded.remove());
  await upgraded.compose('down', '--volumes');
  const example = await readFile(`${upgraded.folder}/.env.example`, 'utf8');
  const settings = [...example.matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [
    name,
    /SECRET_KEY$|PASSWORD$/.test(name) && name !== 'STRIPE_SECRET_KEY' ? `${name}-`.repeat(4) : value,
  ]);
  await upgraded.configure({ ...Object.fromEntries(settings), IMAGE_TAG: 'previous' });
  await upgraded.compose('build');
  await up(upgraded);
  await trust(upgraded);
  const owner = await signUp(address);
  const ids = await Promise.all([0, 1, 2, 4, 6].map((advances) => openCase(owner.test, advances)));

  const once = { maxRetries: 0, timeoutMs: 2000 };
  const pauses = pausesOf(() => owner.test.getCase({ id: ids[0]! }, once));
  onTestFinished(async () => void (await pauses.end()));
  const commit = (await run('git', ['rev-parse', 'HEAD'])).trim();
  await measured(`upgrade from ${release} with open cases, until all containers are healthy`, async () => {
    await documented('backup-and-upgrade.md', 'IMAGE_TAG', upgraded, {
      'v0.2.0': commit,
      '0.2.0': 'next',
      '<your name>': 'check',
    });
    await healthy(upgraded);
  });
  note('longest time without a response during the upgrade', `${((await pauses.end()) / 1000).toFixed(1)} s`);
  const label = 'label=com.docker.compose.project=evict-upgraded';
  const images = await run('docker', ['ps', '--format', '{{.Image}}', '--filter', label]);
  expect(images.match(/eviction-case-\w+:(?!next).*/g)).toBeNull();
  for (const id of ids) expect((await toTheEnd(owner.test, id)).state).toBe('closed');
  await toTheEnd(owner.test, await openCase(owner.test, 0));
  await upgraded.ops('case', 'verify', '--all');
});

test('the system can be removed with its volumes', () => trial.remove());

/** Expects the documents of the case to have the recorded bytes. */
async function expectDocuments(id: string): Promise<void> {
  const { documents } = await customer.test.getCase({ id });
  expect(documents).not.toEqual([]);
  for (const { id: docId, contentHash } of documents) {
    expect(sha256Hex(await customer.test.downloadDocument({ id, docId }))).toBe(contentHash);
  }
}
