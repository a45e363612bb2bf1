import { type Route, routes } from '@evict/contract';
import { credentialPrefixes, mintCredential } from '@evict/credentials';
import { createApiKey } from '@evict/store/accounts';
import { describe, expect, test } from 'vitest';
import { buildSignup } from '../support/api.ts';
import { buildFacts } from '../support/facts.ts';
import { inLiveMode, marylandFacts } from '../support/live.ts';
import { expectRefusal } from '../support/refusals.ts';
import { type Customer, startService } from '../support/service.ts';

const withLive = await startService({ liveMode: true });
const withoutLive = await startService({ liveMode: false });

const protectedRoutes = Object.values<Route>(routes).filter(({ auth }) => auth === 'customer' || auth === 'session');

function callAll(customer: Customer) {
  const uuid = '00000000-0000-4000-8000-000000000000';
  return protectedRoutes.map(({ method, path }) => customer.send(method, path.replaceAll(/\{\w+\}/g, `case_${uuid}`)));
}

/** A live key, made before live mode was switched off. */
async function liveKey({ stack, actingAs }: typeof withoutLive, organizationId: string): Promise<Customer> {
  const { secret, hash, lastFour } = mintCredential(credentialPrefixes.liveKey);
  await createApiKey(stack.store, { organizationId, mode: 'live' }, { hash, lastFour, maxActive: 10 });
  return actingAs(secret);
}

describe.each([
  ['on', withLive, { test: true, live: true }],
  ['off', withoutLive, { test: true, live: false }],
] as const)('with live mode %s', (_, { send, actingAs }, modes) => {
  test('sign-up, sign-in and me show which modes exist', async () => {
    const { name, organizationName, email, password } = buildSignup();
    const signup = await send('POST', '/v1/auth/signup', { body: { name, organizationName, email, password } });
    const login = await send('POST', '/v1/auth/login', { body: { email, password } });
    const me = await actingAs(login.body.token).send('GET', '/v1/me');
    for (const { body } of [signup, login, me]) expect(body.modes).toEqual(modes);
  });
});

describe('with live mode off', () => {
  test('a session in live mode and a live key are 403 at every endpoint that takes them', async () => {
    const customer = await withoutLive.signUp();
    const key = await liveKey(withoutLive, customer.organizationId);
    for (const responding of callAll(inLiveMode(withoutLive, customer))) {
      await expectRefusal(responding, 403, 'live_unavailable');
    }
    for (const [index, responding] of callAll(key).entries()) {
      const isForSessions = protectedRoutes[index]?.auth === 'session';
      await expectRefusal(responding, 403, isForSessions ? 'forbidden' : 'live_unavailable');
    }
    expect((await customer.session.send('GET', '/v1/me')).status).toBe(200);
  });

  test('a session and a key act in test mode as before', async () => {
    const customer = await withoutLive.signUp();
    const inTest = withoutLive.actingAs(customer.session.credential, { 'x-service-mode': 'test' });
    const { id } = await inTest.create(buildFacts());
    expect((await customer.read(id)).mode).toBe('test');
  });
});

describe('with live mode on', () => {
  test('a session acts in the mode it names, a key in that of its prefix whatever it names', async () => {
    const customer = await withLive.signUp();
    const live = inLiveMode(withLive, customer);
    const byLiveKey = await liveKey(withLive, customer.organizationId);
    const keyNamingTest = withLive.actingAs(byLiveKey.credential, { 'x-service-mode': 'test' });
    const testKeyNamingLive = withLive.actingAs(customer.credential, { 'x-service-mode': 'live' });
    const inLive = await live.create(marylandFacts());
    const inTest = await customer.create(marylandFacts());
    expect([inLive.mode, inTest.mode]).toEqual(['live', 'test']);
    for (const one of [live, byLiveKey, keyNamingTest]) {
      expect((await one.send('GET', '/v1/cases')).body.items).toEqual([inLive]);
    }
    for (const one of [customer, customer.session, testKeyNamingLive]) {
      expect((await one.send('GET', '/v1/cases')).body.items).toEqual([inTest]);
    }
  });

  test('everything of a live case is 404 in the other mode and for another organization', async () => {
    const customer = await withLive.signUp();
    const live = inLiveMode(withLive, customer);
    const { id } = await live.submitted(marylandFacts());
    await live.send('POST', `/v1/cases/${id}/notes`, { body: { body: 'Ours.' } });
    const { items } = (await live.send('GET', `/v1/cases/${id}/charges`)).body;
    const stranger = inLiveMode(withLive, await withLive.signUp());
    for (const other of [customer, customer.session, stranger]) {
      for (const [method, path, body] of [
        ['GET', 'notes'],
        ['POST', 'notes', { body: 'Theirs.' }],
        ['GET', 'charges'],
        ['POST', `charges/${items[0].id}/checkout`],
        ['POST', `charges/${items[0].id}/confirm`],
      ] as const) {
        await expectRefusal(other.send(method, `/v1/cases/${id}/${path}`, { body }), 404, 'not_found');
      }
    }
    expect((await live.send('GET', `/v1/cases/${id}/notes`)).body.items.length).toBe(1);
  });

  test('both modes share the organization, and neither lists the keys of the other', async () => {
    const customer = await withLive.signUp();
    const live = inLiveMode(withLive, customer);
    const { id } = (await live.send('POST', '/v1/api-keys')).body;
    expect((await live.send('GET', '/v1/organization')).body).toEqual(
      (await customer.send('GET', '/v1/organization')).body,
    );
    const listed = await Promise.all([live, customer].map((one) => one.send('GET', '/v1/api-keys')));
    expect(listed.map(({ body }) => body.items.map((key: { mode: string }) => key.mode))).toEqual([['live'], ['test']]);
    await expectRefusal(customer.session.send('DELETE', `/v1/api-keys/${id}`), 404, 'not_found');
  });
});
