/**
 * Run by `npm run client`. Writes the parts of both clients that are generated from the OpenAPI description, and
 * removes outdated files.
 */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { readDescription } from './description.ts';
import { pythonFiles } from './python.ts';
import { typeScriptFiles } from './typescript.ts';

const description = readDescription();
await write('../generated/', typeScriptFiles(description));
await write('../../../client-python/src/eviction_case_client/generated/', pythonFiles(description));

/**
 * Writes the files and removes all others from the folder. Doesn't touch a file that is up to date, because another
 * program may be reading it.
 */
async function write(path: string, files: Record<string, string>): Promise<void> {
  const folder = new URL(path, import.meta.url);
  await mkdir(folder, { recursive: true });
  for (const name of await readdir(folder)) if (!(name in files)) await rm(new URL(name, folder), { recursive: true });
  for (const [name, text] of Object.entries(files)) {
    const file = new URL(name, folder);
    if ((await readFile(file, 'utf8').catch(() => null)) !== text) await writeFile(file, text);
  }
}
