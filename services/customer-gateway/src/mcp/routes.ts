import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { ApiError, invalidRequest, keyScopes, oauthPaths, type Route } from '@evict/contract';
import { anything } from '@evict/contract/fields';
import type { Gateway, Middleware } from '@evict/http';
import { serviceRoutes } from '@evict/public-gateway/routes/service';
import { stateRoutes } from '@evict/public-gateway/routes/states';
import type { Dependencies } from '../dependencies.ts';
import { createMcpServer } from './mcp-server.ts';
import { maxMessageBytes, replyTo } from './messages.ts';
import { maxWaitSeconds } from './tool-schemas.ts';

/**
 * Serves MCP over streamable HTTP at `/mcp` and `/mcp/`, without state. A tool calls an operation in this process with
 * the agent's key, so the API's limits, idempotency and audit apply.
 */
export function mcpRoutes(
  gateway: Gateway,
  { websiteOrigin, ...dependencies }: Pick<Dependencies, 'store' | 'websiteOrigin' | 'liveMode' | 'platformFeeCents'>,
): void {
  // Tools also offer operations of the public gateway, such as the prices and the facts about states.
  serviceRoutes(gateway.forTools, dependencies);
  stateRoutes(gateway.forTools);
  for (const [path, resource] of Object.entries(describedAt)) {
    gateway.serve({ method: 'GET', path, bodyLimitBytes: 0 }, async (ctx) => {
      ctx.set('Cache-Control', 'public, max-age=300');
      ctx.body = metadataOf(resource, websiteOrigin);
    });
  }
  for (const path of mcpPaths) {
    gateway.use(path, createGuard(websiteOrigin));
    gateway.route({ ...messages, path }, async ({ agent, body, work }) => {
      const waitsUntil = performance.now() + maxWaitSeconds * 1000;
      const { status, text } = await replyTo(body, {
        version: agent.request.get('mcp-protocol-version'),
        newServer: () => createMcpServer({ ...agent, releaseDuring: work.releaseDuring, waitsUntil }),
        count: agent.count,
        async takeTurns() {
          await work.releaseDuring(() => yieldToOthers());
          // Skip the rest of a batch once its sender has disconnected.
          if (agent.left.aborted)
            throw invalidRequest([{ path: '', code: 'unreadable', message: 'The client disconnected.' }]);
        },
      });
      if (text === '') return { status, bytes: null, contentType: json };
      // Every client gets JSON, unless it only accepts events.
      const isEvent = status === 200 && !agent.request.accepts(json) && agent.request.accepts(eventStream);
      return isEvent
        ? { status, bytes: Buffer.from(`event: message\ndata: ${text}\n\n`), contentType: eventStream }
        : { status, bytes: Buffer.from(text), contentType: json };
    });
  }
}

/**
 * The route for an MCP message or batch. The API's errors and limits apply to it, but it isn't one of the API's
 * operations.
 */
const messages = {
  gateway: 'customer',
  method: 'POST',
  auth: 'customer',
  takesMessages: true,
  tag: 'Service',
  summary: 'MCP',
  description: 'For agents.',
  body: anything(),
  bodyIsOptional: true,
  bodyLimitBytes: maxMessageBytes,
  success: { status: 200, schema: 'bytes', description: 'The answers.' },
} as const satisfies Omit<Route, 'path'>;

const [json, eventStream] = ['application/json', 'text/event-stream'];

const { mcp, resourceMetadata } = oauthPaths;
const mcpPaths = [mcp, `${mcp}/`] as const;

/**
 * The path that each metadata document describes. An app compares the `resource` in the document literally with the URL
 * that it called.
 */
const describedAt: Readonly<Record<string, string>> = {
  [resourceMetadata]: mcp,
  [`${resourceMetadata}/`]: mcp,
  ...Object.fromEntries(mcpPaths.map((path) => [`${resourceMetadata}${path}`, path])),
};

/** Returns the metadata that tells an app where to get a token for this path (RFC 9728). */
function metadataOf(path: string, websiteOrigin: string): object {
  return {
    resource: new URL(path, websiteOrigin).href,
    authorization_servers: [websiteOrigin],
    scopes_supported: keyScopes,
    bearer_methods_supported: ['header'],
    resource_name: 'Eviction Case Service',
    resource_documentation: `${websiteOrigin}${oauthPaths.guide}`,
  };
}

/**
 * Refuses requests from other sites' pages, and all methods except POST: the server has no stream for GET to open and
 * no session for DELETE to end.
 */
function createGuard(websiteOrigin: string): Middleware {
  return (ctx, next) => {
    ctx.state['route'] = mcp;
    const challenge = challengeOf(ctx.path, websiteOrigin);
    // RFC 6750: this error makes the app refresh its token.
    ctx.state['challenge'] = ctx.get('authorization') === '' ? challenge : `${challenge}, error="invalid_token"`;
    const origin = ctx.get('origin');
    if (origin !== '' && origin !== websiteOrigin)
      throw new ApiError('forbidden', { message: 'A browser may call this only from the website.' });
    if (ctx.method === 'POST') return next();
    ctx.set('Allow', 'POST');
    ctx.status = 405;
    ctx.body = { error: { code: 'not_found', message: 'Send POST.', details: null } };
  };
}

/** Returns the challenge that points an app to the metadata of the URL that it called. */
function challengeOf(path: string, websiteOrigin: string): string {
  return `Bearer resource_metadata="${websiteOrigin}${oauthPaths.resourceMetadata}${path}", scope="${keyScopes.join(' ')}"`;
}
