import { randomBytes, randomUUID } from 'node:crypto';
import {
  calendarRate,
  maxActiveApiKeys,
  maxActiveAttorneyTokens,
  maxCalendarLinks,
  maxConnections,
  routes,
} from '@evict/contract';
import { hashSecret } from '@evict/credentials';
import { createAuthenticator } from '@evict/credentials/testing';
import { eraseAccount } from '@evict/store/erasure';
import { newId } from '@evict/store/ids';
import { TOTP } from 'otpauth';
import { type ApiResponse, buildSignup } from '../../support/api.ts';
import { attorneyPassword } from '../../support/attorneys.ts';
import { passkeyOf } from '../../support/authenticator.ts';
import { liveWorld } from '../../support/live-case.ts';
import { invitationToken, invite } from '../../support/members.ts';
import { exampleBody, pathToNothing } from '../../support/paths.ts';
import { type Provoker, refusedOf } from './provoke.ts';
import type { World } from './world.ts';

/** How to provoke the errors of operations on accounts, keys and sessions. */
export const ofAccounts: Readonly<Record<string, Provoker>> = {
  'signup 409 email_taken': async ({ send }) => {
    const body = buildSignup();
    await send('POST', '/v1/auth/signup', { body });
    return send('POST', '/v1/auth/signup', { body });
  },
  'login 401 invalid_credentials': ({ send }) => {
    const { email, password } = buildSignup();
    return send('POST', '/v1/auth/login', { body: { email, password } });
  },
  'loginAttorney 401 invalid_credentials': async ({ send, signUp }) => {
    const { session } = await signUp();
    const { email } = (await session.send('GET', '/v1/me')).body.user;
    // Signs in as an attorney with a customer's password.
    return send('POST', '/v1/auth/attorney/login', { body: { email, password: buildSignup().password } });
  },
  'login 403 forbidden': async (world) => {
    const { email, password } = await withApp(world);
    return world.send('POST', '/v1/auth/login', { body: { email, password } });
  },
  'completeSignIn 400 invalid_reset_token': ({ send }, { path }) =>
    send('POST', path, { body: { method: 'totp', ticket: 'est_unknown', code: '123456' } }),
  'completeSignIn 401 invalid_credentials': async (world, { path }) => {
    const { email, password } = await withApp(world);
    const { body } = await world.send('POST', '/v1/auth/login', { body: { email, password } });
    const { ticket } = body.error.details.secondFactor;
    return world.send('POST', path, { body: { method: 'recovery_code', ticket, code: 'unknown' } });
  },
  'loginAttorney 403 forbidden': (world) => withPasskey(world),
  'completeAttorneySignIn 400 invalid_reset_token': ({ send }, { path }) =>
    send('POST', path, { body: { method: 'totp', ticket: 'est_unknown', code: '123456' } }),
  'completeAttorneySignIn 401 invalid_credentials': async (world, { path }) => {
    const { ticket } = (await withPasskey(world)).body.error.details.secondFactor;
    return world.send('POST', path, { body: { method: 'recovery_code', ticket, code: 'unknown' } });
  },
  ...withWrongPassword(['createPasskeyOptions', 'createTotp', 'deleteTotp', 'deletePasskey']),
  'deletePasskey 404 not_found': async ({ signUp }, route) =>
    (await signUp()).session.send('DELETE', pathToNothing(route), { body: proof }),
  'createPasskey 409 invalid_state': async ({ signUp }, { path }) => {
    const { session } = await signUp();
    const options = (await session.send('POST', `${path}/options`, { body: proof })).body;
    const response = createAuthenticator(`https://${options.rp.id}`).register(options);
    await session.send('POST', path, { body: { name: 'Laptop', response } });
    return session.send('POST', path, { body: { name: 'Again', response } });
  },
  'createTotp 409 invalid_state': async (world, { path }) =>
    (await withApp(world)).session.send('POST', path, { body: proof }),
  'confirmTotp 401 invalid_credentials': async ({ signUp }, { path }) => {
    const { session } = await signUp();
    await session.send('POST', '/v1/me/totp', { body: proof });
    return session.send('POST', path, { body: { code: '000000' } });
  },
  'confirmTotp 409 invalid_state': async ({ signUp }, route) =>
    (await signUp()).session.send('POST', route.path, { body: exampleBody(route) }),
  'confirmAddress 400 invalid_reset_token': async ({ signUp }, route) =>
    (await signUp()).session.send('POST', route.path, { body: exampleBody(route) }),
  'updateMe 401 invalid_credentials': async ({ signUp }) => {
    const { session } = await signUp();
    return session.send('PATCH', '/v1/me', { body: { currentPassword: 'not the password' } });
  },
  'confirmPasswordReset 400 invalid_reset_token': ({ send }) =>
    send('POST', '/v1/auth/password-reset/confirm', { body: { token: 'ert_unknown', password: 'a new password' } }),

  'acceptInvitation 400 invalid_reset_token': ({ send }) =>
    send('POST', '/v1/auth/invitations/accept', { body: exampleBody(routes.acceptInvitation) }),
  'acceptInvitation 409 email_taken': async ({ stack, signUp, send }) => {
    const body = buildSignup();
    const token = await invitationToken(stack.store, await invite((await signUp()).session, 'member', body.email));
    await send('POST', '/v1/auth/signup', { body });
    return send('POST', '/v1/auth/invitations/accept', { body: { token, name: 'Sam', password: body.password } });
  },
  'inviteMember 409 email_taken': async ({ signUp, send }) => {
    const { email } = (await send('POST', '/v1/auth/signup', { body: buildSignup() })).body.user;
    return (await signUp()).session.send('POST', '/v1/organization/members', { body: { email, role: 'owner' } });
  },
  'inviteMember 409 erased': async ({ signUp, stack, send }) => {
    const { session } = await signUp();
    const { email, name, password } = buildSignup();
    const sent = { body: { email, role: 'member' }, headers: { 'idempotency-key': randomUUID() } };
    const { id } = (await session.send('POST', '/v1/organization/members', sent)).body;
    const token = await invitationToken(stack.store, id);
    await send('POST', '/v1/auth/invitations/accept', { body: { token, name, password } });
    await eraseAccount(stack.store, { userId: id, operator: 'robin', list: '' });
    return session.send('POST', '/v1/organization/members', sent);
  },
  'inviteMember 409 invalid_state': async ({ signUp, stack }) => {
    const { session, organizationId } = await signUp();
    const settings = { issuer: 'https://id.example.com', clientId: 'x', clientSecret: Buffer.from('x'), proof: 'x' };
    const data = { ...settings, organizationId, domain: 'example.org', localPasswords: false };
    await stack.store.prisma.singleSignOn.create({ data });
    const body = { email: 'sam@example.org', role: 'member' };
    return session.send('POST', '/v1/organization/members', { body });
  },
  'finishSingleSignOn 401 invalid_credentials': ({ send }, route) =>
    send('POST', route.path, { body: exampleBody(route) }),
  'updateMember 409 invalid_state': (world) => toOneself(world, 'PATCH', { role: 'member' }),
  'removeMember 409 invalid_state': (world) => toOneself(world, 'DELETE'),

  'createApiKey 403 forbidden': async ({ live, actingAs }) => {
    const { secret } = (await live.send('POST', '/v1/api-keys')).body;
    return actingAs(secret).send('POST', '/v1/api-keys');
  },
  'createApiKey 409 key_limit': async ({ signUp }) => {
    const { session } = await signUp();
    return refusedOf(maxActiveApiKeys, 'key_limit', () => session.send('POST', '/v1/api-keys'));
  },
  'revokeApiKey 409 cannot_revoke_current_key': async ({ customer }) => {
    const { items } = (await customer.send('GET', '/v1/api-keys')).body;
    return customer.send('DELETE', `/v1/api-keys/${items.at(-1).id}`);
  },

  'getConnectionRequest 404 not_found': ({ customer }, route) => customer.session.send('GET', pathToNothing(route)),
  'connectApp 404 not_found': ({ customer }, route) =>
    customer.session.send('POST', route.path, { body: exampleBody(route) }),
  'refuseApp 404 not_found': ({ customer }, route) =>
    customer.session.send('POST', route.path, { body: exampleBody(route) }),
  'connectApp 409 key_limit': async ({ signUp, stack }, { path }) => {
    const { session, organizationId } = await signUp();
    const [created] = (await session.send('GET', '/v1/api-keys')).body.items;
    const expiresAt = new Date(Date.now() + 3_600_000);
    const connection = { organizationId, mode: 'test', confirm: 'required', clientId: 'app', expiresAt };
    await stack.store.prisma.apiKey.createMany({
      data: Array.from({ length: maxConnections }, () => ({
        ...connection,
        id: newId('apiKey'),
        hash: randomBytes(32),
        createdById: created.createdBy.id,
      })),
    });
    const request = 'of-a-test-without-app';
    const asked = {
      kind: 'Interaction',
      clientId: 'app',
      clientName: 'App',
      scopes: ['read'],
      payload: '{}',
      expiresAt,
    };
    await stack.store.prisma.oAuthItem.create({ data: { ...asked, hash: new Uint8Array(hashSecret(request)) } });
    return session.send('POST', path, { body: { request } });
  },

  'getCalendar 400 invalid_request': ({ send }, { path }) => send('GET', path),
  'getCalendar 429 rate_limited': ({ send }, route) => {
    const path = pathToNothing(route);
    return refusedOf(calendarRate.burst + 1, 'rate_limited', () => send('GET', path));
  },
  'createCalendarLink 409 key_limit': async ({ signUp }, { path }) => {
    const { session } = await signUp();
    return refusedOf(maxCalendarLinks + 1, 'key_limit', () => session.send('POST', path));
  },
  'createCalendarLink 403 attorney_not_eligible': async ({ underReviewByLapsed, actingAs }, { path }) => {
    const { lapsed } = await underReviewByLapsed();
    return actingAs(await lapsed.signIn()).send('POST', path);
  },
  'createAttorneyToken 409 key_limit': async ({ attorneySession }) =>
    refusedOf(maxActiveAttorneyTokens + 1, 'key_limit', () => attorneySession.send('POST', '/v1/attorney/me/tokens')),
  'rotateAttorneyToken 409 key_limit': async ({ attorneySession }) => {
    const { items } = (await attorneySession.send('GET', '/v1/attorney/me/tokens')).body;
    const path = `/v1/attorney/me/tokens/${items[0].id}/rotate`;
    return refusedOf(2 * maxActiveAttorneyTokens, 'key_limit', () => attorneySession.send('POST', path));
  },
};

