import { credentialPrefixes, mintCredential } from '@evict/credentials';
import { createApiKey } from '@evict/store/accounts';
import { expect, test } from 'vitest';
import { inLiveMode, marylandFacts } from '../support/live.ts';
import { startService } from '../support/service.ts';

const service = await startService({ liveMode: true });
const { stack, signUp, actingAs } = service;

test('a session acts in the mode it names, a key in that of its prefix whatever it names', async () => {
  const customer = await signUp();
  const { organizationId } = customer;
  const live = inLiveMode(service, customer);
  const { secret, hash, lastFour } = mintCredential(credentialPrefixes.liveKey);
  await createApiKey(stack.store, { organizationId, mode: 'live' }, { hash, lastFour, maxActive: 10 });
  const keyNamingTest = actingAs(secret, { 'x-service-mode': 'test' });
  const testKeyNamingLive = actingAs(customer.credential, { 'x-service-mode': 'live' });
  const inLive = await live.create(marylandFacts());
  const inTest = await customer.create(marylandFacts());
  expect([inLive.mode, inTest.mode]).toEqual(['live', 'test']);
  for (const one of [live, actingAs(secret), keyNamingTest]) {
    expect((await one.send('GET', '/v1/cases')).body.items).toEqual([inLive]);
  }
  for (const one of [customer, customer.session, testKeyNamingLive]) {
    expect((await one.send('GET', '/v1/cases')).body.items).toEqual([inTest]);
  }
});
