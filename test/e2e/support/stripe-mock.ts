import { freePort } from '@evict/local';
import { startGoServer } from './go-server.ts';

/**
 * Starts Stripe's official mock server, which checks every request against Stripe's API specification and stores
 * nothing. Returns null if Go isn't installed.
 */
export async function startStripeMock(env: NodeJS.ProcessEnv): Promise<{ url: string } | null> {
  const port = await freePort();
  const tlsPort = await freePort(new Set([port]));
  const url = `http://127.0.0.1:${port}`;
  const args = ['-http-addr', `127.0.0.1:${port}`, '-https-addr', `127.0.0.1:${tlsPort}`];
  const module = 'github.com/stripe/stripe-mock';
  const isUp = await startGoServer({ folder: 'stripe-mock', module, args, env, url });
  return isUp ? { url } : null;
}
