/** Builds the publishable package in `dist`: JavaScript, types, description, README and license. */
import { execFileSync } from 'node:child_process';
import { copyFileSync, rmSync, writeFileSync } from 'node:fs';
import description from './package.json' with { type: 'json' };

await import('./src/generate/main.ts');
process.chdir(import.meta.dirname);
rmSync('dist', { recursive: true, force: true });
execFileSync('node_modules/.bin/tsc', ['-p', 'tsconfig.build.json'], { stdio: 'inherit' });
copyFileSync('README.md', 'dist/README.md');
copyFileSync('../../LICENSE', 'dist/LICENSE');
const published = {
  name: description.name,
  version: description.version,
  description: 'Client of the Eviction Case Service API',
  license: description.license,
  type: 'module',
  sideEffects: false,
  engines: { node: '>=20.3' },
  exports: { '.': { types: './index.d.ts', default: './index.js' } },
};
writeFileSync('dist/package.json', JSON.stringify(published, null, 2));
