import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hashOfSources } from './sources.ts';

const cache = fileURLToPath(new URL('../../../node_modules/.cache/workflow-bundle', import.meta.url));
const DAY_MS = 86_400_000;

/** Everything that a workflow could import. Extra files do no harm. */
const sources = [
  'pnpm-lock.yaml',
  'services/case-worker/src/{workflows,bundle}.ts',
  '{packages,workflows}/*/src/**/*.{ts,json}',
];

/**
 * Returns the path of the bundled workflow code. Builds it, which takes two seconds, only if a source that it may
 * contain has changed.
 */
export async function workflowBundle(): Promise<string> {
  const file = join(cache, `${await hashOfSources(sources)}.js`);
  if (existsSync(file)) return file;
  const { writeWorkflowBundle } = await import('@evict/case-worker/bundle'); // takes a second to load
  await mkdir(cache, { recursive: true });
  await removeOldBundles();
  const unfinished = `${file}.${process.pid}`;
  await writeWorkflowBundle(unfinished, quiet);
  await rename(unfinished, file);
  return file;
}

/**
 * Removes bundles that are older than a day. A newer one may be in use by a run that was started with earlier sources.
 */
async function removeOldBundles(): Promise<void> {
  for (const name of await readdir(cache)) {
    const file = join(cache, name);
    const { mtimeMs } = await stat(file);
    if (Date.now() - mtimeMs > DAY_MS) await rm(file, { force: true });
  }
}

const quiet = {
  log() {},
  trace() {},
  debug() {},
  info() {},
  warn: (message: string) => console.warn(message),
  error: (message: string) => console.error(message),
};
