import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { checkoutPage, createStripeAccount, createStripeProtocol, StripeRefusal, textOf } from '@evict/local/payments';

/**
 * How every request fails until this is changed. `down`: connections are dropped unread. `lost_responses`: the work is
 * done, but the connection is dropped. `failing`: 500, stored for its idempotency key. `limited`: 429. `locked`: 401.
 */
type Fault = 'down' | 'lost_responses' | 'failing' | 'limited' | 'locked' | null;

export type TestStripe = Awaited<ReturnType<typeof startTestStripe>>;

/**
 * Starts a server that implements the part of Stripe's protocol that the product uses, and records its requests. Its
 * checkout pages are on a different site from the website under test.
 */
export async function startTestStripe() {
  const requests: string[] = [];
  const secretKey = 'sk_test_of_the_testkit';
  let fault: Fault = null;

  const server = createServer((req, res) => {
    serve(req, res).catch(() => res.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const account = createStripeAccount(`http://localhost:${port}`);

  const respond = createStripeProtocol({
    secretKey,
    call(request, params) {
      if (fault === 'locked') throw new StripeRefusal(401);
      if (fault === 'limited') throw new StripeRefusal(429, 'rate_limit');
      if (fault === 'failing') throw new StripeRefusal(500);
      return account.call(request, params);
    },
  });
  async function serve(req: IncomingMessage, res: ServerResponse): Promise<void> {
    if (fault === 'down') return void res.destroy();
    const [, id] = /^\/c\/pay\/(\w+)$/.exec(req.url ?? '') ?? [];
    if (id !== undefined) return servePage(req, res, id);
    const body = await textOf(req);
    requests.push(`${req.method} ${req.url}`);
    const response = await respond(req, body);
    if (fault === 'lost_responses') return void res.destroy();
    res.writeHead(response.status, response.headers).end(response.body);
  }

  /** GET shows the page; POST is a click on "Pay". */
  function servePage({ method }: IncomingMessage, res: ServerResponse, id: string): void {
    const session = account.sessions.find((one) => one.id === id);
    if (!session) return void res.writeHead(404).end();
    if (method === 'POST' && session.status === 'open') account.pay(id);
    res.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(checkoutPage(session));
  }

  return {
    /** The server's URL, for STRIPE_API_BASE. */
    url: `http://127.0.0.1:${port}`,
    secretKey,
    /** The account's sessions, payments and refunds. */
    account,
    /** The received requests, such as `POST /v1/refunds`, oldest first. */
    requests,
    setFault: (next: Fault) => void (fault = next),
    async stop(): Promise<void> {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
