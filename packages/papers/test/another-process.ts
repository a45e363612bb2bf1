import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The output of a program that runs in a new process, in another time zone and language. */
export function runElsewhere(program: string): string {
  return execFileSync(process.execPath, ['--input-type=module-typescript', '--eval', program], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    env: { TZ: 'Asia/Kolkata', LANG: 'de_DE.UTF-8' },
    encoding: 'utf8',
  });
}
