import { freePort } from '@evict/local';
import { stripeMockProgram } from '@evict/local/test-servers';
import { startServer } from './server.ts';

/**
 * Starts Stripe's official mock server, which checks every request against Stripe's API specification and stores
 * nothing. If Go isn't installed, prints the reason and returns null.
 */
export async function startStripeMock(env: NodeJS.ProcessEnv): Promise<{ url: string } | null> {
  const program = await stripeMockProgram(env, console.log);
  if (program === null) {
    console.log('Skipped, since there is no Go to build stripe-mock.');
    return null;
  }
  const port = await freePort();
  const tlsPort = await freePort(new Set([port]));
  const url = `http://127.0.0.1:${port}`;
  const args = ['-http-addr', `127.0.0.1:${port}`, '-https-addr', `127.0.0.1:${tlsPort}`];
  await startServer(program, { args, env, url });
  return { url };
}
