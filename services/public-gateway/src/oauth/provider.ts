import { generateKeyPairSync } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { keyScopes, oauthPaths } from '@evict/contract';
import { websitePages } from '@evict/contract/website-pages';
import { credentialPrefixes, mintCredential } from '@evict/credentials';
import { deriveKeys } from '@evict/credentials/secret-box';
import type { Store } from '@evict/store/database';
import { type ClientMetadata, type Configuration, errors, type JWK, Provider } from 'oidc-provider';
import { createAdapters } from './adapter.ts';
import { isLoopback } from './redirects.ts';

export interface OAuthSettings {
  store: Store;
  /** The base URL of the deployment, which is the issuer. */
  websiteOrigin: string;
  secretKeys: readonly string[];
}

/** Seconds. A request waits for a person who may have to sign in first. */
const lifetimes = {
  AccessToken: 900,
  AuthorizationCode: 60,
  DeviceCode: 600,
  Interaction: 1800,
  RefreshToken: 2_592_000,
};

export const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code';

/** What a token is for, each of them as well as the others. A slash at the end makes no difference. */
export function resourcesOf(websiteOrigin: string): string[] {
  const resources = [`${websiteOrigin}${oauthPaths.mcp}`, `${websiteOrigin}${oauthPaths.api}`];
  return resources.flatMap((resource) => [resource, `${resource}/`]);
}

/** The page that says what is wrong with a request, also to somebody who is not signed in. */
export function problemPage(websiteOrigin: string, error: string): string {
  return `${websiteOrigin}${websitePages.connectRefused(error)}`;
}

/** The command line, which every deployment knows. */
const commandLine: ClientMetadata = {
  client_id: 'eviction-case-cli',
  client_name: 'Eviction Case command line',
  grant_types: [deviceGrant, 'refresh_token'],
  response_types: [],
  redirect_uris: [],
};

/** Writes a response, or throws what the client is not told. */
type Handle = (req: IncomingMessage, res: ServerResponse) => Promise<void>;

/**
 * The authorization server: OAuth 2.1 for public clients, without OpenID. The website asks the member, and the database
 * issues nothing without their yes.
 */
export function createAuthorizationServer({ store, websiteOrigin, secretKeys }: OAuthSettings): Handle {
  const resources = resourcesOf(websiteOrigin);
  const provider = new Provider(websiteOrigin, {
    adapter: createAdapters(store, resources),
    clients: [commandLine],
    clientAuthMethods: ['none'],
    clientDefaults: {
      application_type: 'native',
      grant_types: ['authorization_code', 'refresh_token'],
      id_token_signed_response_alg: 'ES256',
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    },
    claims: {},
    cookies: {
      keys: deriveKeys(secretKeys, 'oauth cookies').map((key) => key.toString('base64url')),
      names: { interaction: 'oauth_interaction', resume: 'oauth_resume', session: 'oauth_session' },
    },
    expiresWithSession: () => false,
    features: {
      devInteractions: { enabled: false },
      deviceFlow: { enabled: true, charset: 'base-20', mask: '****-****' },
      registration: { enabled: true, issueRegistrationAccessToken: false },
      resourceIndicators: {
        enabled: true,
        defaultResource: async (_ctx, _client, oneOf) => oneOf?.[0] ?? `${websiteOrigin}${oauthPaths.mcp}`,
        async getResourceServerInfo(_ctx, resource) {
          if (!resources.includes(resource)) throw new errors.InvalidTarget();
          return { scope: keyScopes.join(' '), accessTokenFormat: 'opaque', accessTokenTTL: lifetimes.AccessToken };
        },
        useGrantedResource: async () => true,
      },
      revocation: { enabled: true, allowedPolicy: async (_ctx, client, token) => token.clientId === client.clientId },
      rpInitiatedLogout: { enabled: false },
      userinfo: { enabled: false },
    },
    // No metadata of a client makes this process call anybody.
    fetch: async () => Promise.reject(new Error('the authorization server calls nobody')),
    findAccount: async (_ctx, accountId) => ({ accountId, claims: async () => ({ sub: accountId }) }),
    interactions: { url: async (_ctx, { uid }) => websitePages.connect(uid) },
    issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed('refresh_token'),
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
    ttl: { ...lifetimes, Grant: lifetimes.RefreshToken, Session: 60 },
  } satisfies Configuration);
  provider.proxy = true;
  withPrefix(provider.AccessToken, credentialPrefixes.accessToken);
  withPrefix(provider.RefreshToken, credentialPrefixes.refreshToken);
  provider.use(async (ctx, next) => {
    await next();
    // Anybody registers an address: before a person has answered it gets nobody's browser.
    const refusal = refusals.get(ctx.req);
    if (
      refusal !== undefined &&
      ctx.oidc.route === 'authorization' &&
      !isLoopback(String(ctx.res.getHeader('location')))
    )
      ctx.redirect(problemPage(websiteOrigin, refusal));
    if (ctx.oidc?.route === 'discovery') ctx.body = metadataOf(ctx.body as Record<string, unknown>);
    // Pages of other sites are no clients.
    for (const name of ctx.res.getHeaderNames()) if (name.startsWith('access-control-')) ctx.remove(name);
    // Of the protocol's cookies only the one by which a browser comes back from the website to the app it came from.
    const cookies = [ctx.res.getHeader('set-cookie') ?? []].flat().map(String);
    const kept = cookies.filter((one) => one.startsWith('oauth_resume'));
    ctx.remove('set-cookie');
    if (kept.length > 0) ctx.set('set-cookie', kept);
    if (failures.has(ctx.req)) ctx.respond = false;
  });
  const failures = new WeakMap<IncomingMessage, Error>();
  const refusals = new WeakMap<IncomingMessage, string>();
  provider.on('authorization.error', ({ req }, { error }) => void refusals.set(req, error));
  provider.on('server_error', ({ req }, error) => void failures.set(req, error));
  provider.silent = true;
  const handle = provider.callback();
  return async (req, res) => {
    await handle(req, res);
    const failure = failures.get(req);
    if (failure) throw failure;
  };
}

/** Tokens have the form of the other credentials. */
function withPrefix(
  { prototype }: { prototype: unknown },
  prefix: typeof credentialPrefixes.accessToken | typeof credentialPrefixes.refreshToken,
): void {
  const token = prototype as { generateTokenId: (this: unknown) => string };
  const { generateTokenId } = token;
  token.generateTokenId = function generate() {
    generateTokenId.call(this); // notes the format
    return mintCredential(prefix).secret;
  };
}

/** The library wants one. Nothing here is signed, and the key is gone with the process. */
function unusedKey(): JWK {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' });
}

const advertised = [
  'issuer',
  'authorization_endpoint',
  'token_endpoint',
  'registration_endpoint',
  'revocation_endpoint',
  'device_authorization_endpoint',
  'response_types_supported',
  'grant_types_supported',
  'token_endpoint_auth_methods_supported',
  'code_challenge_methods_supported',
  'authorization_response_iss_parameter_supported',
];

/** What RFC 8414 names of this server: nothing of OpenID. */
function metadataOf(all: Readonly<Record<string, unknown>>): object {
  return {
    ...Object.fromEntries(advertised.map((name) => [name, all[name]])),
    scopes_supported: keyScopes,
    response_modes_supported: ['query'],
    revocation_endpoint_auth_methods_supported: ['none'],
    service_documentation: `${String(all['issuer'])}${oauthPaths.guide}`,
  };
}
