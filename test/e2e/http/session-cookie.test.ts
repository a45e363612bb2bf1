import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { buildSignup, nextAddress } from '../support/api.ts';
import { addAttorney, attorneyPassword, signInAttorney } from '../support/attorneys.ts';
import { sharedService } from '../support/service.ts';

// Pages of the website act for a signed-in user with a token in a cookie that no script can read.

const service = await sharedService();
const { baseUrl, store } = service.stack;
const origin = 'https://www.example.com';
/** The headers that a browser adds to a request from a page of the website. */
const ofPage = { 'sec-fetch-site': 'same-origin', origin };
const asCustomer = { ...ofPage, 'x-website-session': 'customer' };
const asAttorney = { ...ofPage, 'x-website-session': 'attorney' };

interface Sent {
  headers?: Record<string, string>;
  cookie?: string;
  body?: object;
}

async function ask(method: string, path: string, { headers = {}, cookie = '', body }: Sent = {}) {
  const response = await fetch(baseUrl + path, {
    method,
    headers: {
      'x-forwarded-for': nextAddress(),
      ...(body && { 'content-type': 'application/json' }),
      ...(cookie !== '' && { cookie }),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: text === '' ? null : JSON.parse(text),
    set: response.headers.getSetCookie(),
  };
}

/** Returns the `Cookie` header that a browser sends after it has received these cookies. */
const cookieOf = (set: readonly string[]) => set.map((one) => one.split(';')[0]).join('; ');
const tokenIn = (cookie: string) => cookie.slice(cookie.indexOf('=') + 1);

async function signUp() {
  const person = buildSignup();
  const { body, set } = await ask('POST', '/v1/auth/signup', { headers: asCustomer, body: person });
  return { person, id: body.user.id as string, cookie: cookieOf(set) };
}

async function newAttorney() {
  const attorney = await addAttorney(store);
  await signInAttorney(service, attorney);
  const body = { email: attorney.email, password: attorneyPassword };
  const { body: account, set } = await ask('POST', '/v1/auth/attorney/login', { headers: asAttorney, body });
  return { ...attorney, account, cookie: cookieOf(set) };
}

const isEnded = (name: string) => expect.stringMatching(new RegExp(`^__Host-${name}=; Max-Age=0; Path=/; HttpOnly`));

describe('the session cookie', () => {
  test("contains the token from a sign-up or sign-in, but the response body doesn't", async () => {
    const person = buildSignup();
    const signedUp = await ask('POST', '/v1/auth/signup', { headers: asCustomer, body: person });
    const { email, password } = person;
    const signedIn = await ask('POST', '/v1/auth/login', { headers: asCustomer, body: { email, password } });
    expect([signedUp.status, signedIn.status]).toEqual([201, 200]);
    for (const { body, text, set } of [signedUp, signedIn]) {
      expect(Object.keys(body)).toEqual(['user', 'organization', 'modes']);
      expect(text).not.toContain('ess_');
      expect(set).toEqual([
        expect.stringMatching(
          /^__Host-session=ess_\w{49}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
        ),
      ]);
    }
    const attorney = await newAttorney();
    expect(Object.keys(attorney.account)).toEqual(['user']);
    expect(attorney.cookie).toMatch(/^__Host-attorney=ess_/);
  });

  test("isn't set for a program, which gets the token in the response body instead", async () => {
    const { body, set } = await ask('POST', '/v1/auth/signup', { body: buildSignup() });
    expect([body.token, set]).toEqual([expect.stringMatching(/^ess_/), []]);
  });

  test('can be used instead of an Authorization header', async () => {
    const { id, cookie } = await signUp();
    expect((await ask('GET', '/v1/me', { headers: asCustomer, cookie })).body.user.id).toBe(id);
    const key = await ask('POST', '/v1/api-keys', { headers: asCustomer, cookie });
    expect(key.body.secret).toMatch(/^eak_test_/);
    const live = { ...asCustomer, 'x-service-mode': 'live' };
    expect((await ask('POST', '/v1/api-keys', { headers: live, cookie })).body.secret).toMatch(/^eak_live_/);
    expect((await ask('GET', '/session', { headers: ofPage, cookie })).body).toEqual({
      customer: true,
      attorney: false,
    });
  });

  test("is refused and cleared if it doesn't contain the token of a valid session", async () => {
    const { cookie } = await signUp();
    const key = (await ask('POST', '/v1/api-keys', { headers: asCustomer, cookie })).body.secret as string;
    const invented = tokenIn(cookie).replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
    for (const sent of [`__Host-session=${key}`, `__Host-session=${invented}`, '__Host-session=', 'session=x', '']) {
      const { status, body, set } = await ask('GET', '/v1/me', { headers: asCustomer, cookie: sent });
      expect([status, body.error.code, set], sent).toEqual([401, 'unauthenticated', [isEnded('session')]]);
    }
    const wrong = { currentPassword: 'not my password', newPassword: 'four more words to remember' };
    const refused = await ask('PATCH', '/v1/me', { headers: asCustomer, cookie, body: wrong });
    expect([refused.body.error.code, refused.set]).toEqual(['invalid_credentials', []]);
    await ask('POST', '/v1/auth/logout', { headers: { authorization: `Bearer ${tokenIn(cookie)}` } });
    const ended = await ask('GET', '/v1/me', { headers: asCustomer, cookie });
    expect([ended.body.error.code, ended.set]).toEqual(['unauthenticated', [isEnded('session')]]);
  });

  test('is cleared by signing out, which ends its session', async () => {
    const { cookie } = await signUp();
    const out = await ask('POST', '/v1/auth/logout', { headers: asCustomer, cookie });
    expect([out.status, out.set, out.headers.get('clear-site-data')]).toEqual([204, [isEnded('session')], '"storage"']);
    expect((await ask('GET', '/v1/me', { headers: asCustomer, cookie })).status).toBe(401);
    const again = await ask('POST', '/v1/auth/logout', { headers: asCustomer });
    expect([again.status, again.headers.get('clear-site-data')]).toEqual([401, '"storage"']);
  });

  test('is replaced by the next sign-in, which ends the previous session', async () => {
    const { person, id, cookie } = await signUp();
    const { email, password } = person;
    const wrong = await ask('POST', '/v1/auth/login', {
      headers: asCustomer,
      cookie,
      body: { email, password: 'not my password' },
    });
    expect([wrong.status, wrong.set]).toEqual([401, []]);
    expect((await ask('GET', '/v1/me', { headers: asCustomer, cookie })).status).toBe(200);
    const { set } = await ask('POST', '/v1/auth/login', { headers: asCustomer, cookie, body: { email, password } });
    const next = cookieOf(set);
    expect((await ask('GET', '/v1/me', { headers: asCustomer, cookie })).status).toBe(401);
    expect((await ask('GET', '/v1/me', { headers: asCustomer, cookie: next })).status).toBe(200);
    const audit = await ask('GET', '/v1/audit-events?action=session_ended', { headers: asCustomer, cookie: next });
    expect(audit.body.items).toMatchObject([{ actor: { type: 'user', id } }]);
  });

  test("of an attorney can exist beside a customer's, and signing out clears only one of them", async () => {
    const [customer, attorney] = [await signUp(), await newAttorney()];
    const cookie = `${customer.cookie}; ${attorney.cookie}`;
    expect((await ask('GET', '/session', { headers: ofPage, cookie })).body).toEqual({
      customer: true,
      attorney: true,
    });
    expect((await ask('GET', '/v1/attorney/queue', { headers: asAttorney, cookie })).status).toBe(200);
    expect((await ask('GET', '/v1/attorney/queue', { headers: asCustomer, cookie })).status).toBe(403);
    expect((await ask('GET', '/v1/cases', { headers: asCustomer, cookie })).status).toBe(200);
    const out = await ask('POST', '/v1/auth/logout', { headers: asAttorney, cookie });
    expect([out.status, out.set]).toEqual([204, [isEnded('attorney')]]);
    expect((await ask('GET', '/v1/attorney/queue', { headers: asAttorney, cookie })).status).toBe(401);
    expect((await ask('GET', '/v1/cases', { headers: asCustomer, cookie })).status).toBe(200);
  });
});

describe('a request with the session cookie', () => {
  test.each([
    ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
    ['another site that hides its origin', { 'sec-fetch-site': 'cross-site' }],
    ["another site that claims the website's origin", { 'sec-fetch-site': 'cross-site', origin }],
    ['another subdomain', { 'sec-fetch-site': 'same-site', origin: 'https://other.example.com' }],
    ['another port or protocol', { 'sec-fetch-site': 'same-site', origin: 'http://www.example.com' }],
    ['another origin, in a browser without Sec-Fetch-Site', { origin: 'https://evil.example' }],
    ['an opaque origin', { origin: 'null' }],
    ['the address bar', { 'sec-fetch-site': 'none' }],
    ['an unknown source', {}],
  ])('is refused if it comes from %s', async (_from, headers) => {
    const { cookie } = await signUp();
    const asked = { ...headers, 'x-website-session': 'customer' };
    const name = `Renamed ${randomUUID()}`;
    for (const sent of [
      await ask('GET', '/v1/me', { headers: asked, cookie }),
      await ask('PATCH', '/v1/organization', { headers: asked, cookie, body: { name } }),
      await ask('POST', '/v1/auth/login', { headers: asked, cookie, body: { email: 'a@example.com', password: 'x' } }),
      await ask('GET', '/session', { headers, cookie }),
    ])
      expect([sent.status, sent.body.error.code, sent.set]).toEqual([403, 'forbidden', []]);
    // A form or a link can't send the X-Website-Session header, and without it the cookie is ignored.
    expect((await ask('POST', '/v1/auth/logout', { headers, cookie })).status).toBe(401);
    expect((await ask('PATCH', '/v1/organization', { headers, cookie, body: { name } })).status).toBe(401);
    const { body } = await ask('GET', '/v1/me', { headers: asCustomer, cookie });
    expect(body.organization.name).not.toBe(name);
  });

  test("isn't allowed by a preflight from another site", async () => {
    const preflight = { origin: 'https://evil.example', 'access-control-request-method': 'PATCH' };
    const { status, headers } = await ask('OPTIONS', '/v1/organization', { headers: preflight });
    expect([status, headers.get('access-control-allow-origin')]).toEqual([404, null]);
    const login = { origin, 'access-control-request-method': 'POST' };
    const allowed = (await ask('OPTIONS', '/v1/auth/login', { headers: login })).headers;
    expect(allowed.get('access-control-allow-headers')).not.toMatch(/x-website-session/i);
    expect(allowed.get('access-control-allow-credentials')).toBeNull();
  });
});

test('in a browser that sends no Sec-Fetch-Site, a page of the website is recognized by its origin', async () => {
  const { id, cookie } = await signUp();
  const headers = { origin, 'x-website-session': 'customer' };
  expect((await ask('GET', '/v1/me', { headers, cookie })).body.user.id).toBe(id);
});

test('an Authorization header is refused together with X-Website-Session, and otherwise takes precedence over the session cookie', async () => {
  const [one, other] = [await signUp(), await signUp()];
  const authorization = `Bearer ${tokenIn(other.cookie)}`;
  const both = await ask('GET', '/v1/me', { headers: { ...asCustomer, authorization }, cookie: one.cookie });
  expect([both.status, both.body.error.code]).toEqual([401, 'unauthenticated']);
  const header = await ask('GET', '/v1/me', { headers: { ...ofPage, authorization }, cookie: one.cookie });
  expect(header.body.user.id).toBe(other.id);
});

test('the session cookie is ignored without X-Website-Session, even on a page of the website', async () => {
  const { cookie } = await signUp();
  expect((await ask('GET', '/v1/me', { headers: ofPage, cookie })).status).toBe(401);
  const unknown = { ...ofPage, 'x-website-session': 'owner' };
  expect((await ask('GET', '/v1/me', { headers: unknown, cookie })).status).toBe(403);
});
