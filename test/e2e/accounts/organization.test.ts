import { randomUUID } from 'node:crypto';
import { limits, maxMembers, type Member, type Organization, type Route, routes } from '@evict/contract';
import { credentialPrefixes, mintCredential } from '@evict/credentials';
import { createPasswordReset } from '@evict/store/accounts';
import { newId } from '@evict/store/ids';
import { describe, expect, test } from 'vitest';
import { inLiveMode } from '../support/live.ts';
import { invite, join, newAddress } from '../support/members.ts';
import { exampleBody, pathToNothing } from '../support/paths.ts';
import { expectIssues, expectRefusal } from '../support/refusals.ts';
import { type Customer, sharedService } from '../support/service.ts';
import { slowly } from '../support/slow-request.ts';

const service = await sharedService();
const { stack, signUp, send, actingAs } = service;
const { prisma, pool } = stack.store;

async function read(customer: Customer): Promise<Organization> {
  const { status, body } = await customer.send('GET', '/v1/organization');
  expect(status).toBe(200);
  return body;
}

const members = async (customer: Customer): Promise<Member[]> => (await read(customer)).members;
const rename = (customer: Customer, body: unknown) => customer.send('PATCH', '/v1/organization', { body });
const post = (owner: Customer, body: unknown) => owner.send('POST', '/v1/organization/members', { body });
const setRole = (owner: Customer, id: string, role: unknown) =>
  owner.send('PATCH', `/v1/organization/members/${id}`, { body: { role } });
const remove = (owner: Customer, id: string) => owner.send('DELETE', `/v1/organization/members/${id}`);

/** Creates a signed-in user without a password, in this organization or a new one. */
async function addUser(role: 'owner' | 'member', organizationId = newId('organization')) {
  await prisma.organization.upsert({
    where: { id: organizationId },
    create: { id: organizationId, name: 'Sandbox Holdings' },
    update: {},
  });
  const [id, email] = [newId('user'), newAddress()];
  const { secret, hash } = mintCredential(credentialPrefixes.session);
  const sessions = { create: { id: newId('session'), hash: new Uint8Array(hash) } };
  await prisma.user.create({ data: { id, organizationId, email, emailKey: email, role, sessions } });
  return { id, email, organizationId, session: actingAs(secret) };
}

/** Creates an organization with two owners and a member. */
async function team() {
  const owner = await addUser('owner');
  const second = await addUser('owner', owner.organizationId);
  return { owner, second, member: await addUser('member', owner.organizationId) };
}

describe('an organization', () => {
  test('is returned to keys and sessions with only its own members, and is the same in both modes', async () => {
    const customer = await signUp();
    const member = await addUser('member', customer.organizationId);
    await addUser('owner');
    const organization = await read(customer);
    const owner = { id: expect.stringMatching(/^usr_/), name: 'Robin', email: expect.any(String), role: 'owner' };
    expect(organization).toEqual({
      id: customer.organizationId,
      name: 'Sandbox Holdings',
      verified: false,
      members: [owner, { id: member.id, name: null, email: member.email, role: 'member' }],
      credential: { mode: 'test', scopes: ['read', 'write', 'submit'] },
    });
    expect(await read(customer.session)).toEqual(organization);
    const credential = { ...organization.credential, mode: 'live' };
    expect(await read(inLiveMode(service, customer))).toEqual({ ...organization, credential });
    const { body: key } = await customer.send('POST', '/v1/api-keys', { body: { scopes: ['submit', 'read'] } });
    expect((await read(actingAs(key.secret))).credential).toEqual({ mode: 'test', scopes: ['read', 'submit'] });
  });

  test("can be renamed by any owner's session, in either mode, with a name of up to 120 characters", async () => {
    const { owner, second } = await team();
    const name = `Größe & Söhne 🏠${'𝒜'.repeat(105)}`;
    const { status, body } = await rename(owner.session, { name });
    expect([status, body]).toEqual([200, await read(second.session)]);
    expect(body.name).toBe(name);
    expect((await rename(second.session, { name: 'Second' })).body.name).toBe('Second');
    expect((await rename(inLiveMode(service, owner), { name: 'Third' })).body.name).toBe('Third');
    expect((await owner.session.send('GET', '/v1/me')).body.organization.name).toBe('Third');
    expect(await expectIssues(rename(owner.session, {}))).toEqual(['name required']);
  });

  test("can't be renamed by a member or a key", async () => {
    const customer = await signUp();
    const member = await addUser('member', customer.organizationId);
    const { body } = await inLiveMode(service, customer).send('POST', '/v1/api-keys');
    for (const other of [member.session, customer, actingAs(body.secret)]) {
      await expectRefusal(rename(other, { name: 'Taken over' }), 403, 'forbidden');
    }
    expect((await read(customer)).name).toBe('Sandbox Holdings');
  });
});

