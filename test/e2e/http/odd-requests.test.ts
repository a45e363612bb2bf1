import { type Route, routes } from '@evict/contract';
import { describe, expect, test } from 'vitest';
import { pathToNothing } from '../support/paths.ts';
import { nextAddress } from '../support/api.ts';
import { newAttorney } from '../support/attorneys.ts';
import { type ExactRequest, exactly } from '../support/exact-request.ts';
import { buildFacts } from '../support/facts.ts';
import { sharedService } from '../support/service.ts';

const service = await sharedService();
const { stack, check, signUp } = service;
const [mine, other] = await Promise.all([signUp(), signUp()]);
const [own, foreign] = await Promise.all([mine.create(buildFacts()), other.create(buildFacts())]);
const ofKey = { authorization: `Bearer ${mine.credential}` };
const ofSession = { authorization: `Bearer ${mine.session.credential}` };
const attorney = await newAttorney(service);
const ofAttorney = { authorization: `Bearer ${attorney.credential}` };
const ofSignedIn = { authorization: `Bearer ${await attorney.signIn()}` };
const all = Object.entries<Route>(routes);
const website = { origin: 'https://www.example.com', 'access-control-request-method': 'POST' };

/** Sends the request with the customer's key, unless the headers have another credential. */
async function ask(method: string, path: string, { headers, ...more }: Partial<ExactRequest> = {}) {
  const sent = { ...ofKey, 'x-forwarded-for': nextAddress(), ...headers };
  const response = await exactly(stack.baseUrl, { method, path, ...more, headers: sent });
  if (method !== 'HEAD' && method !== 'OPTIONS') check(method, path, response);
  expect(response.bytes.toString(), 'nothing of another organization').not.toContain(foreign.id);
  return response;
}

async function refusal(...request: Parameters<typeof ask>) {
  const { status, body } = await ask(...request);
  return `${status} ${body?.error?.code}`;
}

describe.each(all)('%s', (_name, route) => {
  const [path = ''] = pathToNothing(route).split('?');
  const headers = {
    none: ofKey,
    customer: ofKey,
    session: ofSession,
    anySession: ofSession,
    attorney: ofAttorney,
    attorneySession: ofSignedIn,
  }[route.auth];

  test('accepts exactly one spelling of its path', async () => {
    const [, first = ''] = path.split('/').slice(1);
    const encoded = path.replace(`/${first}`, `/%${first.charCodeAt(0).toString(16)}${first.slice(1)}`);
    const others = [`${path}/`, `${path}//`, `/${path}`, path.toUpperCase(), path.replace('/v1/', '/v1//'), encoded];
    for (const spelled of [...others, `/v1/..${path}`, `${path}%2F`, `${path}%00`, `${path};a=1`]) {
      expect(await refusal(route.method, spelled, { headers }), spelled).toBe('404 not_found');
    }
  });

  test('is not found with any other method', async () => {
    const taken = new Set(all.filter(([, one]) => one.path === route.path).map(([, { method }]) => method as string));
    const options = await ask('OPTIONS', path);
    expect([options.status, options.body.error.code]).toEqual([404, 'not_found']);
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE'].filter((one) => !taken.has(one))) {
      expect(await refusal(method, path, { headers }), method).toBe('404 not_found');
    }
  });

  test('allows cross-origin calls only from the website, and only if it is a POST that needs no credential', async () => {
    const isAllowed = route.auth === 'none' && route.method === 'POST';
    const asked = await ask('OPTIONS', path, { headers: website });
    expect([asked.status, asked.headers.get('access-control-allow-origin')]).toEqual(
      isAllowed ? [204, website.origin] : [404, null],
    );
    const elsewhere = await ask('OPTIONS', path, { headers: { ...website, origin: 'https://evil.example' } });
    expect([elsewhere.status, elsewhere.headers.get('access-control-allow-origin')]).toEqual([404, null]);
  });

  test('responds to HEAD with the status and length of GET, but no body', async () => {
    const head = await ask('HEAD', path, { headers });
    const get = await ask('GET', path, { headers });
    expect([head.status, head.bytes.length]).toEqual([get.status, 0]);
    expect(head.headers.get('content-length')).toBe(get.headers.get('content-length'));
  });
});

describe('if a header is repeated', () => {
  const path = `/v1/cases/${own.id}`;
  const theirs = `Bearer ${other.credential}`;

  test('Authorization is treated as missing, whatever the order of its values', async () => {
    for (const authorization of [
      [ofKey.authorization, theirs],
      [theirs, ofKey.authorization],
      [ofKey.authorization, ofKey.authorization],
      [ofKey.authorization, ''],
    ]) {
      expect(await refusal('GET', path, { headers: { authorization } })).toBe('401 unauthenticated');
    }
    const joined = `${ofKey.authorization}, ${theirs}`;
    expect(await refusal('GET', path, { headers: { authorization: joined } })).toBe('401 unauthenticated');
  });

  test('Idempotency-Key is refused, and nothing is created', async () => {
    const { organizationId } = mine;
    const count = () => stack.store.prisma.case.count({ where: { organizationId } });
    const before = await count();
    const raw = JSON.stringify(buildFacts());
    for (const keys of [
      ['one', 'two'],
      ['one', 'one'],
      ['', 'one'],
    ]) {
      const sent = { raw, headers: { 'idempotency-key': keys } };
      expect(await refusal('POST', '/v1/cases', sent)).toBe('400 invalid_request');
    }
    expect(await count()).toBe(before);
  });

  test('X-Service-Mode is refused', async () => {
    for (const modes of [
      ['test', 'live'],
      ['test', 'test'],
    ]) {
      const headers = { authorization: `Bearer ${mine.session.credential}`, 'x-service-mode': modes };
      expect(await refusal('GET', path, { headers })).toBe('400 invalid_request');
    }
  });

  test('the first Content-Type is used', async () => {
    const response = (types: string[]) => ask('POST', '/v1/cases', { raw: '{}', headers: { 'content-type': types } });
    expect((await response(['text/plain', 'application/json'])).status).toBe(415);
    expect((await response(['application/json', 'text/plain'])).status).toBe(400);
  });
});

