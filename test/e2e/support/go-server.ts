import { spawn } from 'node:child_process';
import { goProgram } from '@evict/local/go';
import { afterAll, vi } from 'vitest';

interface GoServer {
  /** The folder under test/ that pins the module's version. It is named after the program. */
  folder: string;
  module: string;
  args: readonly string[];
  env: NodeJS.ProcessEnv;
  /** The URL at which the server responds once it is up. */
  url: string;
}

/**
 * Starts a server that is built from its pinned Go modules on first use, and stops it after the last test of the file.
 * If Go isn't installed, prints the reason and returns false.
 */
export async function startGoServer({ folder, module, args, env, url }: GoServer): Promise<boolean> {
  const source = new URL(`../../${folder}`, import.meta.url).pathname;
  const program = await goProgram(source, module, env).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    console.log(`Skipped, since there is no Go to build ${folder}.`);
    return null;
  });
  if (program === null) return false;
  const server = spawn(program, args, { env, stdio: 'ignore' });
  const stop = () => void server.kill();
  process.once('exit', stop);
  afterAll(() => {
    process.off('exit', stop);
    stop();
  });
  const responds = () =>
    fetch(url).then(
      () => true,
      () => false,
    );
  await vi.waitUntil(responds, { timeout: 60_000, interval: 20 });
  return true;
}
