import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createReceivers } from '@evict/testkit';
import { afterAll, expect, test } from 'vitest';
import { buildFacts } from '../support/facts.ts';
import { startService } from '../support/service.ts';
import { compile, pythonTools } from './tools.ts';

const run = promisify(execFile);
/** Kept between runs, because mypy takes seconds to check Python's own types again. */
const typeCache = fileURLToPath(new URL('../../../node_modules/.cache/mypy', import.meta.url));
const folder = await mkdtemp(join(tmpdir(), 'client-packages-'));
afterAll(() => rm(folder, { recursive: true }));

// Also builds the package of the client, which it contains.
await run(process.execPath, [join(sourceOf('cli'), 'build.ts')]);

const receivers = await createReceivers();
const { stack, signUp } = await startService({ webhooks: { ca: receivers.ca } });

/** The output that both programs should print, from the same starting point. */
const expected = {
  state: 'withdrawn',
  lastEvent: 'withdraw',
  pdf: '%PDF',
  // There are three cases, read in pages of two, newest first.
  cases: 3,
  newestFirst: true,
  // The same idempotency key returns the same case and doesn't create a fourth.
  repeated: true,
  refused: 'InvalidTransitionError invalid_transition',
  missing: 'NotFoundError not_found',
  live: 'LiveUnavailableError live_unavailable',
  webhook: 'case.submit',
  forged: 'WebhookVerificationError',
};

test('the npm package can be installed in an empty folder, passes a type check, and takes a case to its end', async () => {
  const home = join(folder, 'typescript');
  await mkdir(home);
  const { stdout: packed } = await npm(['pack', '--json', join(sourceOf('client'), 'dist')], home);
  const [tarball] = JSON.parse(packed) as [{ filename: string; files: { path: string }[] }];
  const files = tarball.files.map(({ path }) => path);
  expect(files).toEqual(expect.arrayContaining(['README.md', 'index.d.ts', 'index.js', 'package.json']));
  expect(files.filter((path) => /test|generate\/|\.ts$/u.test(path) && !path.endsWith('.d.ts'))).toEqual([]);

  await writeFile(join(home, 'package.json'), '{"private": true, "type": "module"}');
  await npm(['install', '--offline', '--no-audit', '--no-fund', tarball.filename], home);
  await writeFile(join(home, 'main.ts'), typeScriptProgram);
  const strictly = { exactOptionalPropertyTypes: true, skipLibCheck: false, target: 'es2022', lib: ['es2023'] };
  expect(await compile(home, strictly)).toBe('');

  const { stdout } = await run(process.execPath, ['main.ts'], {
    cwd: home,
    env: { ...process.env, ...(await given()) },
  });
  expect(JSON.parse(stdout)).toEqual(expected);
});

test('the CLI can be installed into an empty folder from a single archive, and can submit a case from a file', async () => {
  const home = join(folder, 'cli');
  await mkdir(home);
  const { stdout: packed } = await npm(['pack', '--json', join(sourceOf('cli'), 'dist')], home);
  const [tarball] = JSON.parse(packed) as [{ name: string; filename: string; files: { path: string }[] }];
  expect(tarball.name).toBe('eviction-case');
  const files = tarball.files.map(({ path }) => path).filter((path) => !path.startsWith('node_modules/commander/'));
  expect(files).toEqual(
    expect.arrayContaining(['LICENSE', 'README.md', 'lib/main.js', 'node_modules/@evict/client/index.js']),
  );
  expect(files.filter((path) => /test|build|(?<!\.d)\.ts$/u.test(path))).toEqual([]);

  await writeFile(join(home, 'package.json'), '{"private": true}');
  await npm(['install', '--offline', '--no-audit', '--no-fund', tarball.filename], home);
  await writeFile(join(home, 'case.json'), JSON.stringify(buildFacts()));
  const { credential } = await signUp();
  const env = { ...process.env, HOME: home, EVICTION_CASE_SERVER: stack.baseUrl, EVICTION_CASE_KEY: credential };
  const cli = async (...args: string[]) => {
    const { stdout } = await run(join(home, 'node_modules/.bin/eviction-case'), args, { cwd: home, env });
    return stdout;
  };
  const { id } = JSON.parse(await cli('cases', 'create', '--json', '-f', 'case.json'));
  expect(await cli('cases', 'submit', id)).toMatch(/^state +notice_review$/mu);
  expect(JSON.parse(await cli('events', '--json'))).toMatchObject({ type: 'case.submit', caseId: id });
  expect(await cli('--version')).toBe('0.1.0\n');
});

test('the Python package passes its own tests and a strict type check, can be installed, and takes a case to its end', async () => {
  const source = sourceOf('client-python');
  const python = join(await pythonTools(process.env), 'bin', 'python');
  const home = join(folder, 'python');
  await mkdir(home);
  await writeFile(join(home, 'main.py'), pythonProgram);

  const env = { ...process.env, PYTHONPATH: join(source, 'src'), PYTHONDONTWRITEBYTECODE: '1' };
  await run(python, ['-m', 'unittest', 'discover', '-s', join(source, 'tests')], { env });
  const checked = ['--config-file', join(source, 'pyproject.toml'), '--cache-dir', typeCache];
  const paths = [join(source, 'src'), join(source, 'tests'), join(home, 'main.py')];
  const types = await run(python, ['-m', 'mypy', ...checked, ...paths]).catch((error: { stdout: string }) => error);
  expect(types.stdout).toMatch(/^Success/u);

  const wheels = join(home, 'wheels');
  await mkdir(wheels);
  await run(python, ['-c', `from flit_core.buildapi import build_wheel; build_wheel('${wheels}')`], { cwd: source });
  const [wheel = ''] = await readdir(wheels);
  const offline = ['--quiet', '--disable-pip-version-check', '--no-index', '--no-deps'];
  const installed = join(home, 'installed');
  await run(python, ['-m', 'pip', 'install', ...offline, '--target', installed, join(wheels, wheel)]);
  expect(await readdir(join(installed, 'eviction_case_client'))).toContain('py.typed');
  const { stdout } = await run(python, ['main.py'], {
    cwd: home,
    env: { ...process.env, ...(await given()), PYTHONPATH: installed },
  });
  expect(JSON.parse(stdout)).toEqual(expected);
});

