import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

/** What a program prints that runs beside the renderer in a new process, in another time zone and language. */
export function runElsewhere(program: string): string {
  const tsx = createRequire(import.meta.url).resolve('tsx');
  return execFileSync(process.execPath, ['--import', tsx, '--input-type=module', '--eval', program], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    env: { TZ: 'Asia/Kolkata', LANG: 'de_DE.UTF-8' },
    encoding: 'utf8',
  });
}
