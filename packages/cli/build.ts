/** Builds the npm package `eviction-case` in `dist`: JavaScript with its dependencies, README and license. */
import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import description from './package.json' with { type: 'json' };

await import('../client/build.ts');
process.chdir(import.meta.dirname);
rmSync('dist', { recursive: true, force: true });
execFileSync('node_modules/.bin/tsc', ['-p', 'tsconfig.build.json'], { stdio: 'inherit' });
copyFileSync('README.md', 'dist/README.md');
copyFileSync('../../LICENSE', 'dist/LICENSE');
// Packages that are bundled, so that `npx` fetches only one archive.
const bundled = { '@evict/client': '../client/dist', commander: realpathSync('node_modules/commander') };
const dependencies = Object.entries(bundled).map(([name, folder]) => {
  cpSync(folder, `dist/node_modules/${name}`, { recursive: true });
  const { version } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')) as { version: string };
  return [name, version];
});
const published = {
  name: 'eviction-case',
  version: description.version,
  description: 'The command line of the Eviction Case Service',
  license: description.license,
  type: 'module',
  engines: { node: '>=20.10' },
  bin: { 'eviction-case': 'lib/main.js' },
  dependencies: Object.fromEntries(dependencies),
  bundleDependencies: Object.keys(bundled),
};
writeFileSync('dist/package.json', JSON.stringify(published, null, 2));
