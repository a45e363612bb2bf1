import { generateKeyPairSync } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { keyScopes, oauthPaths } from '@evict/contract';
import { websitePages } from '@evict/contract/website-pages';
import { credentialPrefixes, mintCredential } from '@evict/credentials';
import { deriveKeys } from '@evict/credentials/secret-box';
import type { Store } from '@evict/store/database';
import { type ClientMetadata, type Configuration, errors, type JWK, Provider } from 'oidc-provider';
import { createAdapters } from './adapter.ts';
import { cleanRegistration, isLoopback } from './registrations.ts';

export interface OAuthSettings {
  store: Store;
  /** The base URL of the deployment, which is also the issuer. */
  websiteOrigin: string;
  secretKeys: readonly string[];
}

const thirtyDays = 30 * 24 * 3600;
export const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code';

/** Returns the URL of the page that explains what is wrong with a request. The page needs no sign-in. */
export function problemPage(websiteOrigin: string, error: string): string {
  return `${websiteOrigin}${websitePages.connectRefused(error)}`;
}

/**
 * The command line, a client that every deployment knows. Only this client may use device codes, because the tokens go
 * to the program that requested the code, and the member can't see which program that is.
 */
const commandLine: ClientMetadata = {
  client_id: 'eviction-case-cli',
  client_name: 'Eviction Cases command line',
  grant_types: [deviceGrant, 'refresh_token'],
  response_types: [],
  redirect_uris: [],
};

/**
 * Creates the authorization server: OAuth 2.1 for public clients, without OpenID. The website asks the member for
 * consent, and no token is issued without it. The returned function writes the response to a request, and throws
 * unexpected errors, such as database errors.
 */
