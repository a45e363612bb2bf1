import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openApiDocument } from '@evict/contract';
import { createClient as generateTypeScript } from '@hey-api/openapi-ts';
import { compile, pythonTools } from '../../e2e/clients/tools.ts';
import { isChosen, type Options, type Outcome } from '../support/outcome.ts';

/** Makes clients from the description with the generators of others: they compile, with the types of the interface. */
export async function run(options: Options): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), 'generators-'));
  const [rows, faults]: [{ generator: string; said: string }[], string[]] = [[], []];
  try {
    await writeFile(join(folder, 'openapi.json'), JSON.stringify(openApiDocument('https://api.example.com')));
    for (const [generator, { made, expected }] of Object.entries(generators)) {
      if (!isChosen(options, generator)) continue;
      const said = await made(folder, options.env).catch((error: Error) => error.message);
      rows.push({ generator, said });
      if (said !== expected) faults.push(`${generator}: ${said}`);
    }
  } finally {
    await rm(folder, { recursive: true });
  }
  return { rows, faults };
}

interface Generator {
  /** Resolves to what the compiler or the program says. */
  made: (folder: string, env: NodeJS.ProcessEnv) => Promise<string>;
  expected: string;
}

const generators: Readonly<Record<string, Generator>> = {
  'openapi-ts': {
    expected: '',
    async made(folder) {
      const output = { path: join(folder, 'client'), importFileExtension: '.ts' };
      await generateTypeScript({ input: join(folder, 'openapi.json'), output, logs: { level: 'silent' } });
      await writeFile(join(folder, 'package.json'), '{"type": "module"}');
      await writeFile(join(folder, 'main.ts'), typeScriptProgram);
      const settings = { target: 'es2023', lib: ['es2023', 'dom'], allowImportingTsExtensions: true };
      return compile(folder, { ...settings, skipLibCheck: true });
    },
  },
  'openapi-python-client': {
    expected: 'submit File',
    async made(folder, env) {
      const bin = join(await pythonTools(env), 'bin');
      // The generator knows only this type of bytes.
      const bytes = ['application/pdf', 'image/jpeg', 'image/png'].map((type) => [type, 'application/octet-stream']);
      const settings = { content_type_overrides: Object.fromEntries(bytes), post_hooks: [] };
      await writeFile(join(folder, 'settings.json'), JSON.stringify(settings));
      const given = ['--path', join(folder, 'openapi.json'), '--config', join(folder, 'settings.json')];
      const target = ['--meta', 'none', '--output-path', join(folder, 'made'), '--fail-on-warning'];
      const execute = promisify(execFile);
      await execute(join(bin, 'openapi-python-client'), ['generate', ...given, ...target]);
      const { stdout } = await execute(join(bin, 'python'), ['-c', pythonProgram], { cwd: folder });
      return stdout.trim();
    },
  },
};

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
