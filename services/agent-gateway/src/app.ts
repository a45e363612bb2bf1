import type { RequestListener } from 'node:http';
import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { ApiError, keyScopes, oauthPaths, routes } from '@evict/contract';
import { type Credential, credentialPrefixes, keyOf, parseAuthorization } from '@evict/credentials';
import { checkBodyHeaders, createBodyReader, memoryOf, parseBody } from '@evict/http/body';
import { clientAddress } from '@evict/http/client-address';
import { createGatewayClient, type GatewayAddresses } from '@evict/http/gateway-client';
import { createRequestMiddleware } from '@evict/http/render';
import { Recent } from '@evict/http/recent';
import { createStrangers } from '@evict/http/strangers';
import { Limiter } from '@evict/limiter';
import type { Logger } from '@evict/telemetry';
import Koa, { type Context } from 'koa';
import { createMcpServer } from './mcp-server.ts';
import { replyTo } from './messages.ts';
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
 * The agent gateway: MCP over streamable HTTP at `/mcp` and `/mcp/`, stateless. It has no rights of its own. What a tool
 * does is a request to the other gateways with the agent's own key, so that their limits, their idempotency and their
 * audit apply.
 */
export function createAgentGateway({ gateways, websiteOrigin, proxyHops, logger }: AgentGatewaySettings): AgentGateway {
  const client = createGatewayClient(gateways);
  const ask = createUpstream(client);
  const read = createBodyReader(bodyRule);
  const known = new Recent<string, number>(10_000);
  const present = new Limiter({ perKey: 2, total: 32, maxWaitMs: 10_000 });
  const authenticateStranger = createStrangers();
  // As many messages of one key may be in memory. More wait: what is refused at once is sent again at once.
  const line = new Limiter({ perKey: 32, maxPresent: 256, maxWaitMs: 30_000 });
  // Parsing and checking a large message blocks the event loop, here and in the gateway that it goes to.
  const large = new Limiter({ perKey: 1, total: 8, maxWaitMs: 30_000 });
  const app = new Koa();
  app.silent = true;
  app.use(createRequestMiddleware(logger));
  app.use(async (ctx) => {
    const described = describedAt[ctx.path];
    if (ctx.method === 'GET' && described !== undefined) return describe(ctx, described);
    if (!mcpPaths.includes(ctx.path)) throw new ApiError('not_found');
    ctx.state['route'] = oauthPaths.mcp;
    ctx.state['challenge'] = challengeOf(ctx);
    const origin = ctx.get('origin');
    if (origin !== '' && origin !== websiteOrigin)
      throw new ApiError('forbidden', { message: 'A browser may call this only from the website.' });
    if (ctx.method !== 'POST') return refuseMethod(ctx);
    const agent = agentOf(ctx);
    const credential = parseAuthorization(agent.authorization);
    if (credential && !prefixesOfAgents.includes(credential.prefix))
      throw new ApiError('forbidden', { message: 'Agents use an API key, or the token of a connected app.' });
    const key = credential ? keyOf(credential) : agent.clientAddress;
    await line.run(key, async () => {
      const authenticate = async (given: Credential) => {
        if (!ctx.res.destroyed) await requireKnown(agent, given);
      };
      const returning = known.get(key) === undefined ? null : credential;
      if (!returning) await authenticateStranger(agent.clientAddress, credential, authenticate);
      await present.run(key, async ({ outside }) => {
        if (returning) await authenticate(returning);
        if (!ctx.res.destroyed) await serve(ctx, key, { ...agent, outside });
      });
    });
  });
  const callback = app.callback();
  return { handle: (req, res) => void callback(req, res), close: client.close };

  /** Leads an app to the metadata of the address that it called. */
  function challengeOf(ctx: Context): string {
    const metadata = `${websiteOrigin}${oauthPaths.resourceMetadata}${ctx.path}`;
    const challenge = `Bearer resource_metadata="${metadata}", scope="${keyScopes.join(' ')}"`;
    // RFC 6750: what was sent is good for nothing, so the app refreshes.
    return ctx.get('authorization') === '' ? challenge : `${challenge}, error="invalid_token"`;
  }

  /** Where an agent gets a token for an address of this gateway: RFC 9728. */
  function describe(ctx: Context, path: string): void {
    ctx.state['route'] = oauthPaths.resourceMetadata;
    ctx.set('Cache-Control', 'public, max-age=300');
    ctx.body = {
      resource: path.endsWith('/') ? `${websiteOrigin}${oauthPaths.mcp}/` : `${websiteOrigin}${oauthPaths.mcp}`,
      authorization_servers: [websiteOrigin],
      scopes_supported: keyScopes,
      bearer_methods_supported: ['header'],
      resource_name: 'Eviction Case Service',
      resource_documentation: `${websiteOrigin}${oauthPaths.guide}`,
    };
  }

  function agentOf(ctx: Context): Omit<Agent, 'outside'> {
    const gone = new AbortController();
    ctx.res.once('close', () => gone.abort());
    return {
      authorization: ctx.get('authorization'),
      clientAddress: clientAddress(ctx.req, proxyHops),
      requestId: ctx.state['requestId'] as string,
      signal: gone.signal,
    };
  }

  async function serve(ctx: Context, key: string, agent: Agent): Promise<void> {
    checkBodyHeaders(ctx, bodyRule);
    const { outside } = agent;
    const room = memoryOf(ctx.req, bodyRule) > 0 ? await outside(() => large.acquire(key)) : null;
    try {
      // Receiving takes as long as the sender takes.
      const bytes = await outside(() => read(ctx));
      if (room) await yieldToOthers();
      await answer(ctx, agent, bytes);
    } finally {
      room?.release();
    }
  }

  /** Has the protocol's server answer a body. */
  async function answer(ctx: Context, agent: Agent, bytes: Buffer): Promise<void> {
    const { value, fault } = parseBody(bytes);
    if (fault) throw fault;
    const { status, text } = await replyTo(value, {
      version: ctx.get('mcp-protocol-version'),
      newServer: () => createMcpServer(ask, agent),
      takeTurns: () => agent.outside(async () => {}),
    });
    // JSON for every client, also for one that does not say that it accepts it. One that takes only events gets one.
    const isEvent = status === 200 && !ctx.accepts(json) && ctx.accepts(eventStream);
    if (text !== '') ctx.type = isEvent ? eventStream : json;
    ctx.body = isEvent ? `event: message\ndata: ${text}\n\n` : text || null;
    ctx.status = status;
  }

  /**
   * 401 for a key that was not valid within a minute, before its body. Each call is authenticated where it is handled. A
   * token is looked up each time: its app gets the next one after a 401. Only 200 and 403 prove a key: they
   * come after its authentication.
   */
  async function requireKnown(agent: Omit<Agent, 'outside'>, credential: Credential): Promise<void> {
    const [key, now] = [keyOf(credential), performance.now()];
    if (credential.prefix !== accessToken && (known.get(key) ?? 0) > now) return;
    const route = routes.resolveJurisdiction;
    const { status, retryAfter } = await ask(agent, route, `${route.path}?state=ZZ`);
    if (status === 200 || status === 403) return known.set(key, now + knownForMs);
    if (status === 401) {
      known.delete(key);
      throw new ApiError('unauthenticated');
    }
    if (known.get(key) === undefined)
      throw new ApiError(status === 429 ? 'rate_limited' : 'busy', { retryAfterSeconds: Number(retryAfter ?? 5) });
  }
}

/** No session acts here. */
const { testKey, liveKey, accessToken } = credentialPrefixes;
const prefixesOfAgents: readonly string[] = [testKey, liveKey, accessToken];

const [json, eventStream] = ['application/json', 'text/event-stream'];

const { mcp, resourceMetadata } = oauthPaths;
const mcpPaths: readonly string[] = [mcp, `${mcp}/`];

/** The address that each metadata describes: an app compares it with the one that it called, letter by letter. */
const describedAt: Readonly<Record<string, string>> = {
  [resourceMetadata]: mcp,
  [`${resourceMetadata}/`]: mcp,
  ...Object.fromEntries(mcpPaths.map((path) => [`${resourceMetadata}${path}`, path])),
};

const knownForMs = 60_000;

/** No conversation holds more, and many of them fit into the memory of the process. */
const bodyRule = { bodyLimitBytes: maxMessageBytes };

/** Nothing is kept between requests: there is no stream to open and no conversation to end. */
function refuseMethod(ctx: Context): void {
  ctx.set('Allow', 'POST');
  ctx.status = 405;
  ctx.body = { error: { code: 'not_found', message: 'Send POST.', details: null } };
}
