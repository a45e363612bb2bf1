import { createHash } from 'node:crypto';
import { existsSync, globSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const web = join(root, 'packages/website/web');
const cache = join(root, 'node_modules/.cache/website');
const DAY_MS = 86_400_000;

/** The files that affect the built pages. Listing too many only causes an unneeded build now and then. */
const sources = [
  'pnpm-lock.yaml',
  'packages/website/src/{build-pages,page-data}.ts',
  'packages/website/web/**/*.*',
  'packages/client/src/retry.ts',
  'packages/{contract,case-model,jurisdictions}/src/**/*.ts',
];

/**
 * Returns the folder with the built pages. Rebuilds them, which takes a few seconds, only if a source, a dependency or
 * the Node version has changed.
 */
export async function builtPages(): Promise<string> {
  const folder = join(cache, await hashOfSources());
  if (existsSync(folder)) return folder;
  await mkdir(cache, { recursive: true });
  await removeOldBuilds();
  const unfinished = `${folder}.${process.pid}`;
  await buildPages(unfinished);
  await rename(unfinished, folder).catch(() => rm(unfinished, { recursive: true })); // another process finished first
  return folder;
}

/** Builds the production pages into a folder, even if `NODE_ENV` says otherwise. */
export async function buildPages(outDir: string): Promise<void> {
  const { build } = await import('vite'); // a warm start doesn't need it
  const configFile = join(web, 'vite.config.ts');
  const { NODE_ENV } = process.env;
  process.env['NODE_ENV'] = 'production'; // with a test's value, Vite would build React for development
  try {
    await build({ root: web, configFile, logLevel: 'warn', build: { outDir, emptyOutDir: true } });
  } finally {
    if (NODE_ENV === undefined) delete process.env['NODE_ENV'];
    else process.env['NODE_ENV'] = NODE_ENV;
  }
}

/** Removes builds older than a day, which no running process can still be using. */
async function removeOldBuilds(): Promise<void> {
  for (const name of await readdir(cache)) {
    const folder = join(cache, name);
    const { mtimeMs } = await stat(folder);
    if (Date.now() - mtimeMs > DAY_MS) await rm(folder, { recursive: true, force: true });
  }
}

async function hashOfSources(): Promise<string> {
  const hash = createHash('sha256').update(process.version);
  for (const file of globSync(sources, { cwd: root, exclude: ['**/*.test.ts'] }).sort()) {
    const bytes = await readFile(join(root, file));
    hash.update(`\0${file}\0${bytes.length}\0`).update(bytes);
  }
  return hash.digest('hex').slice(0, 16);
}