export function createAuthorizationServer({
  store,
  websiteOrigin,
  secretKeys,
}: OAuthSettings): (req: IncomingMessage, res: ServerResponse) => Promise<void> {
  const { mcp, api } = oauthPaths;
  // A token is valid for all of these. A trailing slash makes no difference.
  const resources = [mcp, `${mcp}/`, api, `${api}/`].map((path) => websiteOrigin + path);
  const provider = new Provider(websiteOrigin, {
    adapter: createAdapters(store, resources),
    clients: [commandLine],
    clientAuthMethods: ['none'],
    // An app may send any Origin. The library's CORS headers are removed below.
    clientBasedCORS: () => true,
    clientDefaults: {
      application_type: 'native',
      grant_types: ['authorization_code', 'refresh_token'],
      id_token_signed_response_alg: 'ES256',
      response_modes: ['query'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    },
    claims: {},
    cookies: {
      keys: deriveKeys(secretKeys, 'oauth cookies').map((key) => key.toString('base64url')),
      names: { interaction: 'oauth_interaction', resume: 'oauth_resume', session: 'oauth_session' },
    },
    expiresWithSession: () => false,
    extraClientMetadata: {
      properties: ['redirect_uris'],
      // Without a context, this is a stored client, which was cleaned when it registered.
      validator(ctx, _property, _uris, metadata) {
        if (ctx) cleanRegistration(metadata);
      },
    },
    extraParams: {
      /** Keeps the scopes that this service knows. An app that sends no scope requests all of them. */
      scope({ oidc }, asked) {
        const known = keyScopes.filter((scope) => asked === undefined || asked.split(' ').includes(scope));
        if (known.length === 0)
          throw new errors.InvalidScope(`scope: must contain at least one of ${keyScopes.join(', ')}`, asked ?? '');
        Object.assign(oidc.params ?? {}, { scope: known.join(' ') });
      },
    },
    features: {
      devInteractions: { enabled: false },
      deviceFlow: { enabled: true, charset: 'base-20', mask: '****-****' },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      registration: { enabled: true, issueRegistrationAccessToken: false },
      resourceIndicators: {
        enabled: true,
        defaultResource: async (_ctx, _client, oneOf) => oneOf?.[0] ?? websiteOrigin + mcp,
        async getResourceServerInfo(_ctx, resource) {
          if (!resources.includes(resource)) throw new errors.InvalidTarget();
          return { scope: keyScopes.join(' '), accessTokenFormat: 'opaque', accessTokenTTL: 900 };
        },
        useGrantedResource: async () => true,
      },
      revocation: { enabled: true, allowedPolicy: async (_ctx, client, token) => token.clientId === client.clientId },
      rpInitiatedLogout: { enabled: false },
      userinfo: { enabled: false },
    },
    // Block outbound requests, so that client metadata can't cause SSRF.
    fetch: async () => Promise.reject(new Error('the authorization server must not send requests')),
    findAccount: async (_ctx, accountId) => ({ accountId, claims: async () => ({ sub: accountId }) }),
    interactions: { url: async (_ctx, { uid }) => websitePages.connect(uid) },
    issueRefreshToken: async () => true,
    jwks: { keys: [unusedKey()] },
    pkce: { required: () => true },
    async renderError(ctx, out) {
      if (ctx.oidc.route === 'authorization' || ctx.oidc.route === 'resume')
        return ctx.redirect(problemPage(websiteOrigin, out.error));
      ctx.body = out;
    },
    responseTypes: ['code'],
    revokeGrantPolicy: () => true,
    rotateRefreshToken: true,
    routes: {
      authorization: oauthPaths.authorize,
      code_verification: websitePages.device(),
      device_authorization: oauthPaths.device,
      registration: oauthPaths.register,
      revocation: oauthPaths.revoke,
      token: oauthPaths.token,
    },
    scopes: [],
    // In seconds. An interaction leaves enough time for a person who has to sign in first.
    ttl: {
      AccessToken: 900,
      AuthorizationCode: 60,
      DeviceCode: 600,
      Grant: thirtyDays,
      Interaction: 1800,
      RefreshToken: thirtyDays,
      Session: 60,
    },
  } satisfies Configuration);
  provider.proxy = true;
  withPrefix(provider.AccessToken, credentialPrefixes.accessToken);
  withPrefix(provider.RefreshToken, credentialPrefixes.refreshToken);

  const { host, protocol } = new URL(websiteOrigin);
  provider.use(async (ctx, next) => {
    // URLs in responses always have the deployment's origin, whatever host the request named.
    Object.assign(ctx.req.headers, { 'x-forwarded-host': host, 'x-forwarded-proto': protocol.slice(0, -1) });
    await next();
    // Remove all CORS headers, so that other sites' pages can't read any response.
    for (const name of ctx.res.getHeaderNames()) if (name.startsWith('access-control-')) ctx.remove(name);
    // Keep only the cookie with which a browser resumes the request after the member has answered on the website.
    const cookies = [ctx.res.getHeader('set-cookie') ?? []].flat().map(String);
    ctx.set(
      'set-cookie',
      cookies.filter((cookie) => cookie.startsWith('oauth_resume')),
    );
  });
  provider.on('authorization.error', ({ oidc }, error) => {
    // Anyone can register a redirect URI. An error redirects the browser there only once a person has answered, or if
    // it is on their own machine.
    const isAnswered = oidc.entities.Interaction?.result !== undefined;
    if (!isAnswered && !isLoopback(String(oidc.params?.['redirect_uri']))) error.allow_redirect = false;
  });
  const failures = new WeakMap<IncomingMessage, Error>();
  provider.on('server_error', (ctx, error) => {
    ctx.respond = false;
    failures.set(ctx.req, error);
  });
  provider.silent = true;
  const handle = provider.callback();
  return async (req, res) => {
    await handle(req, res);
    const failure = failures.get(req);
    if (failure) throw failure;
  };
}

/** Gives the tokens of a model the format of our other credentials. The library has no setting for that. */
function withPrefix(
  { prototype }: { prototype: unknown },
  prefix: typeof credentialPrefixes.accessToken | typeof credentialPrefixes.refreshToken,
): void {
  const token = prototype as { generateTokenId: (this: unknown) => string };
  const { generateTokenId } = token;
  token.generateTokenId = function generate() {
    // The original function also sets the token's format, without which the token isn't stored.
    generateTokenId.call(this);
    return mintCredential(prefix).secret;
  };
}

/** Generates a key, because the library requires one. Nothing is signed with it, and it ends with the process. */
function unusedKey(): JWK {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' });
}