/** The password of every user who signs up in a test. */
const proof = { currentPassword: buildSignup().password };

/** Signs in with the correct password of an attorney who needs a second factor. */
async function withPasskey(world: World): Promise<ApiResponse> {
  const { attorney: newAttorney } = liveWorld(world);
  const { id, email, signIn } = await newAttorney({ states: ['ND'] });
  await signIn();
  await passkeyOf(world.stack.store, id);
  return world.send('POST', '/v1/auth/attorney/login', { body: { email, password: attorneyPassword } });
}

/** Returns a customer with an authenticator app. */
async function withApp({ signUp, stack }: World) {
  const { session, organizationId } = await signUp();
  const { secret } = (await session.send('POST', '/v1/me/totp', { body: proof })).body;
  await session.send('POST', '/v1/me/totp/confirm', { body: { code: new TOTP({ secret }).generate() } });
  const { email } = await stack.store.prisma.user.findFirstOrThrow({ where: { organizationId } });
  return { session, email, password: proof.currentPassword };
}

function withWrongPassword(operations: readonly string[]): Record<string, Provoker> {
  const provoke: Provoker = async ({ signUp }, route) =>
    (await signUp()).session.send(route.method, pathToNothing(route), {
      body: { currentPassword: 'not the password' },
    });
  return Object.fromEntries(operations.map((name) => [`${name} 401 invalid_credentials`, provoke]));
}

/** Sends a request in which the last owner changes or removes themselves. */
async function toOneself({ signUp }: World, method: string, body?: unknown): Promise<ApiResponse> {
  const { session } = await signUp();
  const { user } = (await session.send('GET', '/v1/me')).body;
  return session.send(method, `/v1/organization/members/${user.id}`, { body });
}
