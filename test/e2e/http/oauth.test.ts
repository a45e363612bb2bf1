import { expect, test } from 'vitest';
import { connectAgent } from '../support/agent.ts';
import { createBrowser, newVerifier, TestApp } from '../support/oauth.ts';
import { expectRefusal } from '../support/refusals.ts';
import { type Customer, startService } from '../support/service.ts';

const service = await startService({ liveMode: true, website: true });
const { baseUrl, store } = service.stack;

type Session = Pick<Customer, 'send'>;

/** What a member does on the consent page. */
const consent = (session: Session, request: string, more: object = {}, mode = 'test') =>
  session.send('POST', '/v1/connections', { headers: { 'x-service-mode': mode }, body: { request, ...more } });

/** The app asks in a browser. */
async function ask(app: TestApp, browser = createBrowser()) {
  expect(await app.run(baseUrl)).toBe('REDIRECT');
  const { status, location } = await browser(app.authorizeUrl ?? '');
  expect([status, location?.pathname]).toEqual([303, '/authorize']);
  return { browser, request: location?.searchParams.get('request') ?? '' };
}

/** A connected app with its tokens. */
async function connect(session: Session, { app = new TestApp(), more = {}, mode = 'test' } = {}) {
  const { browser, request } = await ask(app);
  const { status, body } = await consent(session, request, more, mode);
  expect(status).toBe(201);
  const { location } = await browser(body.continueUrl);
  expect(location?.href).toMatch(/^http:\/\/127\.0\.0\.1:51234\/callback\?code=/);
  const code = location?.searchParams.get('code') ?? '';
  expect(location?.searchParams.get('state')).toBe('of the app');
  expect(await app.run(baseUrl, code)).toBe('AUTHORIZED');
  return { app, code, id: body.id as string, request };
}

test("the protocol's own client connects, works, refreshes and is disconnected", async () => {
  const account = await service.signUp();
  const { app, id } = await connect(account.session);
  const token = app.kept?.access_token ?? '';
  expect(token).toMatch(/^eoa_/);
  expect(app.kept).toMatchObject({ expires_in: 900, scope: 'read write submit' });
  const agent = await connectAgent(baseUrl, token);
  expect((await agent.call('list_cases')).body).toMatchObject({ items: [] });
});
