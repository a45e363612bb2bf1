import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Runs a program in a new process, in another time zone and language. Returns its output. */
export function runElsewhere(program: string): string {
  return execFileSync(process.execPath, ['--input-type=module-typescript', '--eval', program], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    env: { TZ: 'Asia/Kolkata', LANG: 'de_DE.UTF-8' },
    encoding: 'utf8',
  });
}
