import { existsSync, globSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { pathOf, readText } from './files.ts';

/** What a production dependency may have. */
const allowed = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Bitstream-Vera', // fonts of the papers
  'BlueOak-1.0.0',
  'CC-BY-4.0', // data about browsers
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1', // a font of the case summary
  'Unlicense',
];

/** Packages that state theirs in a text alone, with the version that was read. */
const byText: Readonly<Record<string, string>> = {
  'dejavu-fonts-ttf@2.37.3': 'Bitstream-Vera',
  'png-js@2.0.0': 'MIT',
  'unionfs@4.6.0': 'Unlicense',
};

interface Manifest {
  name: string;
  version: string;
  license?: unknown;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

test('every package of a process or a page has a license that is allowed', () => {
  const packages = productionPackages();
  const names = packages.map(({ name }) => name);
  // Of a process, of a package that one depends on, of a library's own, and of the pages.
  expect(names).toEqual(expect.arrayContaining(['koa', 'pg', 'dejavu-fonts-ttf', 'pg-types', 'react', 'pdfjs-dist']));
  expect(names).not.toContain('vitest');
  const licenses = packages.map(({ name, version, license }) => {
    const known = byText[`${name}@${version}`] ?? license;
    return { package: `${name}@${version}`, license: typeof known === 'string' ? known : 'none' };
  });
  expect(licenses.filter(({ license }) => !isAllowed(license))).toEqual([]);
});

test.each([
  ['(MIT OR GPL-3.0)', true],
  ['Apache-2.0 AND MIT', true],
  ['MIT AND GPL-3.0', false],
  ['AGPL-3.0', false],
])('%s: allowed %s', (expression, expected) => {
  expect(isAllowed(expression)).toBe(expected);
});

test('the project, its clients and its image bear the license and the version of the changelog', () => {
  const [, version] = /^## \[(\d+\.\d+\.\d+)\]/m.exec(readText('CHANGELOG.md')) ?? [];
  for (const name of ['package.json', 'packages/client/package.json', 'packages/cli/package.json'])
    expect(JSON.parse(readText(name)), name).toMatchObject({ version, license: 'Apache-2.0' });
  const python = readText('packages/client-python/pyproject.toml');
  expect(python).toContain(`version = "${version}"`);
  expect(python).toContain('license = "Apache-2.0"');
  expect(readText('deploy/images/Dockerfile')).toContain(`image.version="${version}"`);
  expect(readText('deploy/kubernetes/overlays/example/kustomization.yaml')).toContain(`newTag: '${version}'`);
});

/** Whether an SPDX expression (`MIT`, `A AND B`, `(A OR B)`) is covered. */
function isAllowed(expression: string): boolean {
  const parts = (operator: string) => expression.replace(/^\((.*)\)$/, '$1').split(` ${operator} `);
  if (parts('OR').length > 1) return parts('OR').some(isAllowed);
  if (parts('AND').length > 1) return parts('AND').every(isAllowed);
  return allowed.includes(expression);
}

/** Every package that the processes load, and that the pages of the website contain, with all that those depend on. */
function productionPackages(): Manifest[] {
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
  return [...found.values()].filter(({ name }) => !name.startsWith('@evict/'));
}

/** The folder of a package as Node finds it from another one. */
function resolve(name: string, from: string): string | null {
  const candidate = join(from, 'node_modules', name);
  if (existsSync(candidate)) return candidate;
  return dirname(from) === from ? null : resolve(name, dirname(from));
}

function importedByPages(): Set<string> {
  const sources = globSync('services/website/web/src/**/*.{ts,tsx}', { cwd: pathOf('.') });
  const texts = sources.filter((name) => !/\.test\.tsx?$/.test(name)).map((name) => readText(name));
  const imports = texts.flatMap((text) => [...text.matchAll(/(?:from |import |import\()'((?:@[\w-]+\/)?[\w-]+)/g)]);
  return new Set(imports.map(([, name = '']) => name).filter((name) => !name.startsWith('@evict/')));
}
