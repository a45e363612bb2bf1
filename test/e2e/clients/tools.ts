import { fileURLToPath } from 'node:url';
import { pythonEnvironment } from '@evict/local/python';

const requirements = fileURLToPath(new URL('requirements.txt', import.meta.url));

/** A Python environment with mypy, flit and openapi-python-client; resolves to its folder. */
export async function pythonTools(env: NodeJS.ProcessEnv): Promise<string> {
  return pythonEnvironment({ name: 'python-client-tools', requirements, oldest: '3.10' }, env, console.log);
}
