import { expect } from 'vitest';
import { nextAddress } from './api.ts';
import { createBrowser, TestApp } from './oauth.ts';
import type { Customer, startService } from './service.ts';

export const redirectUri = 'http://127.0.0.1:51234/callback';

export type Session = Pick<Customer, 'send'>;
export type Form = Record<string, string>;

export const idOf = (app: TestApp) => app.client?.client_id ?? '';

/** Provides the actions of an app, a browser and a member when an app is connected. */
export function connecting(service: Awaited<ReturnType<typeof startService>>) {
  const { baseUrl, store } = service.stack;
  /** Consents to a request the way a member does on the consent page. */
  const consent = (session: Session, request: string, more: object = {}, mode = 'test') =>
    session.send('POST', '/v1/connections', { headers: { 'x-service-mode': mode }, body: { request, ...more } });

  /** Starts an app's authorization request in a browser. */
  async function ask(app: TestApp, browser = createBrowser()) {
    expect(await app.run(baseUrl)).toBe('REDIRECT');
    const { status, location } = await browser(app.authorizeUrl ?? '');
    expect([status, location?.pathname]).toEqual([303, '/authorize']);
    return { browser, request: location?.searchParams.get('request') ?? '' };
  }

  /** Creates an app with the authorization code that it gets after a consent. */
  async function withCode(session: Session, more: object = {}, mode = 'test', app = new TestApp()) {
    const { browser, request } = await ask(app);
    const { status, body } = await consent(session, request, more, mode);
    expect(status).toBe(201);
    const { location } = await browser(body.continueUrl);
    expect(location?.href.startsWith(`${redirectUri}?`)).toBe(true);
    expect(location?.searchParams.get('iss')).toBe(baseUrl);
    expect(location?.searchParams.get('state')).toBe('of the app');
    return { app, code: location?.searchParams.get('code') ?? '', id: body.id as string, body, request, browser };
  }

  /** Connects an app, and returns it with its tokens. */
  async function connect(session: Session, more: object = {}, mode = 'test', app = new TestApp()) {
    const rest = await withCode(session, more, mode, app);
    expect(await app.run(baseUrl, rest.code)).toBe('AUTHORIZED');
    return { ...rest, token: app.kept?.access_token ?? '', refresh: app.kept?.refresh_token ?? '' };
  }

  /** Posts a form the way an app does, without the client of the MCP SDK. */
  async function post(path: string, form: Form) {
    const headers = { 'x-forwarded-for': nextAddress() };
    const response = await fetch(`${baseUrl}${path}`, { method: 'POST', headers, body: new URLSearchParams(form) });
    return { status: response.status, body: JSON.parse((await response.text()) || 'null') };
  }

  const exchange = (app: TestApp, code: string, more: Form = {}) =>
    post('/oauth/token', {
      grant_type: 'authorization_code',
      client_id: app.client?.client_id ?? '',
      redirect_uri: redirectUri,
      code_verifier: app.verifier,
      code,
      ...more,
    });

  const refreshWith = (clientId: string, refresh_token: string, more: Form = {}) =>
    post('/oauth/token', { grant_type: 'refresh_token', client_id: clientId, refresh_token, ...more });

  const works = async (token: string) => (await service.actingAs(token).send('GET', '/v1/cases')).status;
  const audited = async (organizationId: string) =>
    (await store.prisma.auditEvent.findMany({ where: { organizationId }, orderBy: { id: 'asc' } }))
      .filter(({ action }) => action.startsWith('app_'))
      .map(({ action, actorType }) => `${action} by ${actorType}`);

  return { consent, ask, withCode, connect, post, exchange, refreshWith, works, audited };
}
