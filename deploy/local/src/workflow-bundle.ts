import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const entries = ['workflows', 'bundle'].map((name) => join(root, `services/case-worker/src/${name}.ts`));
const DAY_MS = 86_400_000;
const cache = join(root, 'node_modules/.cache/workflow-bundle');

/**
 * The file of the bundled workflow code. It is rebuilt, which takes two seconds, only if a source that it may contain has
 * changed.
 */
export async function workflowBundle(): Promise<string> {
  const file = join(cache, `${await hashOfSources()}.js`);
  if (existsSync(file)) return file;
  const { writeWorkflowBundle } = await import('@evict/case-worker/bundle'); // takes a second to load
  await mkdir(cache, { recursive: true });
  await removeOldBundles();
  const unfinished = `${file}.${process.pid}`;
  await writeWorkflowBundle(unfinished, quiet);
  await rename(unfinished, file);
  return file;
}

/** Bundles that no start can be using any more; another run may have been started with the previous sources. */
async function removeOldBundles(): Promise<void> {
  for (const name of await readdir(cache)) {
    const file = join(cache, name);
    const { mtimeMs } = await stat(file);
    if (Date.now() - mtimeMs > DAY_MS) await rm(file, { force: true });
  }
}

/** All sources that a workflow could import; a few too many do no harm. */
async function hashOfSources(): Promise<string> {
  const folders = await Promise.all(['packages', 'workflows'].map((name) => sourcesOf(join(root, name))));
  const hash = createHash('sha256');
  for (const file of [join(root, 'pnpm-lock.yaml'), ...entries, ...folders.flat()].sort()) {
    hash
      .update(file)
      .update('\0')
      .update(await readFile(file))
      .update('\0');
  }
  return hash.digest('hex').slice(0, 16);
}

async function sourcesOf(folder: string): Promise<string[]> {
  const packages = await readdir(folder);
  const sources = await Promise.all(
    packages.map(async (name) => {
      const src = join(folder, name, 'src');
      return existsSync(src) ? (await readdir(src, { recursive: true })).map((file) => join(src, file)) : [];
    }),
  );
  return sources.flat().filter((file) => /\.(ts|json)$/.test(file) && !/\.test\.ts$|[\\/]generated[\\/]/.test(file));
}

const quiet = {
  log() {},
  trace() {},
  debug() {},
  info() {},
  warn: (message: string) => console.warn(message),
  error: (message: string) => console.error(message),
};
