import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** The token endpoint's response to a device code: an RFC 8628 error, `grant`, `cut` for no response, or a status. */
export type Step = string | number;

/**
 * Starts a service that implements RFC 8628, RFC 6749 and RFC 7009, with an API that accepts its access tokens and has
 * one event feed. Refresh tokens rotate, and using one twice ends the sign-in.
 */
export async function startAuthorizationServer({ lifetimeSeconds = 3600, interval = 0, expiresIn = 600 } = {}) {
  const forms: URLSearchParams[] = [];
  const access = new Set<string>();
  const refreshTokens = new Map<string, 'fresh' | 'spent' | 'revoked'>();
  let steps: Step[] = ['grant'];
  const failing = new Map<string, number[]>();
  const asked: string[] = [];
  const feed = { name: 'test', length: 0 };
  let url = '';

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
    else if (typeof step === 'number') fail(response, step, { 'retry-after': '30' });
    else json(response, 400, { error: step });
  }

  /** Sends a page of the feed. A cursor belongs to the feed that issued it. */
  function page(cursor: string | null, response: ServerResponse): void {
    if (cursor === 'now') return json(response, 200, { items: [], nextCursor: `${feed.name}:${feed.length}` });
    if (cursor?.startsWith('2026-')) return json(response, 200, { items: [], nextCursor: `${feed.name}:0` });
    const [name, position = '0'] = cursor?.split(':') ?? [feed.name];
    const issues = [{ path: 'cursor', code: 'cursor', message: 'Must be a cursor of this feed.' }];
    if (name !== feed.name)
      return json(response, 400, { error: { code: 'invalid_request', message: 'No.', details: { issues } } });
    const first = Number(position);
    const end = Math.min(first + 100, feed.length);
    const items = Array.from({ length: end - first }, (_, index) => ({
      id: `${name}-${first + index}`,
      type: 'case.submit',
      caseId: 'case_1',
      state: 'submitted',
      createdAt: '2026-07-01T09:31:00.000Z',
    }));
    return json(response, 200, { items, nextCursor: `${name}:${end}` });
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const form = new URLSearchParams(await text(request));
    if (request.method === 'POST') forms.push(form);
    const { pathname, searchParams } = new URL(request.url ?? '', url);
    const cursor = searchParams.get('cursor');
    const what = cursor === null ? pathname : `${pathname} ${cursor}`;
    asked.push(what);
    const status = failing.get(what)?.shift();
    if (status !== undefined) return fail(response, status);
    const [, token = ''] = (request.headers.authorization ?? '').split(' ');
    const isBarred = pathname.startsWith('/v1/') && !access.has(token);
    if (isBarred) return json(response, 401, { error: { code: 'unauthenticated', message: 'No.', details: null } });
    const routes: Record<string, () => unknown> = {
      '/oauth/device': () =>
        json(response, 200, {
          device_code: 'the device code',
          user_code: 'WDJB-MJHT',
          verification_uri: `${url}/enter`,
          verification_uri_complete: `${url}/enter?code=WDJB-MJHT`,
          expires_in: expiresIn,
          interval,
        }),
      '/oauth/token': () => exchange(form, response),
      '/oauth/revoke': () => {
        refreshTokens.set(form.get('token') ?? '', 'revoked');
        response.end();
      },
      '/v1/cases': () => json(response, 200, { items: [], nextCursor: null }),
      '/v1/organization': () =>
        json(response, 200, { id: 'org_1', name: 'Holdings', credential: { mode: feed.name, scopes: ['read'] } }),
      '/v1/events': () => page(cursor, response),
    };
    return void (routes[pathname] ?? (() => response.writeHead(404).end()))();
  }

  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    /** The posted forms, in order. */
    forms,
    /** The path of each request, with its cursor. */
    asked,
    /** The current feed. To simulate another mode, change its name. */
    feed,
    /** Makes the next requests with this path, and cursor if one is given, fail with these statuses. */
    failWith: (what: string, ...statuses: number[]) => void failing.set(what, statuses),
    /** The state of each refresh token. */
    refreshTokens,
    answerWith: (...next: Step[]) => void (steps = next),
    stop: () => server.close(),
  };
}

/** Responds with an error of the API, whose `error` is an object and not an OAuth error code. */
function fail(response: ServerResponse, status: number, headers: Record<string, string> = {}): void {
  json(response, status, { error: { code: 'busy', message: 'Later.', details: null } }, headers);
}

function json(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}