function sourceOf(name: string): string {
  return fileURLToPath(new URL(`../../../packages/${name}`, import.meta.url));
}

/** Creates the environment for a run: a new customer with two cases, and a webhook that the service has signed. */
async function given(): Promise<Record<string, string>> {
  const receiver = await receivers.start();
  const customer = await signUp();
  const { body: endpoint } = await customer.send('POST', '/v1/webhook-endpoints', { body: { url: receiver.url } });
  await customer.create(buildFacts());
  await customer.submitted(buildFacts());
  const [message] = await receiver.waitFor(1);
  await receiver.stop();
  return {
    BASE_URL: stack.baseUrl,
    API_KEY: customer.credential,
    SESSION: customer.session.credential,
    FACTS: JSON.stringify(buildFacts()),
    WEBHOOK: JSON.stringify({ secret: endpoint.secret, headers: message?.headers, body: message?.raw }),
  };
}

function npm(args: string[], cwd: string) {
  return run('npm', args, { cwd, env: { ...process.env, NPM_CONFIG_UPDATE_NOTIFIER: 'false' } });
}

const typeScriptProgram = `
import { createClient, ApiError, type Case, type CreateCase, verifyWebhook } from '@evict/client';

const { BASE_URL: baseUrl = '', API_KEY = '', SESSION = '', FACTS = '', WEBHOOK = '' } = process.env;
const api = createClient({ baseUrl, credential: API_KEY });
const facts = JSON.parse(FACTS) as CreateCase;
// @ts-expect-error Facts are checked.
const wrong: CreateCase = { ...facts, ground: 'none' };

const created = await api.createCase({ body: facts }, { idempotencyKey: 'one case' });
const again = await api.createCase({ body: facts }, { idempotencyKey: 'one case' });
const { id } = created;
let current: Case = (await api.submitCase({ id })).case;
if (current.state === 'notice_review') current = await api.advanceCase({ id });
current = await api.withdrawCase({ id });
const ids: string[] = [];
for await (const found of api.iterateCases({ limit: 2 })) ids.push(found.id);
const { items: events } = await api.listEvents({ id });
const pdf: Uint8Array = await api.downloadDocument({ id, docId: current.documents[0]?.id ?? '' });
const { secret, headers, body } = JSON.parse(WEBHOOK);

async function failure(call: Promise<unknown>): Promise<string> {
  const error: unknown = await call.then(() => null, (reason: unknown) => reason);
  return error instanceof ApiError ? \`\${error.name} \${error.code}\` : (error as Error).name;
}

console.log(JSON.stringify({
  state: current.state,
  lastEvent: events.at(-1)?.action,
  pdf: new TextDecoder().decode(pdf.subarray(0, 4)),
  cases: ids.length,
  newestFirst: ids[0] === id,
  repeated: again.id === id,
  refused: await failure(api.submitCase({ id })),
  missing: await failure(api.getCase({ id: \`case_\${crypto.randomUUID()}\` })),
  live: await failure(createClient({ baseUrl, credential: SESSION, serviceMode: 'live' }).listCases()),
  webhook: (await verifyWebhook({ secret, headers, body })).type,
  forged: await failure(verifyWebhook({ secret, headers, body: \`\${body} \` })),
}));
`;

const pythonProgram = `
import json
import os
import uuid
from typing import Any, Callable

from eviction_case_client import ApiError, Client, WebhookVerificationError, verify_webhook
from eviction_case_client.types import CreateCase

env = os.environ
api = Client(env["BASE_URL"], env["API_KEY"])
facts: CreateCase = json.loads(env["FACTS"])

created = api.create_case(facts, idempotency_key="one case")
again = api.create_case(facts, idempotency_key="one case")
case_id = created["id"]
case = api.submit_case(case_id)["case"]
if case["state"] == "notice_review":
    case = api.advance_case(case_id)
case = api.withdraw_case(case_id)
ids = [found["id"] for found in api.iterate_cases(limit=2)]
events = api.list_events(case_id)["items"]
pdf: bytes = api.download_document(case_id, case["documents"][0]["id"])
webhook: Any = json.loads(env["WEBHOOK"])
body: bytes = webhook["body"].encode()


def failure(call: Callable[[], object]) -> str:
    try:
        call()
    except ApiError as error:
        return f"{type(error).__name__} {error.code}"
    except WebhookVerificationError as error:
        return type(error).__name__
    return "none"


live = Client(env["BASE_URL"], env["SESSION"], service_mode="live")
print(
    json.dumps(
        {
            "state": case["state"],
            "lastEvent": events[-1]["action"],
            "pdf": pdf[:4].decode(),
            "cases": len(ids),
            "newestFirst": ids[0] == case_id,
            "repeated": again["id"] == case_id,
            "refused": failure(lambda: api.submit_case(case_id)),
            "missing": failure(lambda: api.get_case(f"case_{uuid.uuid4()}")),
            "live": failure(live.list_cases),
            "webhook": verify_webhook(body, webhook["headers"], webhook["secret"])["type"],
            "forged": failure(lambda: verify_webhook(body + b" ", webhook["headers"], webhook["secret"])),
        }
    )
)
`;
