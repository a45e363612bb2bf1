import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { keyScopes, oauthPaths, type Route } from '@evict/contract';
import type { Gateway } from '@evict/http';
import { createAuthorizationServer, type OAuthSettings } from './provider.ts';

interface Endpoint extends Pick<Route, 'method' | 'path' | 'addressLimit'> {
  /** What the server gets of a query or body; throws Problem. All of it without this. */
  clean?: (sent: string) => string;
}

/** Mounts the authorization server. It sees of a request what it needs, and no more. */
export function oauthRoutes(gateway: Gateway, settings: OAuthSettings): void {
  const { host, protocol } = new URL(settings.websiteOrigin);
  const handle = createAuthorizationServer(settings);
  const forwarded = { host, 'x-forwarded-proto': protocol.slice(0, -1) };
  for (const { clean = (sent: string) => sent, ...endpoint } of endpoints)
    gateway.serve({ ...endpoint, bodyLimitBytes: 16 * 1024 }, async (ctx, body) => {
      const isPost = endpoint.method === 'POST';
      let sent: string;
      try {
        sent = clean(isPost ? body.toString() : ctx.querystring);
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        ctx.status = 400;
        ctx.body = { error: 'invalid_client_metadata', error_description: error.message };
        return;
      }
      const [text, search] = isPost ? [sent, ''] : ['', sent];
      // Of no connection: ending it ends none.
      const request = new IncomingMessage(new Socket());
      const { cookie, 'content-type': type } = ctx.req.headers;
      request.method = endpoint.method;
      request.url = ctx.path + (search && `?${search}`);
      request.headers = {
        ...forwarded,
        accept: isPost ? 'application/json' : 'text/html',
        ...(cookie !== undefined && { cookie }),
        ...(type !== undefined && { 'content-type': type }),
        ...(text !== '' && { 'content-length': String(Buffer.byteLength(text)) }),
      };
      request.complete = true;
      request.push(text);
      request.push(null);
      await handle(request, ctx.res);
      ctx.respond = false;
    });
}

/** Why metadata is refused. */
class Problem extends Error {}

const endpoints: readonly Endpoint[] = [
  { method: 'GET', path: '/.well-known/oauth-authorization-server' },
  {
    method: 'GET',
    path: oauthPaths.authorize,
    addressLimit: 'authorization',
    clean: only([
      'client_id',
      'code_challenge',
      'code_challenge_method',
      'redirect_uri',
      'resource',
      'response_type',
      'scope',
      'state',
    ]),
  },
  { method: 'GET', path: `${oauthPaths.authorize}/{uid}`, addressLimit: 'authorization' },
  {
    method: 'POST',
    path: oauthPaths.device,
    addressLimit: 'authorization',
    clean: only(['client_id', 'resource', 'scope']),
  },
  { method: 'POST', path: oauthPaths.token, addressLimit: 'accessToken' },
  { method: 'POST', path: oauthPaths.revoke, addressLimit: 'accessToken' },
  { method: 'POST', path: oauthPaths.register, addressLimit: 'appRegistration', clean: metadata },
];

/** These parameters alone, each as often as it was sent. `scope`: of ours those that are asked for, or all. */
function only(names: readonly string[]): (sent: string) => string {
  return (sent) => {
    const given = [...new URLSearchParams(sent)].filter(([name]) => names.includes(name) && name !== 'scope');
    const scope = new URLSearchParams(sent).get('scope')?.trim() ?? '';
    return String(new URLSearchParams([...given, ['scope', scope === '' ? keyScopes.join(' ') : scopesIn(scope)]]));
  };
}

function scopesIn(asked: string): string {
  const known = keyScopes.filter((scope) => asked.split(' ').includes(scope));
  // Refused as they are.
  return known.length > 0 ? known.join(' ') : 'unknown';
}

/** What a client may say of itself: a public one with few addresses. */
function metadata(sent: string): string {
  const given = objectIn(sent);
  const { client_name: name, redirect_uris: uris, grant_types: grants } = given;
  const isList = (value: unknown): value is string[] =>
    Array.isArray(value) && value.every((one) => typeof one === 'string');
  if (!isList(uris) || uris.length === 0 || uris.length > 10 || uris.some((uri) => uri.length > 1000))
    throw new Problem('redirect_uris: must be 1 to 10 addresses of at most 1,000 characters');
  if (given['token_endpoint_auth_method'] !== undefined && given['token_endpoint_auth_method'] !== 'none')
    throw new Problem('token_endpoint_auth_method: must be none');
  const shown =
    typeof name === 'string'
      ? name
          .replaceAll(/[\p{C}\s]+/gu, ' ')
          .trim()
          .slice(0, 100)
      : '';
  const asked = isList(grants) ? grants.filter((one) => knownGrants.includes(one)) : knownGrants.slice(0, 2);
  if (asked.length === 0) throw new Problem(`grant_types: must be of ${knownGrants.join(', ')}`);
  return JSON.stringify({ client_name: shown || 'An app without a name', redirect_uris: uris, grant_types: asked });
}

const knownGrants = ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'];

function objectIn(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // Refused below.
  }
  throw new Problem('must be a JSON object');
}
