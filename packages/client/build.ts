/** Builds the package that can be published, in `dist`: JavaScript, types, its description, README and license. */
import { execFile } from 'node:child_process';
import { copyFile, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const here = fileURLToPath(new URL('.', import.meta.url));
const dist = join(here, 'dist');

await rm(dist, { recursive: true, force: true });
const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin', 'tsc');
await promisify(execFile)(process.execPath, [compiler, '-p', join(here, 'tsconfig.build.json')]);
await copyFile(join(here, 'README.md'), join(dist, 'README.md'));
await copyFile(join(here, '../../LICENSE'), join(dist, 'LICENSE'));

const { name, version } = JSON.parse(await readFile(join(here, 'package.json'), 'utf8')) as Record<string, string>;
const published = {
  name,
  version,
  description: 'Client of the Eviction Case Service API',
  license: 'Apache-2.0',
  type: 'module',
  sideEffects: false,
  engines: { node: '>=20.3' },
  exports: { '.': { types: './index.d.ts', default: './index.js' } },
};
await writeFile(join(dist, 'package.json'), `${JSON.stringify(published, null, 2)}\n`);
