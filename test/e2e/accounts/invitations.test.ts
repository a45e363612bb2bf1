import { randomUUID } from 'node:crypto';
import { credentialPrefixes, mintCredential } from '@evict/credentials';
import { eraseAccount } from '@evict/store/erasure';
import { expect, test } from 'vitest';
import { buildSignup } from '../support/api.ts';
import { invitationToken, invite, join, newAddress } from '../support/members.ts';
import { expectIssues, expectRefusal } from '../support/refusals.ts';
import { type Customer, sharedWebsite } from '../support/service.ts';

const service = await sharedWebsite();
const { stack, send, signUp, actingAs } = service;
const { store } = stack;
const { prisma } = store;
const mailbox = stack.delivery?.mailbox ?? expect.unreachable();
const password = 'a horse of their own';

function accept(token: unknown, override: object = {}) {
  const body = { token, name: 'Sam', password, ...override };
  return send('POST', '/v1/auth/invitations/accept', { body });
}

const remove = (owner: Customer, id: string) => owner.send('DELETE', `/v1/organization/members/${id}`);

/** Acts while no email is sent. Other files use the same outbox worker, so it starts again even after a failure. */
async function withoutDelivery(act: () => Promise<unknown>): Promise<void> {
  await stack.delivery?.stopWorker();
  try {
    await act();
  } finally {
    await stack.delivery?.startWorker();
  }
}

test('an invitation arrives by email, and accepting it signs the invited person in to the organization', async () => {
  const { session, organizationId } = await signUp();
  const { user: owner } = (await session.send('GET', '/v1/me')).body;
  const email = `Sam.${randomUUID()}@example.com`;
  const id = await invite(session, 'member', email);
  const [mail] = await mailbox.waitForMails(email);
  const link = /^(\S+)\/invitation#token=(eit_[0-9A-Za-z]{49})$/m.exec(mail?.text ?? '');
  expect(link?.[1]).toBe(stack.baseUrl);
  expect(mail?.html).toContain(`<a href="${link?.[0]}">`);
  expect(mail?.text).toContain(`${owner.email} invites you`);
  // The email contains no text that the sender can choose freely, such as the name of the organization or a person.
  for (const free of ['Sandbox Holdings', 'Robin']) expect(mail?.text + (mail?.subject ?? '')).not.toContain(free);
  // The token is stored only as its hash, and can't be used as a credential.
  const token = link?.[2];
  for (const table of ['Invitation', 'InvitationLink', 'Mail', 'IdempotencyKey']) {
    const { rowCount } = await store.pool.query(`SELECT FROM "${table}" r WHERE r::text LIKE $1`, [`%${token}%`]);
    expect(rowCount, table).toBe(0);
  }
  await expectRefusal(send('GET', '/v1/me', { credential: token ?? '' }), 401, 'unauthenticated');

  const { status, body } = await accept(token);
  expect([status, body]).toEqual([
    200,
    {
      token: expect.stringMatching(/^ess_/),
      user: { id, name: 'Sam', email, role: 'member' },
      organization: { id: organizationId, name: 'Sandbox Holdings', verified: false },
      modes: { test: true, live: true },
    },
  ]);
  expect((await actingAs(body.token).send('GET', '/v1/cases')).status).toBe(200);
  const signedIn = await send('POST', '/v1/auth/login', { body: { email: email.toLowerCase(), password } });
  expect(signedIn.body.user.id).toBe(id);
  expect((await session.send('GET', '/v1/organization')).body.members).toEqual([owner, body.user]);
  await expectRefusal(accept(token), 400, 'invalid_reset_token');
});

test("an invitation can't be accepted once it is replaced, revoked or 7 days old, and revoking it drops its unsent email", async () => {
  const { session } = await signUp();
  const email = newAddress();
  const replaced = await invitationToken(store, await invite(session, 'owner', email));
  const id = await invite(session, 'member', email);
  const revoked = await invitationToken(store, id);
  await expectRefusal(accept(replaced), 400, 'invalid_reset_token');
  expect((await remove(session, id)).status).toBe(204);
  await expectRefusal(accept(revoked), 400, 'invalid_reset_token');

  const late = await invite(session, 'member');
  const [token, other] = [await invitationToken(store, late), await invitationToken(store, late)];
  const age = (by: string) =>
    store.pool.query(`UPDATE "Invitation" SET "createdAt" = now() - $2::interval WHERE id = $1`, [late, by]);
  await age('7 days');
  await expectRefusal(accept(token), 400, 'invalid_reset_token');
  expect((await session.send('GET', '/v1/organization')).body.members).toHaveLength(1);
  await expectRefusal(remove(session, late), 404, 'not_found');
  await age('6 days 23 hours');
  // Each attempt to send the email creates its own link, and any of them can be used.
  expect((await accept(other)).status).toBe(200);
  await expectRefusal(accept(token), 400, 'invalid_reset_token');

  const never = newAddress();
  await withoutDelivery(async () => remove(session, await invite(session, 'member', never)));
  const mailOf = () => prisma.mail.findFirstOrThrow({ where: { recipient: never } });
  await expect.poll(mailOf).toMatchObject({ failure: 'dropped', dueAt: null, sentAt: null });
  expect(await mailbox.mailsTo(never)).toEqual([]);
});

