import { execFile } from 'node:child_process';
import { symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { pythonEnvironment } from '@evict/local/python';

const requirements = fileURLToPath(new URL('requirements.txt', import.meta.url));

/** Installs a Python environment with mypy and flit, and returns its folder. */
export async function pythonTools(env: NodeJS.ProcessEnv): Promise<string> {
  return pythonEnvironment({ name: 'python-client-tools', requirements, oldest: '3.10' }, env, console.log);
}

/** Type-checks `main.ts` in a folder with Node's types, and returns what the compiler prints. */
export async function compile(folder: string, options: object): Promise<string> {
  await symlink(dirname(folderOf('@types/node')), join(folder, 'types'));
  const fixed = { strict: true, noEmit: true, module: 'nodenext', typeRoots: ['./types'], types: ['node'] };
  const settings = { compilerOptions: { ...fixed, ...options }, files: ['main.ts'] };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(settings));
  const compiler = join(folderOf('typescript'), 'bin', 'tsc');
  const compiled = promisify(execFile)(process.execPath, [compiler, '-p', folder]);
  const { stdout } = await compiled.catch((error: { stdout: string }) => error);
  return stdout;
}

function folderOf(name: string): string {
  return dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));
}
