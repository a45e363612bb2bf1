import { maxActiveApiKeys } from '@evict/contract';
import { describe, expect, test } from 'vitest';
import { buildFacts } from '../support/facts.ts';
import { join } from '../support/members.ts';
import { expectIssues, expectRefusal } from '../support/refusals.ts';
import { type Customer, sharedService } from '../support/service.ts';

const service = await sharedService();
const { signUp, actingAs, stack } = service;

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const listed = async (customer: Customer, id: string) =>
  (await customer.send('GET', '/v1/api-keys')).body.items.find((key: { id: string }) => key.id === id);

async function newKey(customer: Customer, body: object, headers = {}) {
  const response = await customer.send('POST', '/v1/api-keys', { body, headers });
  expect([response.status, Object.keys(response.body)]).toEqual([201, ['id', 'mode', 'secret']]);
  return { id: response.body.id as string, ...actingAs(response.body.secret) };
}

test("the list of keys shows a key's name, scopes, expiry date and creator", async () => {
  const { session } = await signUp();
  const { user } = (await session.send('GET', '/v1/me')).body;
  const given = { name: 'Rent roll', scopes: ['read', 'write'], expiresAt: inDays(1) };
  const { id } = await newKey(session, given);
  const createdBy = { id: user.id, name: user.name };
  expect(await listed(session, id)).toMatchObject({ ...given, createdBy, lastUsedAt: null, revokedAt: null });
});

describe('a key without the scope', async () => {
  const { session } = await signUp();
  const { id } = await session.create(buildFacts());
  const path = `/v1/cases/${id}`;
  test.each([
    ['read', ['write', 'submit'], 'GET', path],
    ['read', ['write', 'submit'], 'POST', `${path}/validate`],
    ['write', ['read', 'submit'], 'PATCH', path],
    ['write', ['read', 'submit'], 'POST', '/v1/api-keys'],
    ['submit', ['read', 'write'], 'POST', `${path}/submit`],
  ])(
    '`%s`, but with %j, gets 403 for %s %s, and the message names the missing scope',
    async (lacking, scopes, method, target) => {
      const key = await newKey(session, { scopes });
      const response = await key.send(method, target, method === 'PATCH' ? { body: { freeText: 'x' } } : {});
      expect([response.status, response.body.error.code]).toEqual([403, 'forbidden']);
      expect(response.body.error.message).toContain(`\`${lacking}\``);
      const full = await newKey(session, { scopes: [...scopes, lacking] });
      const allowed = await full.send(method, target, method === 'PATCH' ? { body: { freeText: 'x' } } : {});
      expect(allowed.status).not.toBe(403);
      for (const one of [key, full]) await session.send('DELETE', `/v1/api-keys/${one.id}`);
    },
  );
});

test("a key can't create a key with more scopes or a later expiry than its own, and by default passes on its scopes, expiry and creator", async () => {
  const { session } = await signUp();
  const { user } = (await session.send('GET', '/v1/me')).body;
  const end = inDays(2);
  const writer = await newKey(session, { scopes: ['write'], expiresAt: end });
  await expectRefusal(writer.send('POST', '/v1/api-keys', { body: { scopes: ['read'] } }), 403, 'forbidden');
  const later = { body: { expiresAt: inDays(3) } };
  expect(await expectIssues(writer.send('POST', '/v1/api-keys', later))).toEqual(['expiresAt expiry']);
  const heir = await newKey(writer, {});
  const inherited = { scopes: ['write'], expiresAt: end, createdBy: { id: user.id, name: user.name } };
  expect(await listed(session, heir.id)).toMatchObject(inherited);
});

test('a key works until it expires, and an expired key is still listed but no longer counts toward the limit on keys', async () => {
  const { session } = await signUp();
  expect(await expectIssues(session.send('POST', '/v1/api-keys', { body: { expiresAt: inDays(-1) } }))).toEqual([
    'expiresAt expiry',
  ]);
  const key = await newKey(session, { expiresAt: inDays(1) });
  expect((await key.send('GET', '/v1/cases')).status).toBe(200);
  for (let made = 2; made < maxActiveApiKeys; made += 1) await newKey(session, {});
  await expectRefusal(session.send('POST', '/v1/api-keys'), 409, 'key_limit');
  await stack.store.prisma.apiKey.update({ where: { id: key.id }, data: { expiresAt: new Date() } });
  await expectRefusal(key.send('GET', '/v1/cases'), 401, 'unauthenticated');
  await newKey(session, {});
  expect(await listed(session, key.id)).toMatchObject({ revokedAt: null });
});

test('the last use of a key is recorded after the request, at most once a minute', async () => {
  const { session } = await signUp();
  const key = await newKey(session, {});
  const usedAt = async () => (await listed(session, key.id)).lastUsedAt;
  expect(await usedAt()).toBeNull();
  await key.send('GET', '/v1/cases');
  await expect.poll(usedAt).not.toBeNull();
  const first = await usedAt();
  for (let count = 0; count < 5; count += 1) await key.send('GET', '/v1/cases');
  expect(await usedAt()).toBe(first);
});

describe('when a member is removed', () => {
  /** Creates an owner, a member with a key, and a second key that is created with the first. */
  async function withMember() {
    const owner = await signUp();
    const member = await join(service, owner.session, 'member');
    const key = await newKey(member.session, { name: 'Mine' });
    return { owner, member, keys: [key, await newKey(key, {})] };
  }
  const remove = (owner: { session: Customer }, id: string, query = '') =>
    owner.session.send('DELETE', `/v1/organization/members/${id}${query}`);

  test("the keys they created keep working, and still show their creator's id", async () => {
    const { owner, member, keys } = await withMember();
    expect((await remove(owner, member.id)).status).toBe(204);
    for (const key of keys) {
      expect((await key.send('GET', '/v1/cases')).status).toBe(200);
      expect((await listed(owner.session, key.id)).createdBy).toEqual({ id: member.id, name: null });
    }
  });

  test('the request can also revoke the keys they created and the keys created with those, but no others', async () => {
    const { owner, member, keys } = await withMember();
    expect((await remove(owner, member.id, '?apiKeys=revoke')).status).toBe(204);
    for (const key of keys) await expectRefusal(key.send('GET', '/v1/cases'), 401, 'unauthenticated');
    expect((await owner.send('GET', '/v1/cases')).status).toBe(200);
  });

  test("a key that is being created while their keys are revoked doesn't stay valid", async () => {
    const { owner, member, keys } = await withMember();
    const [maker] = keys;
    const making = Array.from({ length: 6 }, (_, index) =>
      (index % 2 ? member.session : maker)?.send('POST', '/v1/api-keys'),
    );
    const [removed] = await Promise.all([remove(owner, member.id, '?apiKeys=revoke'), ...making]);
    expect(removed.status).toBe(204);
    const { items } = (await owner.session.send('GET', '/v1/api-keys')).body;
    const left = items.filter((key: { createdBy: { id: string }; revokedAt: null }) => key.createdBy.id === member.id);
    expect(left.filter(({ revokedAt }: { revokedAt: null }) => revokedAt === null)).toEqual([]);
  });
});
