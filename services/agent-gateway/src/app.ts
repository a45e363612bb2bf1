import { hash } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { ApiError, invalidRequest, routes } from '@evict/contract';
import { credentialPrefixes, parseCredential } from '@evict/credentials';
import { checkBodyHeaders, createBodyReader, parseBody } from '@evict/http/body';
import { clientAddress } from '@evict/http/client-address';
import { createGatewayClient, type GatewayAddresses } from '@evict/http/gateway-client';
import { createRequestMiddleware } from '@evict/http/render';
import { Limiter, type Permit } from '@evict/limiter';
import type { Logger } from '@evict/telemetry';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import Koa, { type Context } from 'koa';
import { createMcpServer } from './mcp-server.ts';
import { type Agent, createUpstream, maxMessageBytes } from './upstream.ts';

export interface AgentGatewaySettings {
  gateways: Pick<GatewayAddresses, 'public' | 'customer'>;
  /** The only origin from which a browser may call. */
  websiteOrigin: string;
  /** Proxies of the deployment in front of this gateway. */
  proxyHops: number;
  logger: Logger;
}

export interface AgentGateway {
  handle: RequestListener;
  /** Closes the connections to the gateways. */
  close: () => void;
}

/**
 * The door for agents: MCP over streamable HTTP at `/mcp`, stateless. It has no rights of its own. What a tool does is a
 * request to the other gateways with the agent's own key, so that their limits, their idempotency and their audit apply.
 */
export function createAgentGateway({ gateways, websiteOrigin, proxyHops, logger }: AgentGatewaySettings): AgentGateway {
  const client = createGatewayClient(gateways);
  const ask = createUpstream(client);
  const read = createBodyReader(bodyRule);
  const present = new Limiter({ perKey: 4, maxPresent: 32, total: 32, maxWaitMs: 10_000 });
  const app = new Koa();
  app.silent = true;
  app.use(createRequestMiddleware(logger));
  app.use(async (ctx) => {
    if (ctx.path !== '/mcp') throw new ApiError('not_found');
    ctx.state['route'] = '/mcp';
    const origin = ctx.get('origin');
    if (origin !== '' && origin !== websiteOrigin) throw new ApiError('forbidden');
    if (ctx.method !== 'POST') return refuseMethod(ctx);
    const authorization = keyIn(ctx);
    await present.run(hash('sha256', authorization), (permit) => serve(ctx, authorization, permit));
  });
  const callback = app.callback();
  return { handle: (req, res) => void callback(req, res), close: client.close };

  async function serve(ctx: Context, authorization: string, { outside }: Permit): Promise<void> {
    const gone = new AbortController();
    ctx.res.once('close', () => gone.abort());
    const agent: Agent = {
      authorization,
      clientAddress: clientAddress(ctx.req, proxyHops),
      requestId: ctx.state['requestId'] as string,
      signal: gone.signal,
      outside,
    };
    checkBodyHeaders(ctx, bodyRule);
    const { value, fault } = parseBody(await read(ctx));
    if (fault) throw fault;
    if (Array.isArray(value))
      throw invalidRequest([{ path: '', code: 'batch', message: 'Send one message a request.' }]);
    await requireKnown(agent, value);
    const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
    const server = createMcpServer(ask, agent);
    await server.connect(transport);
    ctx.respond = false;
    ctx.status = 200;
    try {
      await transport.handleRequest(ctx.req, ctx.res, value);
    } finally {
      await server.close();
    }
  }

  /** 401 for a key that is unknown, before a conversation begins. Each call after it is authenticated where it is handled. */
  async function requireKnown(agent: Agent, message: unknown): Promise<void> {
    const { method } = (message ?? {}) as { method?: unknown };
    if (method === 'tools/call' || method === 'resources/read') return;
    const route = routes.resolveJurisdiction;
    const { status } = await ask(agent, route, `${route.path}?state=ZZ`);
    if (status === 401) throw new ApiError('unauthenticated');
  }
}

/** No conversation holds more, and many of them fit into the memory of the process. */
const bodyRule = { bodyLimitBytes: maxMessageBytes };

/** The header, if it has a well-formed API key: no session acts here. */
function keyIn(ctx: Context): string {
  const header = ctx.get('authorization');
  const [, secret = ''] = /^Bearer +(\S+) *$/i.exec(header) ?? [];
  const credential = parseCredential(secret);
  if (!credential) throw new ApiError('unauthenticated');
  const { testKey, liveKey } = credentialPrefixes;
  if (credential.prefix !== testKey && credential.prefix !== liveKey)
    throw new ApiError('forbidden', { message: 'Agents use an API key.' });
  return header;
}

/** Nothing is kept between requests: there is no stream to open and no conversation to end. */
function refuseMethod(ctx: Context): void {
  ctx.set('Allow', 'POST');
  ctx.status = 405;
  ctx.body = { error: { code: 'not_found', message: 'Send POST.', details: null } };
}
