import { json } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import type { Route } from '@evict/contract';
import type { createGatewayClient } from '@evict/http/gateway-client';

/** Who calls: the gateways authenticate them, and count and record what they do, as if they had called directly. */
export interface Agent {
  authorization: string;
  clientAddress: string;
  requestId: string;
  signal: AbortSignal;
}

export interface Answer {
  status: number;
  retryAfter: string | null;
  /** Null for an empty response. */
  body: unknown;
}

export type Upstream = ReturnType<typeof createUpstream>;

/**
 * Sends an agent's requests to the gateways. Each says that an agent sends it, which the customer gateway takes for a wish
 * to be restricted: a person then has to confirm what only a person decides.
 */
export function createUpstream(client: ReturnType<typeof createGatewayClient>) {
  return async function ask(
    agent: Agent,
    { gateway, method, auth }: Pick<Route, 'gateway' | 'method' | 'auth'>,
    path: string,
    { body, idempotencyKey }: { body?: unknown; idempotencyKey?: string | undefined } = {},
  ): Promise<Answer> {
    const text = body === undefined ? null : Buffer.from(JSON.stringify(body));
    const response = await client.send({
      gateway,
      method,
      path,
      clientAddress: agent.clientAddress,
      signal: agent.signal,
      body: text && Readable.from([text]),
      headers: {
        accept: 'application/json',
        'x-request-id': agent.requestId,
        'x-confirm': 'required',
        ...(auth !== 'none' && { authorization: agent.authorization }),
        ...(text && { 'content-type': 'application/json', 'content-length': String(text.length) }),
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      },
    });
    return {
      status: response.statusCode ?? 502,
      retryAfter: response.headers['retry-after'] ?? null,
      body: response.headers['content-length'] === '0' || response.statusCode === 204 ? null : await json(response),
    };
  };
}
