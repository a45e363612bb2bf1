import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createStripeAccount, type StripeAccount, StripeRefusal } from './stripe-account.ts';

/**
 * A fault of the server, for every request until it is changed. `down`: connections are dropped unread;
 * `lost_responses`: the work is done and the connection dropped; `failing`: 500, stored for its idempotency key;
 * `limited`: 429; `locked`: 401.
 */
type Fault = 'down' | 'lost_responses' | 'failing' | 'limited' | 'locked' | null;

export interface TestStripe {
  /** Its address, for STRIPE_API_BASE. */
  url: string;
  secretKey: string;
  /** Its sessions, payments and refunds. */
  account: StripeAccount;
  /** Its requests, as `POST /v1/refunds`, oldest first. */
  requests: string[];
  setFault: (fault: Fault) => void;
  stop: () => Promise<void>;
}

interface Kept {
  request: string;
  response: StripeResponse | null;
}

interface StripeResponse {
  status: number;
  body: object;
}

/** A server that implements the part of Stripe's protocol that the service uses, and records its requests. */
export async function startTestStripe(): Promise<TestStripe> {
  const account = createStripeAccount();
  const requests: string[] = [];
  const kept = new Map<string, Kept>();
  const secretKey = 'sk_test_of_the_testkit';
  let fault: Fault = null;

  const server = createServer((req, res) => {
    serve(req, res).catch(() => res.destroy());
  });

  async function serve(req: IncomingMessage, res: ServerResponse): Promise<void> {
    if (fault === 'down') return void res.destroy();
    const body = await textOf(req);
    const request = `${req.method} ${req.url}`;
    requests.push(request);
    const key = req.headers['idempotency-key'];
    const isKept = req.method === 'POST' && typeof key === 'string';
    const { response, isReplay } = isKept
      ? await underKey(key, `${request} ${body}`, () => perform(req, body))
      : { response: perform(req, body), isReplay: false };
    if (fault === 'lost_responses') return void res.destroy();
    res.writeHead(response.status, {
      'content-type': 'application/json',
      ...(isReplay && { 'idempotent-replayed': 'true' }),
      // As Stripe does: a stored failure would only be repeated.
      ...(response.status === 500 && { 'stripe-should-retry': 'false' }),
    });
    res.end(JSON.stringify(response.body));
  }

  function perform(req: IncomingMessage, body: string): StripeResponse {
    if (fault === 'locked' || req.headers.authorization !== `Bearer ${secretKey}`) {
      return refusal(401, 'invalid_request_error', undefined);
    }
    if (fault === 'limited') return refusal(429, 'invalid_request_error', 'rate_limit');
    if (fault === 'failing') return refusal(500, 'api_error', undefined);
    try {
      const { pathname, searchParams } = new URL(req.url ?? '', 'http://localhost');
      const params = req.method === 'GET' ? searchParams : new URLSearchParams(body);
      return { status: 200, body: account.call(`${req.method} ${pathname}`, params) };
    } catch (error) {
      if (error instanceof StripeRefusal) return refusal(error.status, 'invalid_request_error', error.code);
      throw error;
    }
  }

  /** The first response is repeated for the same request; failures of validation, limits and locks are not stored. */
  async function underKey(key: string, request: string, work: () => StripeResponse) {
    const known = kept.get(key);
    if (known && known.request !== request) {
      return { response: refusal(400, 'idempotency_error', undefined), isReplay: false };
    }
    if (known?.response) return { response: known.response, isReplay: true };
    if (known) return { response: refusal(409, 'invalid_request_error', 'idempotency_key_in_use'), isReplay: false };
    const entry: Kept = { request, response: null };
    kept.set(key, entry);
    // Long enough for a concurrent request to find the key in use.
    await new Promise(setImmediate);
    const response = work();
    if (response.status === 200 || response.status === 500) entry.response = response;
    else kept.delete(key);
    return { response, isReplay: false };
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    secretKey,
    account,
    requests,
    setFault(next) {
      fault = next;
    },
    async stop() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function refusal(status: number, type: string, code: string | undefined): StripeResponse {
  return { status, body: { error: { type, code, message: 'Refused.' } } };
}

async function textOf(req: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
