/**
 * Writes deploy/temporal/licenses.json: the licence of every module of deploy/temporal/go.mod, by the text that the
 * module carries. `node deploy/checks/src/licenses/record-go-modules.ts`, after a change of go.mod; it needs Go.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathOf } from '../files.ts';
import { goModules } from './go-modules.ts';
import { licenseOfText } from './of-text.ts';

const recorded = goModules().map((module) => [module, licenseOf(download(module))] as const);
writeFileSync(pathOf('deploy/temporal/licenses.json'), `${JSON.stringify(Object.fromEntries(recorded), null, 2)}\n`);

/** The folder of a module's sources. */
function download(module: string): string {
  const json = execFileSync('go', ['mod', 'download', '-json', module], {
    cwd: pathOf('deploy/temporal'),
    encoding: 'utf8',
  });
  return (JSON.parse(json) as { Dir: string }).Dir;
}

function licenseOf(folder: string): string {
  const names = readdirSync(folder).filter((name) => /^(licen[cs]e|copying)(?!.*\.go$)/i.test(name));
  const found = names.flatMap((name) => licenseOfText(readFileSync(join(folder, name), 'utf8')) ?? []);
  return found.length === 0 ? 'unknown' : [...new Set(found)].sort().join(' AND ');
}
