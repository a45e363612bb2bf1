import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { createClient as generateTypeScript } from '@hey-api/openapi-ts';
import { afterAll, expect, test } from 'vitest';
import { buildFacts } from '../support/facts.ts';
import { startService } from '../support/service.ts';
import { pythonTools } from './tools.ts';

const run = promisify(execFile);
const folder = await mkdtemp(join(tmpdir(), 'generators-'));
afterAll(() => rm(folder, { recursive: true }));

const { stack, signUp } = await startService();
const customer = await signUp();
const { id, documents } = await customer.submitted(buildFacts());
const [document] = documents;

/** What a program made with a generator is given. */
const given = {
  BASE_URL: stack.baseUrl,
  API_KEY: customer.credential,
  SESSION: customer.session.credential,
  CASE: id,
  DOCUMENT: document?.id,
};

/** What such a program has to print. */
const expected = {
  items: [id],
  action: 'submit',
  pdf: '%PDF',
  // Live mode is off in this stack, and the header of the user was sent.
  liveHeader: 'live_unavailable',
};

test('a TypeScript client of openapi-ts compiles, has the types of the interface, and works', async () => {
  const input = `${stack.baseUrl}/v1/openapi.json`;
  const output = { path: join(folder, 'client'), importFileExtension: '.ts' };
  await generateTypeScript({ input, output, logs: { level: 'silent' } });
  await writeFile(join(folder, 'package.json'), '{"type": "module"}');
  await writeFile(join(folder, 'main.ts'), typeScriptProgram);
  await symlink(dirname(dirname(modulePath('@types/node/package.json'))), join(folder, 'types'));
  const settings = {
    compilerOptions: {
      strict: true,
      noEmit: true,
      target: 'es2023',
      module: 'nodenext',
      lib: ['es2023', 'dom'],
      allowImportingTsExtensions: true,
      skipLibCheck: true,
      typeRoots: ['./types'],
      types: ['node'],
    },
    files: ['main.ts'],
  };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(settings));
  const compiler = join(dirname(modulePath('typescript/package.json')), 'bin', 'tsc');
  const compiled = await run(process.execPath, [compiler, '-p', folder]).catch((error: { stdout: string }) => error);
  expect(compiled.stdout).toBe('');
  const { stdout } = await run(process.execPath, ['main.ts'], { cwd: folder, env: { ...process.env, ...given } });
  expect(JSON.parse(stdout)).toEqual(expected);
});

test('a Python client of openapi-python-client is made without a warning, has the types of the interface, and works', async () => {
  const bin = join(await pythonTools(process.env), 'bin');
  // The generator knows only this type of bytes.
  const bytes = ['application/pdf', 'image/jpeg', 'image/png'].map((type) => [type, 'application/octet-stream']);
  const settings = { content_type_overrides: Object.fromEntries(bytes), post_hooks: [] };
  await writeFile(join(folder, 'settings.json'), JSON.stringify(settings));
  const description = ['--url', `${stack.baseUrl}/v1/openapi.json`, '--config', join(folder, 'settings.json')];
  const target = ['--meta', 'none', '--output-path', join(folder, 'made'), '--fail-on-warning'];
  await run(join(bin, 'openapi-python-client'), ['generate', ...description, ...target]);
  await writeFile(join(folder, 'main.py'), pythonProgram);
  const { stdout } = await run(join(bin, 'python'), ['main.py'], { cwd: folder, env: { ...process.env, ...given } });
  expect(JSON.parse(stdout)).toEqual(expected);
});

function modulePath(name: string): string {
  return createRequire(import.meta.url).resolve(name);
}

const typeScriptProgram = `
import { createClient } from './client/client/index.ts';
import { downloadDocument, listApiKeys, listCases, listEvents, type Event, type ListCasesData } from './client/index.ts';

const { BASE_URL: baseUrl = '', API_KEY, SESSION, CASE: id = '', DOCUMENT: docId = '' } = process.env;
const client = createClient({ baseUrl, headers: { Authorization: \`Bearer \${API_KEY}\` } });
const query: ListCasesData['query'] = { limit: 1 };
// @ts-expect-error A limit is a number.
const wrong: ListCasesData['query'] = { limit: '1' };
// @ts-expect-error The events are named.
const other: Event['action'] = 'something_else';

const page = await listCases({ client, query, throwOnError: true });
const events = await listEvents({ client, path: { id }, throwOnError: true });
const pdf: Blob = (await downloadDocument({ client, path: { id, docId }, parseAs: 'blob', throwOnError: true })).data;
const live = createClient({ baseUrl, headers: { Authorization: \`Bearer \${SESSION}\`, 'X-Service-Mode': 'live' } });
const { error } = await listApiKeys({ client: live });
console.log(JSON.stringify({
  items: page.data.items.map((item) => item.id),
  action: events.data.items[0]?.action,
  pdf: (await pdf.text()).slice(0, 4),
  liveHeader: error?.error.code,
}));
`;

const pythonProgram = `
import json, os
from made import AuthenticatedClient
from made.api.api_keys import list_api_keys
from made.api.cases import list_cases, list_events
from made.api.documents import download_document
from made.models import EventAction

env = os.environ
client = AuthenticatedClient(base_url=env["BASE_URL"], token=env["API_KEY"])
page = list_cases.sync(client=client, limit=1)
[first, *_] = list_events.sync(env["CASE"], client=client).items
pdf = download_document.sync(env["CASE"], env["DOCUMENT"], client=client)
live = AuthenticatedClient(base_url=env["BASE_URL"], token=env["SESSION"], headers={"X-Service-Mode": "live"})
refused = list_api_keys.sync(client=live)
print(json.dumps({
    "items": [item.id for item in page.items],
    "action": first.action.value if isinstance(first.action, EventAction) else None,
    "pdf": pdf.payload.read(4).decode(),
    "liveHeader": refused.error.code.value,
}))
`;
