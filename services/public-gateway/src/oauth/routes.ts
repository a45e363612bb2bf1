import { type ApiError, appTokenRate, keyScopes, oauthPaths } from '@evict/contract';
import { type Gateway, rateLimited, type AnonymousPath } from '@evict/http';
import { callerNetwork } from '@evict/http/client-address';
import { createTokenBuckets } from '@evict/limiter';
import { createAuthorizationServer, deviceGrant, type OAuthSettings, problemPage } from './provider.ts';

/** The paths of the authorization server. Those without an `addressLimit` count against `appTokenRate`. */
const endpoints = [
  { method: 'GET', path: oauthPaths.authorize, addressLimit: 'authorization' },
  { method: 'GET', path: `${oauthPaths.authorize}/{uid}`, addressLimit: 'authorization' },
  { method: 'POST', path: oauthPaths.device, addressLimit: 'authorization' },
  { method: 'POST', path: oauthPaths.register, addressLimit: 'appRegistration' },
  { method: 'POST', path: oauthPaths.token },
  { method: 'POST', path: oauthPaths.revoke },
] as const satisfies Omit<AnonymousPath, 'bodyLimitBytes'>[];

/** Serves the authorization server at its paths. */
export function oauthRoutes(gateway: Gateway, settings: OAuthSettings): void {
  const { websiteOrigin } = settings;
  const handle = createAuthorizationServer(settings);
  const tokenRequests = createTokenBuckets(appTokenRate);
  gateway.serve(
    { method: 'GET', path: '/.well-known/oauth-authorization-server', bodyLimitBytes: 0 },
    async (ctx) => void (ctx.body = metadataOf(websiteOrigin)),
  );
  for (const endpoint of endpoints) {
    // A browser is redirected to a page that explains the error. A program gets the error as JSON.
    const refuse: AnonymousPath['refuse'] = (ctx, error) => {
      if (endpoint.method === 'GET') ctx.redirect(problemPage(websiteOrigin, wordFor(error)));
      else ctx.body = { error: wordFor(error), error_description: error.message };
    };
    gateway.serve({ ...endpoint, bodyLimitBytes: 16 * 1024, refuse }, async (ctx, body, address) => {
      const waitMs = 'addressLimit' in endpoint ? 0 : tokenRequests.take(callerNetwork(address));
      if (waitMs > 0) throw rateLimited('appToken', Math.ceil(waitMs / 1000));
      // The gateway has already read the body. The library takes it from `req.body` and warns about that once on
      // stderr.
      await handle(Object.assign(ctx.req, { body }), ctx.res);
      ctx.respond = false;
    });
  }
}

/** Returns OAuth's error code for a gateway error. */
function wordFor({ status }: ApiError): string {
  if (status === 429 || status === 503) return 'temporarily_unavailable';
  return status === 500 ? 'server_error' : 'invalid_request';
}

/** Returns the metadata of this server (RFC 8414). The library's own document would advertise OpenID. */
function metadataOf(issuer: string): object {
  return {
    issuer,
    authorization_endpoint: issuer + oauthPaths.authorize,
    token_endpoint: issuer + oauthPaths.token,
    registration_endpoint: issuer + oauthPaths.register,
    revocation_endpoint: issuer + oauthPaths.revoke,
    device_authorization_endpoint: issuer + oauthPaths.device,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token', deviceGrant],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    scopes_supported: keyScopes,
    service_documentation: issuer + oauthPaths.guide,
  };
}
