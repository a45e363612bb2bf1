import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pythonEnvironment } from '@evict/local/python';

const requirements = fileURLToPath(new URL('requirements.txt', import.meta.url));

/** The program `st`, installed under the cache folder when it is not there yet. Throws CannotStart without Python. */
export async function schemathesis(env: NodeJS.ProcessEnv): Promise<string> {
  const packages = { name: 'schemathesis', requirements, oldest: '3.10' };
  return join(await pythonEnvironment(packages, env, console.log), 'bin', 'st');
}
