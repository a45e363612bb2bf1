import { existsSync, globSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathOf } from '../files.ts';
import { licenseOfText } from './of-text.ts';

/** A package of the registry that a process or a page contains. */
export interface NpmPackage {
  name: string;
  version: string;
  /** An SPDX expression; null if neither the package's description nor its texts say one. */
  license: string | null;
}

interface Manifest {
  name: string;
  version?: string;
  license?: unknown;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

/** Every package that the processes load, and that the pages of the website contain, with all that those depend on. */
export function productionPackages(): NpmPackage[] {
  const found = new Map<string, Manifest>();
  const walk = (folder: string) => {
    const real = realpathSync(folder);
    if (found.has(real)) return;
    const manifest = JSON.parse(readFileSync(join(real, 'package.json'), 'utf8')) as Manifest;
    found.set(real, manifest);
    for (const name of Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies })) {
      const dependency = resolve(name, real);
      // One of another platform is not installed.
      if (dependency === null && manifest.optionalDependencies?.[name] === undefined)
        throw new Error(`${name} of ${manifest.name} is not installed`);
      if (dependency !== null) walk(dependency);
    }
  };
  for (const service of readdirSync(pathOf('services'))) walk(pathOf(`services/${service}`));
  for (const name of importedByPages()) walk(resolve(name, pathOf('services/website')) ?? name);
  return [...found]
    .filter(([, { name }]) => !name.startsWith('@evict/'))
    .map(([folder, { name, version = '', license }]) => ({ name, version, license: licenseOf(license, folder) }));
}

/** The folder of a package as Node finds it from another one. */
function resolve(name: string, from: string): string | null {
  const candidate = join(from, 'node_modules', name);
  if (existsSync(candidate)) return candidate;
  return dirname(from) === from ? null : resolve(name, dirname(from));
}

function importedByPages(): Set<string> {
  const sources = globSync('services/website/web/src/**/*.{ts,tsx}', { cwd: pathOf('.') });
  const texts = sources.filter((name) => !/\.test\.tsx?$/.test(name)).map((name) => readFileSync(pathOf(name), 'utf8'));
  const imports = texts.flatMap((text) => [...text.matchAll(/(?:from |import |import\()'((?:@[\w-]+\/)?[\w-]+)/g)]);
  return new Set(imports.map(([, name = '']) => name).filter((name) => !name.startsWith('@evict/')));
}

function licenseOf(declared: unknown, folder: string): string | null {
  if (typeof declared === 'string' && !declared.startsWith('SEE ')) return declared;
  const texts = readdirSync(folder).filter((name) => /^licen[cs]e/i.test(name));
  const known = texts.flatMap((name) => licenseOfText(readFileSync(join(folder, name), 'utf8')) ?? []);
  return known.length === 0 ? null : [...new Set(known)].join(' AND ');
}
