import type { IncomingMessage } from 'node:http';
import { StripeRefusal } from './account.ts';

export interface StripeResponse {
  status: number;
  headers: Record<string, string>;
  /** The body as JSON. */
  body: string;
}

export interface ProtocolOptions {
  secretKey: string;
  /** Performs a request, for example `POST /v1/refunds`. Throws StripeRefusal. */
  call: (request: string, params: URLSearchParams) => object;
}

interface Outcome {
  status: number;
  body: object;
}

interface Kept {
  request: string;
  outcome: Outcome | null;
}

/**
 * Creates a function that responds to requests like Stripe, with its authentication, form encoding, errors and
 * idempotency keys.
 */
export function createStripeProtocol({ secretKey, call }: ProtocolOptions) {
  const kept = new Map<string, Kept>();

  function perform({ method, url = '', headers }: IncomingMessage, body: string): Outcome {
    if (headers.authorization !== `Bearer ${secretKey}`) return refusal(new StripeRefusal(401));
    try {
      const { pathname, searchParams } = new URL(url, 'http://localhost');
      const params = method === 'GET' ? searchParams : new URLSearchParams(body);
      return { status: 200, body: call(`${method} ${pathname}`, params) };
    } catch (error) {
      if (error instanceof StripeRefusal) return refusal(error);
      throw error;
    }
  }

  /**
   * Performs a request unless its key already has a stored response. Like Stripe, stores only successes and server
   * errors.
   */
  async function underKey(key: string, request: string, work: () => Outcome) {
    const known = kept.get(key);
    if (known && known.request !== request) {
      return { outcome: refusal(new StripeRefusal(400), 'idempotency_error'), isReplay: false };
    }
    if (known?.outcome) return { outcome: known.outcome, isReplay: true };
    if (known) return { outcome: refusal(new StripeRefusal(409, 'idempotency_key_in_use')), isReplay: false };
    const entry: Kept = { request, outcome: null };
    kept.set(key, entry);
    // Lets a concurrent request with the same key find it in use.
    await new Promise(setImmediate);
    const outcome = work();
    if (outcome.status === 200 || outcome.status === 500) entry.outcome = outcome;
    else kept.delete(key);
    return { outcome, isReplay: false };
  }

  return async function respond(request: IncomingMessage, body: string): Promise<StripeResponse> {
    const key = request.headers['idempotency-key'];
    const isKept = request.method === 'POST' && typeof key === 'string';
    const { outcome, isReplay } = isKept
      ? await underKey(key, `${request.method} ${request.url} ${body}`, () => perform(request, body))
      : { outcome: perform(request, body), isReplay: false };
    return {
      status: outcome.status,
      headers: {
        'content-type': 'application/json',
        ...(isReplay && { 'idempotent-replayed': 'true' }),
        // Stripe also sends this, because a retry would only return the stored failure.
        ...(outcome.status === 500 && { 'stripe-should-retry': 'false' }),
      },
      body: JSON.stringify(outcome.body),
    };
  };
}

/** Reads a request's body as a string. */
export async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

function refusal(
  { status, code }: StripeRefusal,
  type = status < 500 ? 'invalid_request_error' : 'api_error',
): Outcome {
  return { status, body: { error: { type, code, message: 'Refused.' } } };
}
