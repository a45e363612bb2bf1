import { randomBytes } from 'node:crypto';
import { createAccount } from '@evict/store/accounts';
import {
  createAttorney,
  createAttorneyToken,
  listAttorneys,
  setAttorneyLicenses,
  setAttorneyVerified,
} from '@evict/store/attorneys';
import { openTestStore } from '@evict/store/testing';
import { cloneDatabase } from '@evict/testkit';
import { afterAll, expect, test } from 'vitest';

const store = openTestStore(await cloneDatabase());
afterAll(() => store.close());

const avery = {
  name: 'Avery',
  email: 'Avery@example.com',
  barNumber: '12345',
  states: ['VA', 'MD', 'VA'],
  verified: true,
};
const nobody = 'usr_00000000-0000-4000-8000-000000000000';
const newToken = () => ({ hash: randomBytes(32), lastFour: 'abcd' });

async function make(changes: Partial<typeof avery> = {}): Promise<string> {
  const id = await createAttorney(store, { ...avery, email: `${crypto.randomUUID()}@example.com`, ...changes });
  if (id === null) throw new Error('the address is taken');
  return id;
}

async function listed(id: string) {
  return (await listAttorneys(store)).find((attorney) => attorney.id === id);
}

test('a new attorney gets a license for each of their states, and an email address belongs to only one user, regardless of upper and lower case', async () => {
  const id = await make({ email: 'Avery@example.com' });
  expect(await listed(id)).toEqual({
    ...avery,
    id,
    states: undefined,
    licensedStates: ['MD', 'VA'],
    licenses: [
      { state: 'MD', barNumber: '12345' },
      { state: 'VA', barNumber: '12345' },
    ],
    asksFirst: false,
    openCases: 0,
    tokens: [],
  });
  expect(await createAttorney(store, { ...avery, email: 'aVERY@example.com' })).toBeNull();
  const customer = { name: 'Robin', organizationName: 'Holdings', passwordHash: 'x', sessionHash: randomBytes(32) };
  expect(await createAccount(store, { ...customer, email: 'avery@Example.com' })).toBeNull();
  await createAccount(store, { ...customer, email: 'robin@example.com' });
  expect(await createAttorney(store, { ...avery, email: 'ROBIN@example.com' })).toBeNull();
});

test("a customer or an unknown user can't be verified, licensed or given a token as an attorney", async () => {
  const customer = { name: 'Robin', organizationName: 'Holdings', passwordHash: 'x', sessionHash: randomBytes(32) };
  const account = await createAccount(store, { ...customer, email: 'owner@example.com' });
  for (const id of [nobody, account?.user.id ?? '']) {
    expect(await setAttorneyVerified(store, id, true)).toBe(false);
    expect(await setAttorneyLicenses(store, id, ['MD'])).toBe(false);
    expect(await createAttorneyToken(store, id, newToken())).toBeNull();
  }
});
