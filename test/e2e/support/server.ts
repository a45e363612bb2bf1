import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, vi } from 'vitest';

/** Starts a server, waits until it responds at the URL, and kills it after the last test of the file. */
export async function startServer(
  program: string,
  { args, env, url }: { args: readonly string[]; env: NodeJS.ProcessEnv; url: string },
): Promise<void> {
  const server = spawn(program, args, { env, stdio: 'ignore' });
  const exited = once(server, 'exit');
  const kill = () => void server.kill('SIGKILL');
  process.once('exit', kill);
  afterAll(async () => {
    process.off('exit', kill);
    kill();
    await exited;
  });
  const responds = () =>
    fetch(url).then(
      () => true,
      () => false,
    );
  await vi.waitUntil(responds, { timeout: 60_000, interval: 20 });
}
