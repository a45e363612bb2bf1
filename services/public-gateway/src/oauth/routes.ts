import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { ApiError, keyScopes, oauthPaths, type Route } from '@evict/contract';
import { hashSecret } from '@evict/credentials';
import { enforceAddressLimit, enforceLimit, type Gateway, type StrangersPath } from '@evict/http';
import type { Store } from '@evict/store/database';
import { findOAuthItem } from '@evict/store/oauth';
import { createAuthorizationServer, deviceGrant, type OAuthSettings, problemPage, resourcesOf } from './provider.ts';
import { mayBeAnswered } from './redirects.ts';

interface Endpoint extends Pick<Route, 'method' | 'path' | 'addressLimit'> {
  /** What the server gets of a query or body; throws Problem. All of it without this. */
  clean?: (sent: string, resources: readonly string[]) => string;
  /** Counts the request, instead of `addressLimit`; throws ApiError. */
  count?: (store: Store, sent: string, address: string) => Promise<void>;
}

/** Mounts the authorization server. It sees of a request what it needs, and no more. */
export function oauthRoutes(gateway: Gateway, settings: OAuthSettings): void {
  const { host, protocol } = new URL(settings.websiteOrigin);
  const { store, websiteOrigin } = settings;
  const handle = createAuthorizationServer(settings);
  const resources = resourcesOf(websiteOrigin);
  const forwarded = { host, 'x-forwarded-proto': protocol.slice(0, -1) };
  for (const { clean = (sent: string) => sent, count, ...endpoint } of endpoints) {
    const isPost = endpoint.method === 'POST';
    // A browser is led to a page that says what a program gets as JSON.
    const isPage = endpoint.path.startsWith(oauthPaths.authorize);
    const refuse: StrangersPath['refuse'] = (ctx, error) => {
      if (isPage) ctx.redirect(problemPage(websiteOrigin, wordFor(error)));
      else ctx.body = { error: wordFor(error), error_description: error.message };
    };
    gateway.serve({ ...endpoint, bodyLimitBytes: 16 * 1024, refuse }, async (ctx, body, address) => {
      const all = isPost ? body.toString() : ctx.querystring;
      await count?.(store, all, address);
      const sent = clean(all, resources);
      const [text, search] = isPost ? [sent, ''] : ['', sent];
      // Of no connection: ending it ends none.
      const request = new IncomingMessage(new Socket());
      const { cookie, 'content-type': type } = ctx.req.headers;
      request.method = endpoint.method;
      request.url = ctx.path + (search && `?${search}`);
      request.headers = {
        ...forwarded,
        accept: isPost ? 'application/json' : 'text/html',
        ...(cookie !== undefined && { cookie: withoutSessions(cookie) }),
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
}

/** The cookies without the sessions of the website, which are no business of the protocol. */
function withoutSessions(cookies: string): string {
  const isSession = (cookie: string) => /^\s*(__Host-)?(session|attorney)=/.test(cookie);
  return cookies
    .split(';')
    .filter((cookie) => !isSession(cookie))
    .join(';');
}

/** A refusal in a word of the protocol. */
class Problem extends ApiError {
  readonly word: string;

  constructor(word: string, message: string, retryAfterSeconds?: number) {
    super('invalid_request', { message, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) });
    this.word = word;
  }
}

/** What the protocol calls a refusal. */
function wordFor(error: ApiError): string {
  if (error instanceof Problem) return error.word;
  if (error.status === 429 || error.status === 503) return 'temporarily_unavailable';
  return error.status === 500 ? 'server_error' : 'invalid_request';
}

/**
 * What is known counts for itself, so that nobody waits for others behind the same address: a poll for its device code, a
 * refresh for its connection. Everything else counts for the address.
 */
async function countToken(store: Store, sent: string, address: string): Promise<void> {
  const form = new URLSearchParams(sent);
  const isPoll = form.get('grant_type') === deviceGrant;
  const hash = hashSecret(form.get(isPoll ? 'device_code' : 'refresh_token') ?? '');
  const known = await findOAuthItem(store, isPoll ? 'DeviceCode' : 'RefreshToken', hash, null);
  if (!known) await enforceAddressLimit(store, 'accessToken', address);
  else if (known.keyId !== null && !isPoll) await enforceLimit(store, 'tokenRefresh', known.keyId);
  else
    await enforceLimit(store, 'devicePoll', hash.toString('hex')).catch((error: unknown) => {
      if (!(error instanceof ApiError) || error.status !== 429) throw error;
      throw new Problem('slow_down', 'Ask every 5 seconds.', error.retryAfterSeconds);
    });
}

/** A token is good at each resource: which of them is named makes no difference, and a wrong one costs no token. */
function tokenRequest(sent: string, resources: readonly string[]): string {
  const form = new URLSearchParams(sent);
  if (form.getAll('resource').some((one) => !resources.includes(one)))
    throw new Problem('invalid_target', `resource: must be ${resources.join(' or ')}`);
  form.delete('resource');
  return String(form);
}

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
  { method: 'POST', path: oauthPaths.token, count: countToken, clean: tokenRequest },
  { method: 'POST', path: oauthPaths.revoke, addressLimit: 'accessToken' },
  { method: 'POST', path: oauthPaths.register, addressLimit: 'appRegistration', clean: metadata },
];

/** These parameters alone, each as often as it was sent. `scope`: of ours those that are asked for, or all. */
function only(names: readonly string[]): (sent: string) => string {
  return (sent) => {
    const all = new URLSearchParams(sent);
    if (all.getAll('state').some((one) => Buffer.byteLength(one) > 1024))
      throw new Problem('invalid_request', 'state: at most 1 KB');
    if (all.getAll('resource').length > 2) throw new Problem('invalid_target', 'resource: at most two');
    const given = [...all].filter(([name]) => names.includes(name) && name !== 'scope');
    const scope = all.get('scope')?.trim() ?? '';
    return String(new URLSearchParams([...given, ['scope', scope === '' ? keyScopes.join(' ') : scopesIn(scope)]]));
  };
}

function scopesIn(asked: string): string {
  const known = keyScopes.filter((scope) => asked.split(' ').includes(scope));
  // Refused as they are.
  return known.length > 0 ? known.join(' ') : 'unknown';
}

/**
 * What is kept of what a client says of itself. As RFC 7591 (3.2.1) allows, everything else is replaced by what this server
 * uses, which the response names: each client is a public one. Only an address that nobody may be sent to is refused, and a
 * client that could not use any grant of this server.
 */
function metadata(sent: string): string {
  const given = objectIn(sent);
  const { client_name: name, redirect_uris: uris, grant_types: grants } = given;
  const isList = (value: unknown): value is string[] =>
    Array.isArray(value) && value.every((one) => typeof one === 'string');
  if (!isList(uris) || uris.length === 0 || uris.length > 10 || uris.some((uri) => uri.length > 1000))
    throw new Problem('invalid_redirect_uri', 'redirect_uris: must be 1 to 10 addresses of at most 1,000 characters');
  if (!uris.every((uri) => mayBeAnswered(uri)))
    throw new Problem(
      'invalid_redirect_uri',
      'redirect_uris: must begin with https, with http on this machine, or with a scheme of the app that has a dot',
    );
  const shown =
    typeof name === 'string'
      ? name
          .replaceAll(/[\p{C}\s]+/gu, ' ')
          .trim()
          .slice(0, 100)
      : '';
  const asked = isList(grants) && grants.length > 0 ? grants.filter((one) => knownGrants.includes(one)) : knownGrants;
  if (asked.length === 0) throw invalidMetadata(`grant_types: must be of ${knownGrants.join(', ')}`);
  return JSON.stringify({
    client_name: shown || 'An app without a name',
    redirect_uris: uris,
    grant_types: asked,
    // Where a request does not name this method, the library issues a secret that nothing would ask for.
    token_endpoint_auth_method: 'none',
  });
}

/** A device code goes to whoever asked for it, which nobody can see: the command line alone uses those. */
const knownGrants = ['authorization_code', 'refresh_token'];

function invalidMetadata(message: string): Problem {
  return new Problem('invalid_client_metadata', message);
}

function objectIn(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // Refused below.
  }
  throw invalidMetadata('must be a JSON object');
}
