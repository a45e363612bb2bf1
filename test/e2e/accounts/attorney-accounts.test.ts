import { randomUUID } from 'node:crypto';
import { createAttorney } from '@evict/store/attorneys';
import { describe, expect, test } from 'vitest';
import { buildSignup } from '../support/api.ts';
import { attorneyPassword, newAttorney } from '../support/attorneys.ts';
import { opsFor } from '../support/ops.ts';
import { expectIssues, expectRefusal } from '../support/refusals.ts';
import { sharedWebsite } from '../support/service.ts';

const service = await sharedWebsite();
const { stack, send } = service;
const { store } = stack;
const ops = opsFor(stack);
const mailbox = stack.delivery?.mailbox ?? expect.unreachable();

const password = attorneyPassword;
const tokensPath = '/v1/attorney/me/tokens';
const logIn = (email: string, given = password) =>
  send('POST', '/v1/auth/attorney/login', { body: { email, password: given } });
const confirm = (token: string) => send('POST', '/v1/auth/password-reset/confirm', { body: { token, password } });
const queue = (credential: string) => send('GET', '/v1/attorney/queue', { credential });
const linkIn = (text = '') => /#token=(ert_\w+)/.exec(text)?.[1] ?? '';

async function invited() {
  const email = `attorney-${randomUUID()}@example.com`;
  const person = { name: 'Avery', email, barNumber: '1', states: ['MD'], verified: true };
  const id = (await createAttorney(store, person)) ?? '';
  await ops.json('attorney', 'invite', id);
  const [mail] = await mailbox.waitForMails(email);
  return { id, email, mail, token: linkIn(mail?.text) };
}

test('an attorney who is invited by email can set a password once and sign in, and the session works like a token', async () => {
  const { id, email, mail, token } = await invited();
  expect(mail?.text).toContain('within a week');
  expect(mail?.text).toContain(`${stack.baseUrl}/attorney/sign-in`);
  expect(await ops.recorded(id)).toEqual(['robin: attorney invite done']);
  await expectRefusal(logIn(email), 401, 'invalid_credentials');
  expect((await confirm(token)).status).toBe(200);
  await expectRefusal(confirm(token), 400, 'invalid_reset_token');
  const { status, body } = await logIn(email.toUpperCase());
  expect([status, body]).toEqual([
    200,
    { token: expect.stringMatching(/^ess_/), user: { id, name: 'Avery', email, role: 'attorney' } },
  ]);
  expect((await queue(body.token)).status).toBe(200);
  expect((await send('GET', '/v1/attorney/me', { credential: body.token })).body.id).toBe(id);
  expect(await ops.refused('attorney', 'invite', `usr_${randomUUID()}`)).toBe('not_found');
});

test('an invitation expires after a week, and any of several invitations works until one is used', async () => {
  const { id, email, token } = await invited();
  await ops.json('attorney', 'invite', id);
  const [, second] = await mailbox.waitForMails(email, 2);
  const age = (interval: string) =>
    store.pool.query(`UPDATE "PasswordReset" SET "createdAt" = now() - $2::interval WHERE "userId" = $1`, [
      id,
      interval,
    ]);
  await age('7 days 1 second');
  await expectRefusal(confirm(token), 400, 'invalid_reset_token');
  await age('6 days 23 hours');
  expect((await confirm(linkIn(second?.text))).status).toBe(200);
  await expectRefusal(confirm(token), 400, 'invalid_reset_token');
});

describe("an attorney's session", () => {
  test("is refused at endpoints for customers, and a customer's session is refused at endpoints for attorneys", async () => {
    const attorney = await newAttorney(service);
    const signedIn = await attorney.signIn();
    const { session } = await service.signUp();
    for (const path of ['/v1/cases', '/v1/me', '/v1/organization'])
      await expectRefusal(send('GET', path, { credential: signedIn }), 403, 'forbidden');
    for (const path of ['/v1/attorney/queue', tokensPath])
      await expectRefusal(session.send('GET', path), 403, 'forbidden');
    // Neither can sign in at the other's endpoint, and the refusal doesn't reveal which kind of account it is.
    const customer = buildSignup();
    await send('POST', '/v1/auth/signup', { body: customer });
    await expectRefusal(logIn(customer.email, customer.password), 401, 'invalid_credentials');
    const body = { email: attorney.email, password };
    await expectRefusal(send('POST', '/v1/auth/login', { body }), 401, 'invalid_credentials');
  });

  test("ends when the attorney signs out, but the attorney's other session and token keep working", async () => {
    const attorney = await newAttorney(service);
    const [first, second] = [await attorney.signIn(), (await logIn(attorney.email)).body.token];
    expect((await send('POST', '/v1/auth/logout', { credential: first })).status).toBe(204);
    await expectRefusal(queue(first), 401, 'unauthenticated');
    await expectRefusal(send('POST', '/v1/auth/logout', { credential: first }), 401, 'unauthenticated');
    expect((await queue(second)).status).toBe(200);
    // A token isn't a session: it can't be signed out, and it ends only when it expires or is revoked.
    await expectRefusal(send('POST', '/v1/auth/logout', { credential: attorney.credential }), 403, 'forbidden');
    expect((await queue(attorney.credential)).status).toBe(200);
  });

  test("ends when the password is reset, but the attorney's tokens keep working", async () => {
    const attorney = await newAttorney(service);
    const signedIn = await attorney.signIn();
    await send('POST', '/v1/auth/password-reset/request', { body: { email: attorney.email } });
    const [mail] = await mailbox.waitForMails(attorney.email);
    expect((await confirm(linkIn(mail?.text))).status).toBe(200);
    await expectRefusal(queue(signedIn), 401, 'unauthenticated');
    expect((await queue(attorney.credential)).status).toBe(200);
  });
});