test('if somebody signs up with an email address while two invitations to it are being accepted, only one of the three requests succeeds', async () => {
  const [{ session }, other] = [await signUp(), await signUp()];
  const signup = buildSignup();
  const id = await invite(session, 'member', signup.email.toUpperCase().replace('EXAMPLE.COM', 'Example.com'));
  const elsewhere = await invite(other.session, 'member', signup.email);
  const token = await invitationToken(store, id);
  const [accepted, signedUp, joined] = await Promise.all([
    accept(token),
    send('POST', '/v1/auth/signup', { body: signup }),
    accept(await invitationToken(store, elsewhere)),
  ]);
  expect([accepted.status, signedUp.status, joined.status].filter((status) => status < 300)).toHaveLength(1);
  expect([accepted.status, signedUp.status, joined.status].filter((status) => status === 409)).toHaveLength(2);
  expect(await prisma.user.count({ where: { emailKey: signup.email } })).toBe(1);
  if (accepted.status === 409) {
    const user = await prisma.user.findUniqueOrThrow({ where: { emailKey: signup.email } });
    await eraseAccount(store, { userId: user.id, operator: 'robin', list: '' });
    // Erasing the account also deleted the invitations to its address.
    await expectRefusal(accept(token), 400, 'invalid_reset_token');
  }
});

test('if an invitation is accepted while it is being revoked, the invited person ends up without access, whichever comes first', async () => {
  const { session } = await signUp();
  for (let round = 0; round < 4; round += 1) {
    const id = await invite(session, 'member');
    const token = await invitationToken(store, id);
    const [accepted, removed] = await Promise.all([accept(token), remove(session, id)]);
    expect(removed.status).toBe(204);
    expect([200, 400]).toContain(accepted.status);
    expect(await prisma.user.count({ where: { id } })).toBe(0);
    if (accepted.status === 200) {
      await expectRefusal(send('GET', '/v1/me', { credential: accepted.body.token }), 401, 'unauthenticated');
    }
  }
});

test('if an invitation is accepted while it is being sent again, the invited person ends up either a member or still invited, never both', async () => {
  const { session } = await signUp();
  for (let round = 0; round < 4; round += 1) {
    const email = newAddress();
    const token = await invitationToken(store, await invite(session, 'member', email));
    const body = { email, role: 'owner' };
    const [accepted, again] = await Promise.all([
      accept(token),
      session.send('POST', '/v1/organization/members', { body }),
    ]);
    expect([
      [200, 409],
      [400, 201],
    ]).toContainEqual([accepted.status, again.status]);
    const { members } = (await session.send('GET', '/v1/organization')).body as { members: { email: string }[] };
    expect(members.filter((member) => member.email === email)).toHaveLength(1);
  }
});

test('an invitation stays valid when the owner who sent it is removed, but its email no longer mentions that owner', async () => {
  const { session } = await signUp();
  const second = await join(service, session, 'owner');
  const email = newAddress();
  await withoutDelivery(async () => {
    await invite(second.session, 'member', email);
    await remove(session, second.id);
  });
  const [mail] = await mailbox.waitForMails(email);
  expect(mail?.text).not.toContain(second.email);
  expect((await accept(/token=(\S+)$/m.exec(mail?.text ?? '')?.[1])).status).toBe(200);
});

test('erasing an account also deletes the invitation that created it and the stored responses that contain the invitation', async () => {
  const { session } = await signUp();
  const email = newAddress();
  const sent = { body: { email, name: 'Zyxgone', role: 'member' }, headers: { 'idempotency-key': randomUUID() } };
  const { id } = (await session.send('POST', '/v1/organization/members', sent)).body;
  expect((await accept(await invitationToken(store, id))).status).toBe(200);
  await eraseAccount(store, { userId: id, operator: 'robin', list: '' });
  await expectRefusal(session.send('POST', '/v1/organization/members', sent), 409, 'erased');
  for (const table of ['Invitation', 'User', 'Mail', 'IdempotencyKey']) {
    const { rows } = await store.pool.query<{ text: string }>(`SELECT r::text AS text FROM "${table}" r`);
    expect(
      rows.filter(({ text }) => text.includes(email)),
      table,
    ).toEqual([]);
  }
  expect(await prisma.idempotencyKey.count({ where: { subject: id, body: { not: null } } })).toBe(0);
  expect((await session.send('GET', '/v1/organization')).body.members).toHaveLength(1);
});

test('an invitation token that was never emailed is refused', async () => {
  const { invitation, passwordReset, session } = credentialPrefixes;
  const others = [invitation, passwordReset, session].map((prefix) => mintCredential(prefix).secret);
  for (const token of [...others, 'eit_', 'x']) await expectRefusal(accept(token), 400, 'invalid_reset_token');
});

test("an invalid request doesn't use up the invitation link", async () => {
  const { session } = await signUp();
  const token = await invitationToken(store, await invite(session, 'member'));
  for (const [override, issue] of [
    [{ password: 'x'.repeat(9) }, 'password too_short'],
    [{ name: null }, 'name null'],
    [{ role: 'owner' }, 'role unknown_field'],
  ] as const) {
    expect(await expectIssues(accept(token, override))).toEqual([issue]);
  }
  expect((await accept(token)).status).toBe(200);
});
