import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** What the token endpoint answers to a device code: an error of RFC 8628, `grant`, `cut` for no answer, or a status. */
export type Step = string | number;

/**
 * An authorization server that speaks RFC 8414, 8628, 6749 (refresh tokens that rotate: one that comes twice ends the
 * sign-in) and 7009, with one API behind it that takes its access tokens.
 */
export async function startAuthorizationServer({ lifetimeSeconds = 3600, interval = 0, expiresIn = 600 } = {}) {
  const forms: URLSearchParams[] = [];
  const access = new Set<string>();
  const refreshTokens = new Map<string, 'fresh' | 'spent' | 'revoked'>();
  let steps: Step[] = ['grant'];
  let issuer = '';

  function grant(response: ServerResponse): void {
    const tokens = { access_token: `access-${randomUUID()}`, refresh_token: `refresh-${randomUUID()}` };
    access.add(tokens.access_token);
    refreshTokens.set(tokens.refresh_token, 'fresh');
    json(response, 200, { ...tokens, token_type: 'Bearer', expires_in: lifetimeSeconds });
  }

  function exchange(form: URLSearchParams, response: ServerResponse): void {
    if (form.get('grant_type') === 'refresh_token') {
      const token = form.get('refresh_token') ?? '';
      const isFresh = refreshTokens.get(token) === 'fresh';
      refreshTokens.set(token, 'spent');
      if (!isFresh) for (const one of refreshTokens.keys()) refreshTokens.set(one, 'revoked');
      return isFresh ? grant(response) : json(response, 400, { error: 'invalid_grant' });
    }
    const step = steps.shift() ?? 'expired_token';
    if (step === 'cut') response.destroy();
    else if (step === 'grant') grant(response);
    else if (typeof step === 'number') response.writeHead(step).end();
    else json(response, 400, { error: step });
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const form = new URLSearchParams(await text(request));
    if (request.method === 'POST') forms.push(form);
    const { pathname } = new URL(request.url ?? '', issuer);
    const routes: Record<string, () => unknown> = {
      '/.well-known/oauth-authorization-server': () =>
        json(response, 200, {
          issuer,
          device_authorization_endpoint: `${issuer}/device`,
          token_endpoint: `${issuer}/token`,
          revocation_endpoint: `${issuer}/revoke`,
        }),
      '/device': () =>
        json(response, 200, {
          device_code: 'the device code',
          user_code: 'WDJB-MJHT',
          verification_uri: `${issuer}/enter`,
          verification_uri_complete: `${issuer}/enter?code=WDJB-MJHT`,
          expires_in: expiresIn,
          interval,
        }),
      '/token': () => exchange(form, response),
      '/revoke': () => {
        refreshTokens.set(form.get('token') ?? '', 'revoked');
        response.end();
      },
      '/v1/cases': () => {
        const [, token = ''] = (request.headers.authorization ?? '').split(' ');
        if (access.has(token)) json(response, 200, { items: [], nextCursor: null });
        else json(response, 401, { error: { code: 'unauthenticated', message: 'No.', details: null } });
      },
    };
    (routes[pathname] ?? (() => response.writeHead(404).end()))();
  }

  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: issuer,
    /** What was posted, in its order. */
    forms,
    /** How each refresh token stands. */
    refreshTokens,
    answerWith: (...next: Step[]) => void (steps = next),
    /** Metadata then name another server. */
    pretend: (other: string) => void (issuer = other),
    stop: () => server.close(),
  };
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
