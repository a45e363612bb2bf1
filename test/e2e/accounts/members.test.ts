import { randomUUID } from 'node:crypto';
import { limits, maxMembers, type Member, type Route, routes } from '@evict/contract';
import { credentialPrefixes, mintCredential } from '@evict/credentials';
import { createPasswordReset } from '@evict/store/accounts';
import { newId } from '@evict/store/ids';
import { describe, expect, test } from 'vitest';
import { invite, join, newAddress } from '../support/members.ts';
import { exampleBody, pathToNothing } from '../support/paths.ts';
import { expectIssues, expectRefusal } from '../support/refusals.ts';
import { type Customer, startService } from '../support/service.ts';
import { slowly } from '../support/slow-request.ts';

const service = await startService({ liveMode: true });
const { stack, signUp, send } = service;
const { prisma, pool } = stack.store;

const members = async (customer: Customer): Promise<Member[]> =>
  (await customer.send('GET', '/v1/organization')).body.members;
const setRole = (owner: Customer, id: string, role: unknown) =>
  owner.send('PATCH', `/v1/organization/members/${id}`, { body: { role } });
const remove = (owner: Customer, id: string) => owner.send('DELETE', `/v1/organization/members/${id}`);
const ownId = async (customer: Customer): Promise<string> => (await customer.send('GET', '/v1/me')).body.user.id;
const sorted = (numbers: number[]) => numbers.toSorted((a, b) => a - b);

/** An organization with two owners and a member. */
async function team() {
  const customer = await signUp();
  const { session } = customer;
  const second = await join(service, session, 'owner');
  const member = await join(service, session, 'member');
  return { customer, owner: { id: await ownId(session), session }, second, member };
}