describe('a member', () => {
  test('can be given another role or removed by any owner, and the response to a role change shows the member', async () => {
    const { owner, second, member } = await team();
    expect((await setRole(second.session, member.id, 'owner')).body).toEqual({
      id: member.id,
      name: null,
      email: member.email,
      role: 'owner',
    });
    expect((await setRole(member.session, owner.id, 'member')).status).toBe(200);
    expect((await members(second.session)).map(({ id, role }) => [id, role])).toEqual([
      [owner.id, 'member'],
      [second.id, 'owner'],
      [member.id, 'owner'],
    ]);
    expect((await remove(second.session, owner.id)).status).toBe(204);
    expect((await members(second.session)).map(({ id }) => id)).toEqual([second.id, member.id]);
    await expectRefusal(remove(second.session, owner.id), 404, 'not_found');
  });

  test('loses every session at once when removed, and can no longer sign in or use a reset link', async () => {
    const owner = await addUser('owner');
    const member = await join(service, owner.session, 'member');
    const body = { email: member.email, password: member.password };
    const again = (await send('POST', '/v1/auth/login', { body })).body.token as string;
    const link = mintCredential(credentialPrefixes.passwordReset);
    await createPasswordReset(stack.store, member.id, link.hash);
    expect((await remove(owner.session, member.id)).status).toBe(204);
    for (const credential of [member.session.credential, again]) {
      await expectRefusal(send('GET', '/v1/cases', { credential }), 401, 'unauthenticated');
    }
    await expectRefusal(send('POST', '/v1/auth/login', { body }), 401, 'invalid_credentials');
    const reset = { token: link.secret, password: 'another password' };
    await expectRefusal(send('POST', '/v1/auth/password-reset/confirm', { body: reset }), 400, 'invalid_reset_token');
    expect(await prisma.session.count({ where: { userId: member.id } })).toBe(0);
    // The email address is free again and can be invited as a new user.
    const rejoined = await invite(owner.session, 'member', member.email);
    expect(rejoined).toMatch(/^usr_/);
    expect(rejoined).not.toBe(member.id);
  });

  test('who is removed gets no emails that are still unsent, but the keys they created keep working', async () => {
    const { owner, member } = await team();
    const { secret } = (await member.session.send('POST', '/v1/api-keys')).body;
    const mail = (recipient: string) => ({
      id: newId('mail'),
      kind: 'cure_reported',
      recipient,
      payload: { caseId: '' },
    });
    const [theirs, other] = [mail(member.email), mail('owner@example.com')];
    await prisma.mail.createMany({ data: [theirs, other] });
    await remove(owner.session, member.id);
    const dueOf = async ({ id }: { id: string }) => (await prisma.mail.findUniqueOrThrow({ where: { id } })).dueAt;
    expect([await dueOf(theirs), await dueOf(other)]).toEqual([null, expect.any(Date)]);
    expect((await actingAs(secret).send('GET', '/v1/cases')).status).toBe(200);
  });

  test('can do everything an owner can, except rename the organization, confirm its email address, read the audit log, manage members or single sign-on, and create keys or connect apps in live mode', async () => {
    const { member } = await team();
    const live = inLiveMode(service, member);
    const changesOfMembers = ['inviteMember', 'updateMember', 'removeMember'];
    const singleSignOn = ['getSingleSignOn', 'putSingleSignOn', 'proveSingleSignOnDomain', 'deleteSingleSignOn'];
    const ownersOnly = [
      'updateOrganization',
      'sendAddressMail',
      'listAuditEvents',
      ...changesOfMembers,
      ...singleSignOn,
    ];
    const others = Object.entries<Route>(routes).filter(([, { auth }]) => auth === 'customer' || auth === 'session');
    expect(others.length).toBeGreaterThan(25);
    const refused: string[] = [];
    for (const [name, route] of others) {
      const { status } = await live.send(route.method, pathToNothing(route), { body: exampleBody(route) });
      if (status === 403) refused.push(name);
    }
    expect(refused.toSorted()).toEqual([...ownersOnly, 'createApiKey', 'connectApp'].toSorted());
    expect((await member.session.send('POST', '/v1/api-keys')).status).toBe(201);
  });

  test('is not found if the id belongs to another organization, to an attorney or to no user', async () => {
    const [{ session }, { member, owner }] = [await addUser('owner'), await team()];
    const invited = await invite(owner.session, 'member');
    const email = newAddress();
    const attorney = { id: newId('user'), email, emailKey: email, role: 'attorney' };
    await prisma.user.create({ data: attorney });
    for (const id of [member.id, invited, attorney.id, newId('user'), 'usr_1', newId('case')]) {
      await expectRefusal(setRole(session, id, 'member'), 404, 'not_found');
      await expectRefusal(remove(session, id), 404, 'not_found');
    }
    expect((await members(owner.session)).map(({ id }) => id)).toContain(invited);
  });
});

