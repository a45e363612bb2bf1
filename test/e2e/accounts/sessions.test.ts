import { expect, test } from 'vitest';
import { buildSignup } from '../support/api.ts';
import { expectRefusal } from '../support/refusals.ts';
import { sharedService } from '../support/service.ts';

const { send, signUp, actingAs, stack } = await sharedService();
const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** Creates a user with two sessions. */
async function signedInTwice() {
  const person = buildSignup();
  const first = await send('POST', '/v1/auth/signup', { body: person, headers: { 'x-forwarded-for': '203.0.113.77' } });
  const { email, password } = person;
  const second = await send('POST', '/v1/auth/login', {
    body: { email, password },
    headers: { 'user-agent': firefox, 'x-forwarded-for': '2001:db8:1:2::5' },
  });
  const [here, there] = [actingAs(first.body.token), actingAs(second.body.token)];
  const { items } = (await here.send('GET', '/v1/me/sessions')).body;
  return { here, there, items, userId: first.body.user.id as string };
}

test('a user sees where they are signed in, with the device and a shortened network address', async () => {
  const { items } = await signedInTwice();
  const [createdAt, lastUsedAt] = [expect.any(String), expect.any(String)];
  const id = expect.stringMatching(/^ses_/);
  expect(items).toEqual([
    { id, createdAt, lastUsedAt, network: '2001:db8:1::/48', device: 'Firefox on Windows', current: false },
    { id, createdAt, lastUsedAt, network: '203.0.113.0/24', device: 'node', current: true },
  ]);
});

test('ending another session takes effect at once and removes it from the list, and the current session can be ended, too', async () => {
  const { here, there, items } = await signedInTwice();
  const [other, own] = items;
  for (let times = 0; times < 2; times += 1)
    expect((await here.send('DELETE', `/v1/me/sessions/${other.id}`)).status).toBe(204);
  await expectRefusal(there.send('GET', '/v1/me'), 401, 'unauthenticated');
  expect((await here.send('GET', '/v1/me/sessions')).body.items).toEqual([own]);
  expect((await here.send('DELETE', `/v1/me/sessions/${own.id}`)).status).toBe(204);
  await expectRefusal(here.send('GET', '/v1/me'), 401, 'unauthenticated');
});

test("a user can't end another user's session, and a key can't list sessions", async () => {
  const { here, items } = await signedInTwice();
  const stranger = await signUp();
  await expectRefusal(stranger.session.send('DELETE', `/v1/me/sessions/${items[0].id}`), 404, 'not_found');
  expect((await here.send('GET', '/v1/me')).status).toBe(200);
  await expectRefusal(stranger.send('GET', '/v1/me/sessions'), 403, 'forbidden');
});

test("a session without a recorded device is listed without one, and an expired session isn't listed", async () => {
  const { here, items, userId } = await signedInTwice();
  const [{ id }] = items;
  await stack.store.prisma.session.update({ where: { id }, data: { network: null, device: null } });
  expect((await here.send('GET', '/v1/me/sessions')).body.items[0]).toMatchObject({ network: null, device: null });
  const longAgo = new Date(Date.now() - 31 * 86_400_000);
  await stack.store.prisma.session.updateMany({ where: { id, userId }, data: { lastUsedAt: longAgo } });
  expect((await here.send('GET', '/v1/me/sessions')).body.items).toHaveLength(1);
});
