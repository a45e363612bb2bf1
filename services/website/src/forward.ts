import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { Route } from '@evict/contract';
import { createGatewayClient, type GatewayAddresses } from '@evict/http/gateway-client';
import type { Context } from 'koa';
import { dataPolicy } from './policy.ts';

interface Outgoing {
  gateway: Route['gateway'];
  /** With its query. */
  path: string;
  token: string | null;
}

/** A small response that was read whole. */
export interface ReadResponse {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

const toGateway = [
  'accept',
  'content-type',
  'content-length',
  'idempotency-key',
  'x-service-mode',
  'if-none-match',
  'user-agent',
];
const toPage = ['content-type', 'content-length', 'content-disposition', 'etag', 'retry-after', 'idempotent-replayed'];
/** Sends requests to the gateways. Only named headers pass, in both directions, and bodies are streamed. */
export function createForwarder(gateways: GatewayAddresses) {
  const client = createGatewayClient(gateways);
  return { forward, read, ask, close: client.close };

  /** Responds with what the gateway responds. A refused credential is reported first, so that its cookie can end. */
  async function forward(ctx: Context, outgoing: Outgoing, onRefused: () => void): Promise<void> {
    const response = await send(ctx, outgoing, ctx.req);
    if (response.statusCode === 401) {
      const refusal = await whole(response);
      if (refusal.body.includes('"unauthenticated"')) onRefused();
      return respond(ctx, refusal);
    }
    ctx.status = response.statusCode ?? 502;
    ctx.set({ ...pick(response.headers, toPage), 'Content-Security-Policy': dataPolicy });
    ctx.respond = false;
    ctx.res.writeHead(ctx.status);
    // A response that breaks off must break off for the page too.
    await pipeline(response, ctx.res).catch(() => ctx.res.destroy());
  }

  /** The response of the gateway, read whole: for small ones that the page does not get as they are. */
  async function read(ctx: Context, outgoing: Outgoing): Promise<ReadResponse> {
    return whole(await send(ctx, outgoing, ctx.req));
  }

  /** The response to a POST of the website, without a body. */
  async function ask(ctx: Context, outgoing: Outgoing): Promise<ReadResponse> {
    return whole(await send(ctx, outgoing, null, 'POST'));
  }

  /** Sends the request of the page with its body, or one of the website's own without a body. */
  async function send(
    ctx: Context,
    { gateway, path, token }: Outgoing,
    body: Readable | null,
    method: string = ctx.method,
  ): Promise<IncomingMessage> {
    const clientAddress: string = ctx.state['clientAddress'];
    const headers: Record<string, string> = {
      ...(body ? pick(ctx.req.headers, toGateway) : { accept: 'application/json' }),
      'x-request-id': ctx.state['requestId'],
      ...(token !== null && { authorization: `Bearer ${token}` }),
    };
    const stop = new AbortController();
    ctx.res.once('close', () => stop.abort()); // the page has left; harmless after the end of the response
    return client.send({ gateway, method, path, headers, clientAddress, body, signal: stop.signal });
  }
}

/** Sends a response that was read whole. */
export function respond(ctx: Context, { status, headers, body }: ReadResponse): void {
  ctx.status = status;
  ctx.set({ ...pick(headers, toPage), 'Content-Security-Policy': dataPolicy });
  if (status === 204) return;
  ctx.body = body;
  ctx.length = body.length;
}

async function whole(response: IncomingMessage): Promise<ReadResponse> {
  const body = await buffer(response);
  return { status: response.statusCode ?? 502, headers: response.headers, body };
}

function pick(headers: IncomingHttpHeaders, names: readonly string[]): Record<string, string> {
  const present = names.filter((name) => headers[name] !== undefined);
  return Object.fromEntries(present.map((name) => [name, String(headers[name])]));
}
