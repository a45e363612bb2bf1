import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openApiDocument } from '@evict/contract';
import { createClient as generateTypeScript } from '@hey-api/openapi-ts';
import { afterAll, expect, test } from 'vitest';
import { compile, pythonTools } from './tools.ts';

const run = promisify(execFile);
const folder = await mkdtemp(join(tmpdir(), 'generators-'));
afterAll(() => rm(folder, { recursive: true }));
const description = join(folder, 'openapi.json');
await writeFile(description, JSON.stringify(openApiDocument('https://api.example.com')));

test('a TypeScript client of openapi-ts compiles and has the types of the interface', async () => {
  const output = { path: join(folder, 'client'), importFileExtension: '.ts' };
  await generateTypeScript({ input: description, output, logs: { level: 'silent' } });
  await writeFile(join(folder, 'package.json'), '{"type": "module"}');
  await writeFile(join(folder, 'main.ts'), typeScriptProgram);
  const options = { target: 'es2023', lib: ['es2023', 'dom'], allowImportingTsExtensions: true, skipLibCheck: true };
  expect(await compile(folder, options)).toBe('');
});

test('a Python client of openapi-python-client is made without a warning and has the types of the interface', async () => {
  const bin = join(await pythonTools(process.env), 'bin');
  // The generator knows only this type of bytes.
  const bytes = ['application/pdf', 'image/jpeg', 'image/png'].map((type) => [type, 'application/octet-stream']);
  const settings = { content_type_overrides: Object.fromEntries(bytes), post_hooks: [] };
  await writeFile(join(folder, 'settings.json'), JSON.stringify(settings));
  const given = ['--path', description, '--config', join(folder, 'settings.json')];
  const target = ['--meta', 'none', '--output-path', join(folder, 'made'), '--fail-on-warning'];
  await run(join(bin, 'openapi-python-client'), ['generate', ...given, ...target]);
  const { stdout } = await run(join(bin, 'python'), ['-c', pythonProgram], { cwd: folder });
  expect(stdout.trim()).toBe('submit File');
});

const typeScriptProgram = `
import { downloadDocument, listCases, type Event, type ListCasesData } from './client/index.ts';

const query: ListCasesData['query'] = { limit: 1 };
// @ts-expect-error A limit is a number.
const wrong: ListCasesData['query'] = { limit: '1' };
// @ts-expect-error The events are named.
const other: Event['action'] = 'something_else';

const { data: page } = await listCases({ query, throwOnError: true });
const ids: string[] = page.items.map(({ id }) => id);
const { data: pdf } = await downloadDocument({ path: { id: 'case_1', docId: 'doc_1' }, throwOnError: true });
const bytes: Blob | File = pdf;
`;

const pythonProgram = `
import typing
from made.api.documents import download_document
from made.models import EventAction
from made.types import File
[content] = [one for one in typing.get_args(typing.get_type_hints(download_document.sync)["return"]) if one is File]
print(EventAction.SUBMIT.value, content.__name__)
`;
