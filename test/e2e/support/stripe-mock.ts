import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { freePort } from '@evict/local';
import { goProgram } from '@evict/local/go';
import { vi } from 'vitest';

const source = fileURLToPath(new URL('../../stripe-mock', import.meta.url));

/** The official mock, which checks every request against Stripe's own description and is stateless. */
interface StripeMock {
  url: string;
  stop: () => void;
}

/**
 * Starts Stripe's mock server, built from its pinned Go modules on first use. Null if it cannot be built, because Go or
 * its modules are missing.
 */
export async function startStripeMock(env: NodeJS.ProcessEnv): Promise<StripeMock | null> {
  const program = await goProgram(source, 'github.com/stripe/stripe-mock', env).catch(() => null);
  if (program === null) return null;
  const port = await freePort();
  const tlsPort = await freePort(new Set([port]));
  const local = (at: number) => `127.0.0.1:${at}`;
  const mock = spawn(program, ['-http-addr', local(port), '-https-addr', local(tlsPort)], { stdio: 'ignore' });
  const stop = () => void mock.kill();
  process.once('exit', stop);
  const url = `http://${local(port)}`;
  const responses = () =>
    fetch(url).then(
      () => true,
      () => false,
    );
  await vi.waitUntil(responses, { timeout: 60_000, interval: 50 });
  return {
    url,
    stop() {
      process.off('exit', stop);
      stop();
    },
  };
}
