import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pageData } from './page-data.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const web = join(root, 'services/website/web');
const cache = join(root, 'node_modules/.cache/website');
const DAY_MS = 86_400_000;

/**
 * The folder of the built pages. They are built again, which takes a few seconds, only if a source, a dependency or the
 * version of Node has changed.
 */
export async function builtPages(): Promise<string> {
  const folder = join(cache, await hashOfSources());
  if (existsSync(folder)) return folder;
  await mkdir(cache, { recursive: true });
  await removeOldBuilds();
  const unfinished = `${folder}.${process.pid}`;
  await buildPages(unfinished);
  await rename(unfinished, folder).catch(() => rm(unfinished, { recursive: true })); // another start was quicker
  return folder;
}

/** Builds the pages into a folder: those of production, whatever the process around it is. */
export async function buildPages(outDir: string): Promise<void> {
  const { build } = await import('vite'); // a warm start does without it
  const configFile = join(web, 'vite.config.ts');
  const { NODE_ENV } = process.env;
  process.env['NODE_ENV'] = 'production'; // that of a test would build React for development
  try {
    await build({ root: web, configFile, logLevel: 'warn', build: { outDir, emptyOutDir: true } });
  } finally {
    if (NODE_ENV === undefined) delete process.env['NODE_ENV'];
    else process.env['NODE_ENV'] = NODE_ENV;
  }
}

/** Builds that no start can be using any more. */
async function removeOldBuilds(): Promise<void> {
  for (const name of await readdir(cache)) {
    const folder = join(cache, name);
    const { mtimeMs } = await stat(folder);
    if (Date.now() - mtimeMs > DAY_MS) await rm(folder, { recursive: true, force: true });
  }
}

async function hashOfSources(): Promise<string> {
  const entries = await readdir(web, { recursive: true, withFileTypes: true });
  const sources = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const hash = createHash('sha256').update(process.version).update(JSON.stringify(pageData));
  const others = ['pnpm-lock.yaml', 'packages/client/src/retry.ts'].map((path) => join(root, path));
  for (const file of [...sources.sort(), ...others, import.meta.filename]) {
    const bytes = await readFile(file);
    hash.update(`\0${relative(root, file)}\0${bytes.length}\0`).update(bytes);
  }
  return hash.digest('hex').slice(0, 16);
}