describe("an attorney's tokens", async () => {
  const attorney = await newAttorney(service);
  const mine = service.actingAs(await attorney.signIn());
  const create = (body: object = {}) => mine.send('POST', tokensPath, { body });
  const rotate = (id: string) => mine.send('POST', `${tokensPath}/${id}/rotate`);
  const listed = async (id: string) =>
    (await mine.send('GET', tokensPath)).body.items.find((one: { id: string }) => one.id === id);
  const daysUntil = (time: string) => (Date.parse(time) - Date.now()) / 86_400_000;

  test('last 90 days or until the requested time, are listed without their secrets, and stop working as soon as they are revoked', async () => {
    const { status, body } = await create();
    expect([status, body.secret]).toEqual([201, expect.stringMatching(/^eut_/)]);
    expect(daysUntil(body.expiresAt)).toBeCloseTo(90, 1);
    expect((await queue(body.secret)).status).toBe(200);
    const { id, expiresAt } = body;
    const lastFour = body.secret.slice(-4);
    expect(await listed(id)).toEqual({ id, lastFour, expiresAt, createdAt: expect.any(String), revokedAt: null });
    const asked = new Date(Date.now() + 3_600_000).toISOString();
    expect((await create({ expiresAt: asked })).body.expiresAt).toBe(asked);
    expect(await expectIssues(create({ expiresAt: '2020-01-01T00:00:00Z' }))).toEqual(['expiresAt past']);
    for (const _ of [1, 2]) expect((await mine.send('DELETE', `${tokensPath}/${id}`)).status).toBe(204);
    await expectRefusal(queue(body.secret), 401, 'unauthenticated');
    expect((await listed(id)).revokedAt).not.toBeNull();
  });

  test('can be rotated: the new token expires when the old one would have, and the old one works for another day', async () => {
    const old = (await create({ expiresAt: new Date(Date.now() + 10 * 86_400_000).toISOString() })).body;
    const { body } = await rotate(old.id);
    expect(daysUntil(body.expiresAt)).toBeCloseTo(10, 1);
    expect(daysUntil((await listed(old.id)).expiresAt)).toBeCloseTo(1, 1);
    expect([(await queue(old.secret)).status, (await queue(body.secret)).status]).toEqual([200, 200]);
    await store.pool.query(`UPDATE "AttorneyToken" SET "expiresAt" = now() WHERE id = $1`, [old.id]);
    await expectRefusal(queue(old.secret), 401, 'unauthenticated');
    await expectRefusal(rotate(old.id), 404, 'not_found');
  });

  test("can't be used to manage tokens, and can't be managed by another attorney", async () => {
    const { secret, id } = (await create()).body;
    for (const [method, path] of [
      ['GET', ''],
      ['POST', ''],
      ['POST', `/${id}/rotate`],
      ['DELETE', `/${id}`],
    ] as const)
      await expectRefusal(send(method, tokensPath + path, { credential: secret }), 403, 'forbidden');
    const stranger = service.actingAs(await (await newAttorney(service)).signIn());
    await expectRefusal(stranger.send('POST', `${tokensPath}/${id}/rotate`), 404, 'not_found');
    await expectRefusal(stranger.send('DELETE', `${tokensPath}/${id}`), 404, 'not_found');
    expect((await queue(secret)).status).toBe(200);
  });

  test('expire 90 days after creation if they were created by an earlier version that recorded no expiry', async () => {
    const { secret, id } = (await create()).body;
    const age = (days: number) =>
      store.pool.query(
        `UPDATE "AttorneyToken" SET "expiresAt" = NULL, "createdAt" = now() - make_interval(days => $2) WHERE id = $1`,
        [id, days],
      );
    await age(89);
    expect((await queue(secret)).status).toBe(200);
    expect(daysUntil((await listed(id)).expiresAt)).toBeCloseTo(1, 1);
    await age(90);
    await expectRefusal(queue(secret), 401, 'unauthenticated');
  });
});
