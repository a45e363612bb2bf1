import { randomUUID } from 'node:crypto';
import type { Organization } from '@evict/contract';
import { credentialPrefixes, mintCredential } from '@evict/credentials';
import { newId } from '@evict/store/ids';
import { describe, expect, test } from 'vitest';
import { inLiveMode } from '../support/live.ts';
import { expectIssues, expectRefusal } from '../support/refusals.ts';
import { type Customer, startService } from '../support/service.ts';

const service = await startService({ liveMode: true });
const { stack, signUp, actingAs } = service;

async function read(customer: Customer): Promise<Organization> {
  const { status, body } = await customer.send('GET', '/v1/organization');
  expect(status).toBe(200);
  return body;
}

function rename(customer: Customer, body: unknown) {
  return customer.send('PATCH', '/v1/organization', { body });
}

/** Another user of the organization, signed in. */
async function addMember(organizationId: string, role: 'owner' | 'member'): Promise<Customer> {
  const email = `${role}-${randomUUID()}@example.com`;
  const { secret, hash } = mintCredential(credentialPrefixes.session);
  const sessions = { create: { id: newId('session'), hash: new Uint8Array(hash) } };
  await stack.store.prisma.user.create({
    data: { id: newId('user'), organizationId, email, emailKey: email, role, sessions },
  });
  return actingAs(secret);
}

describe('an organization', () => {
  test('is shown with its members to key and session, the same in both modes', async () => {
    const customer = await signUp();
    const organization = await read(customer);
    expect(organization).toEqual({
      id: customer.organizationId,
      name: 'Sandbox Holdings',
      verified: false,
      members: [{ id: expect.stringMatching(/^usr_/), name: 'Robin', email: expect.any(String), role: 'owner' }],
    });
    expect(await read(customer.session)).toEqual(organization);
    expect(await read(inLiveMode(service, customer))).toEqual(organization);
  });

  test('lists its members, with or without a name, and no members of another', async () => {
    const [customer, stranger] = await Promise.all([signUp(), signUp()]);
    const member = await addMember(customer.organizationId, 'member');
    const { members } = await read(member);
    expect(members.map(({ name, role }) => [name, role])).toEqual([
      ['Robin', 'owner'],
      [null, 'member'],
    ]);
    const { members: others } = await read(stranger);
    expect(others.some(({ id }) => members.some((one) => one.id === id))).toBe(false);
  });

  test('is renamed by any owner signed in, in any mode', async () => {
    const customer = await signUp();
    const { status, body } = await rename(customer.session, { name: 'Größe & Söhne 🏠' });
    expect(status).toBe(200);
    expect(body).toEqual(await read(customer));
    expect(body.name).toBe('Größe & Söhne 🏠');
    const coOwner = await addMember(customer.organizationId, 'owner');
    expect((await rename(coOwner, { name: 'Second' })).body.name).toBe('Second');
    expect((await rename(inLiveMode(service, customer), { name: 'Third' })).body.name).toBe('Third');
    expect((await customer.session.send('GET', '/v1/me')).body.organization.name).toBe('Third');
  });

  test('is renamed by no member and by no key', async () => {
    const customer = await signUp();
    const member = await addMember(customer.organizationId, 'member');
    const { body } = await inLiveMode(service, customer).send('POST', '/v1/api-keys');
    for (const other of [member, customer, actingAs(body.secret)]) {
      await expectRefusal(rename(other, { name: 'Taken over' }), 403, 'forbidden');
    }
    expect((await read(customer)).name).toBe('Sandbox Holdings');
  });
});

test.each([
  [{}, 'name required'],
  [{ name: null }, 'name null'],
  [{ name: '' }, 'name too_short'],
  [{ name: '𝒜'.repeat(121) }, 'name too_long'],
  [{ name: 'a\u0000b' }, 'name invalid_text'],
  [{ name: 'A', verified: true }, 'verified unknown_field'],
])('a change to %j is refused', async (body, issue) => {
  const { session } = await signUp();
  expect(await expectIssues(rename(session, body))).toEqual([issue]);
});

test('a name has up to 120 characters', async () => {
  const { session } = await signUp();
  const name = '𝒜'.repeat(120);
  expect((await rename(session, { name })).body.name).toBe(name);
});