test('request headers of less than 16 KB are processed whatever they contain, and larger ones are refused', async () => {
  const large = 'x'.repeat(12_000);
  expect(await refusal('GET', `/v1/cases/${large}`)).toBe('404 not_found');
  expect(await refusal('GET', `/v1/cases?cursor=${large}`)).toBe('400 invalid_request');
  expect(await refusal('GET', '/v1/cases', { headers: { authorization: `Bearer ${large}` } })).toBe(
    '401 unauthenticated',
  );
  const keyed = { raw: '{}', headers: { 'idempotency-key': large } };
  expect(await refusal('POST', '/v1/cases', keyed)).toBe('400 invalid_request');
  const huge = { headers: { ...ofKey, 'x-more': 'x'.repeat(20_000) } };
  const response = await exactly(stack.baseUrl, { method: 'GET', path: '/v1/cases', ...huge });
  expect([response.status, response.body.error.code]).toEqual([400, 'invalid_request']);
});

describe('percent-encoding', () => {
  test('is decoded in an id', async () => {
    const encoded = (id: string) => `/v1/cases/%63${id.slice(1).replace('_', '%5F')}`;
    expect((await ask('GET', encoded(own.id))).body.id).toBe(own.id);
    expect(await refusal('GET', encoded(foreign.id))).toBe('404 not_found');
  });

  const odd = [
    '%00',
    '%2F',
    '%2f..%2f',
    '%0d%0aX-Made:%20up',
    '%zz',
    '%',
    '%ff',
    '%c0%af',
    '%ED%A0%80',
    '%252F',
    '+',
    '%20',
  ];
  test.each(odd)('%s added to an id makes it unknown', async (end) => {
    for (const id of [own.id, foreign.id]) {
      for (const path of [`/v1/cases/${id}${end}`, `/v1/cases/${id}${end}/events`, `/v1/cases/${end}${id}`]) {
        const response = await ask('GET', path);
        expect([response.status, response.headers.get('x-made')], path).toEqual([404, null]);
      }
    }
  });

  test.each(['%00', '%ff', '%zz', '%', '%ED%A0%80', '%F0%9F%98%80'])(
    '%s in a query parameter never causes a server error',
    async (text) => {
      for (const query of [`limit=${text}`, `cursor=${text}`]) {
        expect(await refusal('GET', `/v1/cases?${query}`), query).toBe('400 invalid_request');
      }
      expect((await ask('GET', `/v1/cases?${text}=1`)).status).toBe(200);
      for (const field of ['county', 'city']) {
        const { status } = await ask('GET', `/v1/jurisdictions/resolve?state=ZZ&${field}=${text}`);
        expect([200, 400], field).toContain(status);
      }
      expect((await ask('GET', `/v1/cases/${own.id}?a=${text}`)).body.id).toBe(own.id);
    },
  );
});

describe('a query parameter', () => {
  test.each([
    '/v1/cases?limit=1&limit=1',
    '/v1/cases?limit=1&limit=2',
    '/v1/cases?cursor=a&cursor=b',
    '/v1/jurisdictions/resolve?state=ZZ&state=ZZ',
    '/v1/jurisdictions/resolve?state=ZZ&city=a&city=b',
  ])('is refused if it is repeated: %s', async (path) => {
    expect(await refusal('GET', path)).toBe('400 invalid_request');
  });

  test.each([
    'limit[]=1',
    'limit[a]=0',
    '__proto__=1',
    '__proto__[limit]=0',
    'constructor=1&constructor=2',
    'organizationId=1',
    'Limit=0',
  ])('is ignored if it is unknown: %s', async (query) => {
    expect((await ask('GET', `/v1/cases?${query}`)).body).toEqual((await ask('GET', '/v1/cases')).body);
    const resolve = '/v1/jurisdictions/resolve?state=ZZ';
    expect((await ask('GET', `${resolve}&State=MD&${query}`)).body).toEqual((await ask('GET', resolve)).body);
  });

  test('is ignored by an operation without parameters', async () => {
    expect((await ask('GET', `/v1/cases/${own.id}?id=${own.id}&id=x&_method=DELETE`)).body.id).toBe(own.id);
    expect(await refusal('GET', `/v1/cases/${foreign.id}?id=${own.id}`)).toBe('404 not_found');
    expect((await ask('GET', '/v1/cases?')).body.items).toHaveLength(1);
  });
});
