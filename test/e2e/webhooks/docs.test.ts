import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { promisify } from 'node:util';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createReceivers } from '@evict/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildFacts } from '../support/facts.ts';
import { startService } from '../support/service.ts';

const docs = new URL('../../../docs/', import.meta.url);
const page = await readFile(new URL('webhooks.md', docs), 'utf8');
const deployment = await readFile(new URL('deployment.md', docs), 'utf8');
const folder = await mkdtemp(join(tmpdir(), 'webhook-docs-'));
afterAll(() => rm(folder, { recursive: true }));
const own = await mkdtemp(join(folder, 'own-'));
const trial = deployment.split(/^##+ /m).find((section) => section.startsWith('Webhooks to your machine')) ?? '';
const [certificate = '', ...others] = blocksOf('sh', trial);
const openssl = programThatRuns('openssl', ['version']);
if (openssl) execFileSync('bash', ['-ec', certificate], { cwd: own, stdio: 'ignore' });
const receivers = await createReceivers();
// The service trusts the test's authority and the certificate that the instructions create.
const ca = [receivers.ca, ...(openssl ? [await readFile(join(own, 'cert.pem'), 'utf8')] : [])].join('\n');
const { signUp, stack } = await startService({ webhooks: { ca } });

interface Presented {
  secret: string;
  timestamp: string;
  signature: string;
  body: string;
}
let candidates: (Presented & { what: string; authentic: boolean })[];

beforeAll(async () => {
  const genuine = await realDelivery();
  const { secret, timestamp, body } = genuine;
  const now = Math.floor(Date.now() / 1000);
  const at = (time: string | number) => ({ ...genuine, timestamp: String(time), signature: sign(secret, time, body) });
  candidates = [
    { what: 'a real delivery', authentic: true, ...genuine },
    { what: 'one signed four minutes ago', authentic: true, ...at(now - 240) },
    {
      what: 'a body beyond ASCII',
      authentic: true,
      ...genuine,
      body: '{"é":"✓"}',
      signature: sign(secret, timestamp, '{"é":"✓"}'),
    },
    { what: 'one signed six minutes ago', authentic: false, ...at(now - 360) },
    { what: 'one signed six minutes ahead', authentic: false, ...at(now + 360) },
    { what: 'a timestamp that is none', authentic: false, ...at('soon') },
    { what: 'no timestamp', authentic: false, ...at('') },
    { what: 'a timestamp moved by a second', authentic: false, ...genuine, timestamp: String(Number(timestamp) + 1) },
    { what: 'a body that was changed', authentic: false, ...genuine, body: body.replace('case.', 'Case.') },
    { what: 'a body that was written again', authentic: false, ...genuine, body: body.replaceAll(':', ': ') },
    { what: 'another secret', authentic: false, ...genuine, secret: `${secret}x` },
    { what: 'the secret without its prefix', authentic: false, ...genuine, secret: secret.replace('whsec_', '') },
    { what: 'no signature', authentic: false, ...genuine, signature: '' },
    { what: 'half a signature', authentic: false, ...genuine, signature: genuine.signature.slice(0, 32) },
    { what: 'a signature that is no number', authentic: false, ...genuine, signature: 'z'.repeat(64) },
    { what: 'a signature beyond ASCII', authentic: false, ...genuine, signature: 'é'.repeat(64) },
  ];
});

test('the JavaScript code in the webhooks guide accepts only authentic deliveries', async () => {
  const [verify] = /^function isAuthentic.*?^}/ms.exec(codeOf('js')) ?? [];
  await writeFile(
    join(folder, 'main.mjs'),
    `import { createHmac, timingSafeEqual } from 'node:crypto';
    let secret = '';
    ${verify}
    const chunks = [];
    for await (const chunk of process.stdin) chunks.push(chunk);
    const presented = JSON.parse(Buffer.concat(chunks).toString());
    console.log(JSON.stringify(presented.map((p) => {
      secret = p.secret;
      return isAuthentic(p.timestamp, p.signature, Buffer.from(p.body));
    })));`,
  );
  await expectVerdicts(process.execPath, ['main.mjs']);
});

const python = programThatRuns('python3', ['--version']);
test.skipIf(!python)('the Python code in the webhooks guide accepts only authentic deliveries', async () => {
  await writeFile(join(folder, 'verify.py'), codeOf('python'));
  await writeFile(
    join(folder, 'main.py'),
    [
      'import json, sys',
      'from verify import is_authentic',
      'presented = json.load(sys.stdin)',
      "keys = ('secret', 'timestamp', 'signature')",
      "print(json.dumps([is_authentic(*(p[k] for k in keys), p['body'].encode()) for p in presented]))",
    ].join('\n'),
  );
  await expectVerdicts('python3', ['main.py']);
});

