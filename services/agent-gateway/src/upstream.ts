import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { Route } from '@evict/contract';
import type { createGatewayClient } from '@evict/http/gateway-client';

/** Who calls: the gateways authenticate them, and count and record what they do, as if they had called directly. */
export interface Agent {
  authorization: string;
  clientAddress: string;
  requestId: string;
  signal: AbortSignal;
  /** Waits without holding a place among the calls that are worked on. */
  outside: <T>(wait: () => Promise<T>) => Promise<T>;
}

/** The longest message of an agent, and the longest answer to one, in bytes. */
export const maxMessageBytes = 1024 * 1024;

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
    agent: Omit<Agent, 'outside'>,
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
    const bytes = await whole(response);
    return {
      status: bytes ? (response.statusCode ?? 502) : 413,
      retryAfter: response.headers['retry-after'] ?? null,
      body: bytes ? (JSON.parse(bytes.toString() || 'null') as unknown) : { error: tooLarge },
    };
  };
}

const tooLarge = {
  code: 'payload_too_large',
  message: 'The answer is larger than 1 MB. Ask for less, for example with `limit`, or read it through the API.',
  details: null,
} as const;

/** The body of a response; null for one that is too large for a conversation. */
async function whole(response: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    length += chunk.length;
    // Leaving the loop destroys the response.
    if (length > maxMessageBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
