import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export interface Program<Ready> {
  child: ChildProcess;
  /** The first message that the program sends. */
  ready: Ready;
  stop: () => Promise<void>;
}

/**
 * Starts a part of a scenario in its own process. The program reports when it is ready, and ends when its parent
 * disconnects.
 */
export async function startProgram<Ready>(
  file: URL,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<Program<Ready>> {
  const child = fork(fileURLToPath(file), args, { env: { ...process.env, ...env } });
  const ended = once(child, 'exit');
  const failed = ended.then(([code]) => {
    throw new Error(`${file.pathname} ended with ${code} before it was ready`);
  });
  const [ready] = (await Promise.race([once(child, 'message'), failed])) as [Ready];
  failed.catch(() => {}); // an exit after this point isn't a failure
  return {
    child,
    ready,
    async stop() {
      if (child.connected) child.disconnect();
      await ended;
    },
  };
}