const hasGo = spawnSync('go', ['version']).status === 0;
if (!hasGo) console.warn('there is no Go on this machine: its code on the page is not run');
test.skipIf(!hasGo)('the Go code in the webhooks guide accepts only authentic deliveries', async () => {
  await mkdir(join(folder, 'webhook'));
  await writeFile(join(folder, 'webhook', 'verify.go'), codeOf('go'));
  await writeFile(join(folder, 'go.mod'), 'module receiver\n\ngo 1.21\n');
  await writeFile(
    join(folder, 'main.go'),
    `package main

import (
	"encoding/json"
	"os"

	"receiver/webhook"
)

func main() {
	var presented []struct{ Secret, Timestamp, Signature, Body string }
	if err := json.NewDecoder(os.Stdin).Decode(&presented); err != nil {
		panic(err)
	}
	verdicts := []bool{}
	for _, p := range presented {
		verdicts = append(verdicts, webhook.IsAuthentic(p.Secret, p.Timestamp, p.Signature, []byte(p.Body)))
	}
	json.NewEncoder(os.Stdout).Encode(verdicts)
}
`,
  );
  await expectVerdicts('go', ['run', '.'], { GOTOOLCHAIN: 'local', GOFLAGS: '-mod=mod' });
});

test.skipIf(!openssl)('the instructions for a receiver on your own machine work from top to bottom', async () => {
  // The service of this test runs in place of `npm start`.
  expect(others[0]).toContain('npm start');
  const port = String(await freePort());
  await writeFile(join(own, 'receiver.mjs'), codeOf('js').replace('8443', port));
  const lines = blocksOf('sh try', trial)
    .join('\n')
    .replaceAll('8443', port)
    .replace('http://127.0.0.1:8080', stack.baseUrl);
  const { stdout } = await promisify(execFile)('bash', ['-ec', lines], { cwd: own });
  const all = ['case.submit notice_review', 'case.approve_notice notice_approved', 'case.send_notice notice_sent'];
  const printed = stdout.trim().split('\n');
  const asked = [all[0], ...all, 'pending'];
  expect(printed.slice(0, asked.length)).toEqual(asked);
  // If the receiver took long to start, the other deliveries have been attempted again, too.
  const sent = printed.slice(asked.length);
  expect(sent).not.toEqual([]);
  expect(all.slice(1)).toEqual(expect.arrayContaining(sent));
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Returns what a receiver got for a real case. */
async function realDelivery(): Promise<Presented> {
  const receiver = await receivers.start();
  const customer = await signUp();
  const { body: endpoint } = await customer.send('POST', '/v1/webhook-endpoints', { body: { url: receiver.url } });
  await customer.submitted(buildFacts());
  const [message] = await receiver.waitFor(1);
  await receiver.stop();
  const { 'x-service-timestamp': timestamp = '', 'x-service-signature': signature = '' } = message?.headers ?? {};
  return {
    secret: endpoint.secret,
    timestamp: String(timestamp),
    signature: String(signature),
    body: message?.raw ?? '',
  };
}

/** Returns the page's only code block in this language. */
function codeOf(language: string): string {
  const blocks = blocksOf(language);
  expect(blocks).toHaveLength(1);
  return blocks[0] ?? '';
}

function blocksOf(language: string, text = page): string[] {
  const blocks = [...text.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))];
  return blocks.map(([, code = '']) => code);
}

async function expectVerdicts(program: string, args: string[], env: Record<string, string> = {}): Promise<void> {
  const output = await new Promise<string>((resolve, reject) => {
    const options = { cwd: folder, env: { ...process.env, ...env } };
    const child = execFile(program, args, options, (error, stdout) => (error ? reject(error) : resolve(stdout)));
    child.stdin?.end(JSON.stringify(candidates));
  });
  const verdicts = (JSON.parse(output) as boolean[]).map(
    (authentic, index) => `${candidates[index]?.what}: ${authentic}`,
  );
  expect(verdicts).toEqual(candidates.map(({ what, authentic }) => `${what}: ${authentic}`));
}

function sign(secret: string, timestamp: string | number, body: string): string {
  return createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
}

function programThatRuns(program: string, args: string[]): boolean {
  try {
    execFileSync(program, args, { stdio: 'ignore' });
    return true;
  } catch {
    console.warn(`${program} is not on this machine: its code on the page is not run`);
    return false;
  }
}