describe('a member', () => {
  test('is changed and removed by any owner; the response shows the member', async () => {
    const { owner, second, member } = await team();
    expect((await setRole(second.session, member.id, 'owner')).body).toEqual({
      id: member.id,
      name: 'Sam',
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

  test('who is removed is signed out everywhere at once, and can neither sign in nor use a link', async () => {
    const { owner, member } = await team();
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
    // A key belongs to the organization, whoever has made it; and the address is free again.
    expect((await invite(owner.session, 'member', member.email)).startsWith('usr_')).toBe(true);
  });

  test('who is removed gets no mail that was still to be sent, and keeps the keys of the organization working', async () => {
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
    expect((await service.actingAs(secret).send('GET', '/v1/cases')).status).toBe(200);
  });

  test('does all that an owner does but rename the organization, make live keys and change members', async () => {
    const { member } = await team();
    const live = service.actingAs(member.session.credential, { 'x-service-mode': 'live' });
    const ownersOnly = ['updateOrganization', 'inviteMember', 'updateMember', 'removeMember'];
    const others = Object.entries<Route>(routes).filter(
      ([name, { auth }]) => (auth === 'customer' || auth === 'session') && name !== 'logout',
    );
    expect(others.length).toBeGreaterThan(25);
    const refused: string[] = [];
    for (const [name, route] of others) {
      const { status } = await live.send(route.method, pathToNothing(route), { body: exampleBody(route) });
      if (status === 403) refused.push(name);
    }
    expect(refused.toSorted()).toEqual([...ownersOnly, 'createApiKey'].toSorted());
    expect((await member.session.send('POST', '/v1/api-keys')).status).toBe(201);
  });

  test('is changed by no member, not even themselves, and by no key', async () => {
    const { customer, owner, member } = await team();
    for (const stranger of [member.session, customer]) {
      await expectRefusal(setRole(stranger, member.id, 'owner'), 403, 'forbidden');
      await expectRefusal(remove(stranger, member.id), 403, 'forbidden');
      await expectRefusal(remove(stranger, owner.id), 403, 'forbidden');
      const body = { email: newAddress(), role: 'member' };
      await expectRefusal(stranger.send('POST', '/v1/organization/members', { body }), 403, 'forbidden');
    }
  });

  test('of another organization, an attorney, and nobody are not found', async () => {
    const [{ session }, { member, owner }] = [await signUp(), await team()];
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

  test.each([
    [{}, ['role required']],
    [{ role: null }, ['role null']],
    [{ role: 'attorney' }, ['role one_of']],
    [{ role: 'owner', name: 'Sam', verified: true }, ['name unknown_field', 'verified unknown_field']],
  ])('is not changed to %j', async (body, issues) => {
    const { session } = await signUp();
    const path = `/v1/organization/members/${await ownId(session)}`;
    expect(await expectIssues(session.send('PATCH', path, { body }))).toEqual(issues);
  });
});

describe('the last owner', () => {
  test('stays, whoever is invited as an owner, and may leave once there is another', async () => {
    const { session } = await signUp();
    const id = await ownId(session);
    await invite(session, 'owner');
    const member = await join(service, session, 'member');
    await expectRefusal(setRole(session, id, 'member'), 409, 'invalid_state');
    await expectRefusal(remove(session, id), 409, 'invalid_state');
    expect((await setRole(session, id, 'owner')).status).toBe(200);
    await setRole(session, member.id, 'owner');
    expect((await remove(session, id)).status).toBe(204);
    await expectRefusal(remove(member.session, member.id), 409, 'invalid_state');
  });

  test.each(['remove', 'demote', 'one leaves while the other is removed', 'one steps back while the other is removed'])(
    'is left by concurrent requests: %s',
    async (how) => {
      for (let round = 0; round < 5; round += 1) {
        const { owner, second } = await team();
        const act = {
          remove: [() => remove(owner.session, second.id), () => remove(second.session, owner.id)],
          demote: [
            () => setRole(owner.session, second.id, 'member'),
            () => setRole(second.session, owner.id, 'member'),
          ],
          'one leaves while the other is removed': [
            () => remove(owner.session, owner.id),
            () => remove(owner.session, second.id),
          ],
          'one steps back while the other is removed': [
            () => setRole(owner.session, owner.id, 'member'),
            () => remove(owner.session, second.id),
          ],
        }[how];
        const responses = await Promise.all((act ?? []).map((one) => one()));
        // The later one finds that its session has ended, its user is no owner, or that the owner is the last.
        const [done, refused] = sorted(responses.map(({ status }) => status));
        expect([200, 204]).toContain(done);
        expect([401, 403, 409]).toContain(refused);
        const owners = await prisma.user.findMany({
          where: { organization: { users: { some: { id: { in: [owner.id, second.id] } } } }, role: 'owner' },
        });
        expect(owners).toHaveLength(1);
      }
    },
  );
});

describe('during a request', () => {
  test('of a removed member that arrives slowly, the session ends', async () => {
    const { owner, member } = await team();
    const { credential } = member.session;
    await forgetUse(member.id);
    const slow = slowly(stack.baseUrl, { method: 'POST', path: '/v1/api-keys', credential, body: '{}' });
    await expectUsed(member.id);
    await remove(owner.session, member.id);
    expect(await slow.finish()).toBe(401);
    expect(await prisma.apiKey.count({ where: { organization: { users: { some: { id: owner.id } } } } })).toBe(1);
  });

  test('of an owner who is made a member meanwhile, the new role counts', async () => {
    const { owner, second } = await team();
    const { credential } = second.session;
    const body = '{"name": "Taken over"}';
    await forgetUse(second.id);
    const slow = slowly(stack.baseUrl, { method: 'PATCH', path: '/v1/organization', credential, body });
    await expectUsed(second.id);
    await setRole(owner.session, second.id, 'member');
    expect(await slow.finish()).toBe(403);
  });

  const longAgo = new Date(Date.now() - 7_200_000);

  /** The use of a session is recorded once an hour. */
  async function forgetUse(userId: string): Promise<void> {
    await prisma.session.updateMany({ where: { userId }, data: { lastUsedAt: longAgo } });
  }

  /** Resolves once a request of the user has been authenticated. */
  async function expectUsed(userId: string): Promise<void> {
    const usedAt = async () => (await prisma.session.findFirstOrThrow({ where: { userId } })).lastUsedAt.getTime();
    await expect.poll(usedAt).toBeGreaterThan(longAgo.getTime());
  }
});

describe('an invitation', () => {
  test('makes a member with a time, whom the list shows after the others, and whose role can be changed', async () => {
    const { session } = await signUp();
    const email = `Sam.${randomUUID()}@Example.com`;
    const body = { email, name: 'Sam', role: 'member' };
    const invited = await session.send('POST', '/v1/organization/members', { body });
    expect([invited.status, invited.body]).toEqual([
      201,
      { id: expect.stringMatching(/^usr_/), ...body, invitedAt: expect.any(String) },
    ]);
    expect((await members(session)).at(-1)).toEqual(invited.body);
    const changed = await setRole(session, invited.body.id, 'owner');
    expect(changed.body).toEqual({ ...invited.body, role: 'owner' });
    expect((await remove(session, invited.body.id)).status).toBe(204);
    expect(await members(session)).toHaveLength(1);
  });

  test('of an address with an account is refused, however it is written and whose it is', async () => {
    const { owner, member } = await team();
    const { session } = await signUp();
    for (const sender of [owner.session, session]) {
      const body = { email: member.email.toUpperCase().replace('EXAMPLE.COM', 'Example.com'), role: 'member' };
      await expectRefusal(sender.send('POST', '/v1/organization/members', { body }), 409, 'email_taken');
    }
  });

  test('of an address that is invited replaces the earlier one; another organization may invite it too', async () => {
    const [{ session }, other] = [await signUp(), await signUp()];
    const email = newAddress();
    const first = await invite(session, 'member', email);
    const again = await invite(session, 'owner', email);
    expect(again).not.toBe(first);
    await invite(other.session, 'member', email);
    expect((await members(session)).map(({ role }) => role)).toEqual(['owner', 'owner']);
    await expectRefusal(remove(session, first), 404, 'not_found');
  });

  test('of one address by two owners at once is one invitation', async () => {
    const { owner, second } = await team();
    const email = newAddress();
    const ids = await Promise.all([invite(owner.session, 'member', email), invite(second.session, 'owner', email)]);
    const left = (await members(owner.session)).filter((member) => member.email === email);
    expect(left).toHaveLength(1);
    expect(ids).toContain(left[0]?.id);
  });

  test('is limited per organization, and per address over all organizations', async () => {
    const { session } = await signUp();
    const post = (by: Customer, email: string) =>
      by.send('POST', '/v1/organization/members', { body: { email, role: 'member' } });
    const sent = await Promise.all(
      Array.from({ length: limits.invitation.count + 3 }, () => post(session, newAddress())),
    );
    expect(sent.filter(({ status }) => status === 201)).toHaveLength(limits.invitation.count);
    expect(sent.filter(({ status }) => status === 429)).toHaveLength(3);
    const victim = newAddress();
    for (let organization = 0; organization < limits.invitationMail.count; organization += 1) {
      expect((await post((await signUp()).session, victim)).status).toBe(201);
    }
    await expectRefusal(
      post((await signUp()).session, victim.toUpperCase().replace('EXAMPLE.COM', 'example.com')),
      429,
      'rate_limited',
    );
    expect(await prisma.mail.count({ where: { recipient: victim } })).toBe(limits.invitationMail.count);
  });

  test(`is refused beyond ${maxMembers} members and invitations, except in place of one of them`, async () => {
    const { session, organizationId } = await signUp();
    const email = newAddress();
    await invite(session, 'member', email);
    await pool.query(
      `INSERT INTO "Invitation" (id, "organizationId", email, "emailKey", role)
        SELECT 'usr_' || gen_random_uuid(), $1, n || '@example.com', n || '@example.com', 'member'
        FROM generate_series(1, $2) n`,
      [organizationId, maxMembers - 2],
    );
    const body = { email: newAddress(), role: 'member' };
    expect(await expectIssues(session.send('POST', '/v1/organization/members', { body }))).toEqual([
      'email too_many_members',
    ]);
    await invite(session, 'member', email);
    expect(await members(session)).toHaveLength(maxMembers);
  });

  test('is made once under an Idempotency-Key, and a replay shows what was shown', async () => {
    const { session } = await signUp();
    const email = newAddress();
    const sent = { body: { email, role: 'member' }, headers: { 'idempotency-key': randomUUID() } };
    const responses = await Promise.all([1, 2, 3].map(() => session.send('POST', '/v1/organization/members', sent)));
    expect(new Set(responses.map(({ body }) => body.id)).size).toBe(1);
    expect(await prisma.mail.count({ where: { recipient: email } })).toBe(1);
    const stranger = (await signUp()).session;
    const theirs = await stranger.send('POST', '/v1/organization/members', sent);
    expect([theirs.status, theirs.headers.get('idempotent-replayed')]).toEqual([201, null]);
    expect(theirs.body.id).not.toBe(responses[0]?.body.id);
  });

  test.each([
    [{}, ['email required', 'role required']],
    [{ email: 'sam', role: 'boss' }, ['email pattern', 'role one_of']],
    [{ email: `${'a'.repeat(250)}@b.co`, role: 'owner', name: '' }, ['email too_long', 'name too_short']],
    [{ email: 'a@b.co\r\nBcc: c@d.co', role: 'owner' }, ['email pattern']],
    [
      { email: 'a@b.co', role: 'owner', name: null, organizationId: 'org_1' },
      ['name null', 'organizationId unknown_field'],
    ],
  ])('of %j is refused', async (body, issues) => {
    const { session } = await signUp();
    expect(await expectIssues(session.send('POST', '/v1/organization/members', { body }))).toEqual(issues);
  });
});