describe('the last owner', () => {
  test("can't be demoted or removed, not even after inviting another owner, but may leave once somebody else has become an owner", async () => {
    const { id, session, organizationId } = await addUser('owner');
    await invite(session, 'owner');
    const member = await addUser('member', organizationId);
    await expectRefusal(setRole(session, id, 'member'), 409, 'invalid_state');
    await expectRefusal(remove(session, id), 409, 'invalid_state');
    expect((await setRole(session, id, 'owner')).status).toBe(200);
    await setRole(session, member.id, 'owner');
    expect((await remove(session, id)).status).toBe(204);
    await expectRefusal(remove(member.session, member.id), 409, 'invalid_state');
  });

  type Team = Awaited<ReturnType<typeof team>>;
  const demote = (by: Team['owner'], whom: Team['owner']) => setRole(by.session, whom.id, 'member');
  const expel = (by: Team['owner'], whom: Team['owner']) => remove(by.session, whom.id);

  test.each([
    ['two owners remove each other', (one: Team) => [expel(one.owner, one.second), expel(one.second, one.owner)]],
    ['two owners demote each other', (one: Team) => [demote(one.owner, one.second), demote(one.second, one.owner)]],
    [
      'an owner leaves and removes the other',
      (one: Team) => [expel(one.owner, one.owner), expel(one.owner, one.second)],
    ],
    [
      'an owner steps down and removes the other',
      (one: Team) => [demote(one.owner, one.owner), expel(one.owner, one.second)],
    ],
  ])('is not removed or demoted if %s at the same time', async (_, act) => {
    for (let round = 0; round < 5; round += 1) {
      const those = await team();
      const statuses = (await Promise.all(act(those))).map(({ status }) => status);
      // The later request is refused because its session has ended, its user is no longer an owner, or its target is
      // the last owner.
      const [done, refused] = statuses.toSorted((a, b) => a - b);
      expect([200, 204]).toContain(done);
      expect([401, 403, 409]).toContain(refused);
      const { organizationId } = those.owner;
      expect(await prisma.user.count({ where: { organizationId, role: 'owner' } })).toBe(1);
    }
  });
});

test('a slow request is authorized only when its body is complete, so a user who was removed or demoted in the meantime is refused', async () => {
  const { owner, second, member } = await team();
  const longAgo = new Date(Date.now() - 7_200_000);
  const begin = async (user: typeof owner, request: { method: string; path: string; body: string }) => {
    // The use of a session is recorded once an hour, so a new record shows that the request has been authenticated.
    await prisma.session.updateMany({ where: { userId: user.id }, data: { lastUsedAt: longAgo } });
    const slow = slowly(stack.baseUrl, { ...request, credential: user.session.credential });
    const usedAt = async () => (await prisma.session.findFirstOrThrow({ where: { userId: user.id } })).lastUsedAt;
    await expect.poll(usedAt).not.toEqual(longAgo);
    return slow;
  };
  const created = await begin(member, { method: 'POST', path: '/v1/api-keys', body: '{}' });
  const renamed = await begin(second, { method: 'PATCH', path: '/v1/organization', body: '{"name": "Taken over"}' });
  await remove(owner.session, member.id);
  await setRole(owner.session, second.id, 'member');
  expect(await Promise.all([created.finish(), renamed.finish()])).toEqual([401, 403]);
  expect(await prisma.apiKey.count({ where: { organizationId: owner.organizationId } })).toBe(0);
  expect((await read(owner.session)).name).toBe('Sandbox Holdings');
});

