import { randomUUID } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join as joinPath } from 'node:path';
import { maxRevokedKeys } from '@evict/store/accounts';
import { listAttorneys } from '@evict/store/attorneys';
import { applyErasureList, eraseAccount, eraseLead, readErasures } from '@evict/store/erasure';
import { describe, expect, test } from 'vitest';
import { buildFacts } from '../support/facts.ts';
import { liveWorld } from '../support/live-case.ts';
import { inLiveMode, marylandFacts } from '../support/live.ts';
import { join } from '../support/members.ts';
import { opsFor } from '../support/ops.ts';
import { expectRefusal } from '../support/refusals.ts';
import { sharedService } from '../support/service.ts';

const service = await sharedService();
const { store, blobs } = service.stack;
const { prisma } = store;
const ops = opsFor(service.stack);
const world = liveWorld(service);

/** Creates a unique alphanumeric name, so that searches for it find only the rows of one test. */
const newName = () => `Zyx${randomUUID().replaceAll('-', '')}`;
const newList = async () => joinPath(await mkdtemp(joinPath(tmpdir(), 'erasures-')), 'list');

/** Returns the tables that have a row containing this string, in upper or lower case. */
async function tablesWith(text: string): Promise<string[]> {
  const { rows } = await store.pool.query<{ name: string }>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`,
  );
  const found: string[] = [];
  for (const { name } of rows) {
    const { rowCount } = await store.pool.query(`SELECT FROM "${name}" r WHERE r::text ~* $1 LIMIT 1`, [text]);
    if (rowCount) found.push(name);
  }
  return found;
}

async function signUp(name: string) {
  const account = { name, organizationName: `${name} Holdings`, email: `${name}@example.com`, password: 'a password' };
  const { status, body } = await service.send('POST', '/v1/auth/signup', { body: account });
  expect(status).toBe(201);
  const { token, user, organization } = body;
  return { ...account, session: service.actingAs(token), userId: user.id, organizationId: organization.id };
}

describe("a customer's account", () => {
  test('is erased together with all data that names its user, who can no longer sign in', async () => {
    const name = newName();
    const { session, userId, organizationId, email, password } = await signUp(name);
    await service.send('POST', '/v1/auth/password-reset/request', { body: { email } });
    const { body: key } = await session.send('POST', '/v1/api-keys');
    const sandbox = await session.create(buildFacts());
    expect((await tablesWith(name)).toSorted()).toEqual(['Mail', 'Organization', 'User']);
    expect(await ops.json('account', 'find', '--email', email.toUpperCase())).toMatchObject({
      id: userId,
      role: 'owner',
      organizationId,
    });

    expect(await ops.json('account', 'erase', userId)).toEqual({ id: userId, erasedAt: expect.any(String) as string });
    expect(await tablesWith(name)).toEqual([]);
    await expectRefusal(session.send('GET', '/v1/me'), 401, 'unauthenticated');
    const keyed = service.actingAs(key.secret);
    await expectRefusal(keyed.send('GET', '/v1/cases'), 401, 'unauthenticated');
    const login = service.send('POST', '/v1/auth/login', { body: { email, password } });
    await expectRefusal(login, 401, 'invalid_credentials');
    expect(await ops.recorded(userId)).toEqual(['robin: account erase done']);
    expect(await ops.refused('account', 'erase', userId)).toBe('erased');
    expect(await ops.refused('account', 'erase', `usr_${randomUUID()}`)).toBe('not_found');
    expect(await ops.refused('account', 'find', '--email', email)).toBe('not_found');
    // Its cases remain until retention deletes them, and its email address can sign up again.
    expect(await prisma.case.count({ where: { id: sandbox.id } })).toBe(1);
    const again = { name, organizationName: name, email, password };
    expect((await service.send('POST', '/v1/auth/signup', { body: again })).status).toBe(201);
  });

  test('can be erased without affecting the other members of its organization, and operators can make one of them an owner', async () => {
    const { session, userId, organizationId } = await signUp(newName());
    const member = await join(service, session, 'member');
    const { body: key } = await session.send('POST', '/v1/api-keys');
    await ops.json('account', 'erase', userId);
    expect((await service.actingAs(key.secret).send('GET', '/v1/cases')).status).toBe(200);
    const invitation = { body: { email: `${newName()}@example.com`, role: 'owner' } };
    await expectRefusal(member.session.send('POST', '/v1/organization/members', invitation), 403, 'forbidden');
    expect(await ops.json('account', 'promote', member.id)).toEqual({ id: member.id, role: 'owner' });
    expect((await member.session.send('POST', '/v1/organization/members', invitation)).status).toBe(201);
    const attorney = await world.attorney();
    for (const nobody of [userId, attorney.id]) {
      expect(await ops.refused('account', 'promote', nobody)).toBe('not_found');
    }
    // Erasing the last account also clears the organization's name and deletes its invitations.
    await ops.json('account', 'erase', member.id);
    expect(await prisma.organization.findUniqueOrThrow({ where: { id: organizationId } })).toMatchObject({ name: '' });
    expect(await prisma.invitation.count({ where: { organizationId } })).toBe(0);
  });

  test("can't be erased while its organization has an open live case, but an open sandbox case doesn't prevent it", async () => {
    const { session, userId } = await signUp(newName());
    await session.submitted(buildFacts());
    const live = inLiveMode(service, { session });
    const { id } = await live.create(marylandFacts());
    expect(await ops.refused('account', 'erase', userId)).toBe('open_cases');
    expect((await session.send('GET', '/v1/me')).status).toBe(200);
    await live.withdraw(id);
    await ops.json('account', 'erase', userId);
  });
});

test("an attorney can't be erased while they have an open case, and after their erasure only their id, licenses and bar number are kept", async () => {
  const attorney = await world.attorney({ states: ['WY'] });
  const { id, customer } = await world.inReview(
    marylandFacts({ property: { ...marylandFacts().property, state: 'WY' } }),
  );
  expect(await ops.refused('account', 'erase', attorney.id)).toBe('open_cases');
  expect((await attorney.outcome(id, { type: 'closed' })).status).toBe(200);
  await ops.json('account', 'erase', attorney.id);
  await expectRefusal(attorney.send('GET', '/v1/attorney/queue'), 401, 'unauthenticated');
  expect((await listAttorneys(store)).find((one) => one.id === attorney.id)).toMatchObject({
    name: null,
    email: '',
    verified: false,
    licensedStates: ['WY'],
    barNumber: expect.any(String) as string,
  });
  // The account can't become an attorney's again, and a customer's note on the closed case isn't emailed.
  expect(await ops.refused('attorney', 'token', attorney.id)).toBe('not_found');
  expect(await ops.refused('attorney', 'verify', attorney.id)).toBe('not_found');
  expect((await customer.send('POST', `/v1/cases/${id}/notes`, { body: { body: 'One question.' } })).status).toBe(201);
  expect(await prisma.mail.count({ where: { recipient: '' } })).toBe(0);
});

test('a lead is erased together with its unsent email', async () => {
  const name = newName();
  const lead = { kind: 'contact', name, email: `${name}@example.com`, message: `${name} asks.` };
  expect((await service.send('POST', '/v1/public/leads', { body: lead })).status).toBe(202);
  const { id } = await prisma.lead.findFirstOrThrow({ where: { name } });
  expect(await ops.json('lead', 'erase', id)).toEqual({ id });
  expect(await tablesWith(name)).toEqual([]);
  expect(await prisma.mail.count({ where: { payload: { path: ['leadId'], equals: id } } })).toBe(0);
  expect(await ops.recorded(id)).toEqual(['robin: lead erase done']);
  expect(await ops.refused('lead', 'erase', id)).toBe('not_found');
});

test('after a backup is restored, the accounts and leads on the erasure list are erased again, except for an account with an open live case', async () => {
  const list = await newList();
  const [name, needed] = [newName(), newName()];
  const account = await signUp(name);
  const other = await signUp(needed);
  const lead = { id: `lead_${randomUUID()}`, kind: 'contact', name, email: `${name}@example.com`, states: [] };
  await prisma.lead.create({ data: lead });
  const before = await prisma.user.findMany({ where: { id: { in: [account.userId, other.userId] } } });
  for (const { userId } of [account, other]) {
    expect(await eraseAccount(store, { userId, operator: 'robin', list })).toMatchObject({ ok: true, again: false });
  }
  expect(await eraseLead(store, { leadId: lead.id, operator: 'robin', list })).toBe(true);
  expect(await readErasures(list)).toHaveLength(3);

  // Simulates restoring a backup from before the erasures, in which one of the accounts has an open live case.
  await prisma.erasure.deleteMany({ where: { subject: { in: [account.userId, other.userId, lead.id] } } });
  for (const { mailPreferences: _any, ...user } of before)
    await prisma.user.update({ where: { id: user.id }, data: user });
  await prisma.organization.update({ where: { id: account.organizationId }, data: { name: `${name} Holdings` } });
  await prisma.lead.create({ data: lead });
  const { password, email } = other;
  const { body: signedIn } = await service.send('POST', '/v1/auth/login', { body: { email, password } });
  await inLiveMode(service, { session: service.actingAs(signedIn.token) }).create(marylandFacts());

  const applied = await applyErasureList(store, blobs, list);
  expect({ ...applied, erased: new Set(applied.erased) }).toEqual({
    erased: new Set([account.userId, lead.id]),
    already: 0,
    unknown: 0,
    held: [other.userId],
  });
  expect(await tablesWith(name)).toEqual([]);
  expect(await applyErasureList(store, blobs, list)).toMatchObject({ erased: [], already: 2, held: [other.userId] });
});

test('only the newest 1,000 revoked keys are kept, however many are created and revoked', async () => {
  const { session, organizationId } = await signUp(newName());
  const credential = await session.send('POST', '/v1/api-keys');
  await store.pool.query(
    `INSERT INTO "ApiKey" (id, hash, "organizationId", mode, "createdAt", "revokedAt")
      SELECT 'key_' || gen_random_uuid(), sha256(random()::text::bytea), $1, 'test', now() - make_interval(mins => n), now()
      FROM generate_series(1, $2) n`,
    [organizationId, maxRevokedKeys + 100],
  );
  const newest = credential.body.id;
  expect((await session.send('DELETE', `/v1/api-keys/${newest}`)).status).toBe(204);
  const { items } = (await session.send('GET', '/v1/api-keys')).body;
  expect(items).toHaveLength(maxRevokedKeys);
  expect(items[0]?.id).toBe(newest);
});