describe('an invitation', () => {
  test('adds an invited member, who is listed last and can be given another role or removed', async () => {
    const { session } = await addUser('owner');
    const body = { email: `Sam.${randomUUID()}@Example.com`, name: 'Sam', role: 'member' };
    const invited = await post(session, body);
    expect([invited.status, invited.body]).toEqual([
      201,
      { id: expect.stringMatching(/^usr_/), ...body, invitedAt: expect.any(String) },
    ]);
    expect((await members(session)).at(-1)).toEqual(invited.body);
    expect((await setRole(session, invited.body.id, 'owner')).body).toEqual({ ...invited.body, role: 'owner' });
    expect((await remove(session, invited.body.id)).status).toBe(204);
    expect(await members(session)).toHaveLength(1);
  });

  test('to an email address that has an account is refused in any letter case and from any organization', async () => {
    const [{ owner, member }, stranger] = [await team(), await addUser('owner')];
    const email = member.email.toUpperCase().replace('EXAMPLE.COM', 'Example.com');
    for (const { session } of [owner, stranger]) {
      await expectRefusal(post(session, { email, role: 'member' }), 409, 'email_taken');
    }
  });

  test('to an email address that is already invited replaces the earlier invitation, but another organization can invite the same address', async () => {
    const [{ session }, other] = [await addUser('owner'), await addUser('owner')];
    const email = newAddress();
    const first = await invite(session, 'member', email);
    const again = await invite(session, 'owner', email);
    expect(again).not.toBe(first);
    await invite(other.session, 'member', email);
    expect((await members(session)).map(({ role }) => role)).toEqual(['owner', 'owner']);
    await expectRefusal(remove(session, first), 404, 'not_found');
  });

  test('that two owners send to the same email address at the same time is stored only once', async () => {
    const { owner, second } = await team();
    const email = newAddress();
    const ids = await Promise.all([invite(owner.session, 'member', email), invite(second.session, 'owner', email)]);
    const left = (await members(owner.session)).filter((member) => member.email === email);
    expect(left).toHaveLength(1);
    expect(ids).toContain(left[0]?.id);
  });

  test('is rate-limited per organization, and per email address across all organizations', async () => {
    const { session } = await addUser('owner');
    const count = limits.invitation.count + 3;
    const sent = await Promise.all(
      Array.from({ length: count }, () => post(session, { email: newAddress(), role: 'member' })),
    );
    expect(sent.filter(({ status }) => status === 201)).toHaveLength(limits.invitation.count);
    expect(sent.filter(({ status }) => status === 429)).toHaveLength(3);
    const victim = newAddress();
    for (let organization = 0; organization < limits.invitationMail.count; organization += 1) {
      await invite((await addUser('owner')).session, 'member', victim);
    }
    const written = victim.toUpperCase().replace('EXAMPLE.COM', 'example.com');
    const once = post((await addUser('owner')).session, { email: written, role: 'member' });
    await expectRefusal(once, 429, 'rate_limited');
    expect(await prisma.mail.count({ where: { recipient: victim } })).toBe(limits.invitationMail.count);
  });

  test(`is refused beyond ${maxMembers} members and invitations, unless it replaces another`, async () => {
    const { session, organizationId } = await addUser('owner');
    const email = newAddress();
    await invite(session, 'member', email);
    await pool.query(
      `INSERT INTO "Invitation" (id, "organizationId", email, "emailKey", role)
        SELECT 'usr_' || gen_random_uuid(), $1, n || '@example.com', n || '@example.com', 'member'
        FROM generate_series(1, $2) n`,
      [organizationId, maxMembers - 2],
    );
    const oneMore = post(session, { email: newAddress(), role: 'member' });
    expect(await expectIssues(oneMore)).toEqual(['email too_many_members']);
    await invite(session, 'member', email);
    expect(await members(session)).toHaveLength(maxMembers);
  });
});
