import { randomBytes } from 'node:crypto';
import { signInBySso } from '@evict/store/accounts';
import { createReceivers } from '@evict/testkit';
import { afterAll, describe, expect, test } from 'vitest';
import { buildSignup } from '../support/api.ts';
import { passkeyOf } from '../support/authenticator.ts';
import { invitationToken, invite } from '../support/members.ts';
import { type Person, startIdentityProvider } from '../support/identity-provider.ts';
import { startNameServer } from '../support/name-server.ts';
import { expectIssues, expectRefusal } from '../support/refusals.ts';
import { startService } from '../support/service.ts';

const redirectUri = 'https://www.example.com/sign-in/sso/done';
const receivers = await createReceivers();
const tls = { ...(await receivers.certificateOf('127.0.0.1')), ca: receivers.ca };
const [provider, another, names] = await Promise.all([
  startIdentityProvider(tls, redirectUri),
  startIdentityProvider(tls, redirectUri),
  startNameServer(),
]);
afterAll(() => Promise.all([provider.stop(), another.stop(), names.stop()]));
const identityProviders = { ca: receivers.ca, nameServers: [names.address] };
const service = await startService({ identityProviders, mail: {} });
const { send, actingAs, signUp, stack } = service;
const { prisma } = stack.store;

let count = 0;
const newDomain = () => `company-${(count += 1)}.example.com`;
const settingsFor = (domain: string, of = provider) => ({
  issuer: of.issuer,
  clientId: of.clientId,
  clientSecret: of.clientSecret,
  domain,
});

/** Creates an organization with a proven domain, whose members sign in with an identity provider. */
async function company(domain = newDomain(), of = provider) {
  const { session, organizationId } = await signUp();
  const put = (changes: object = {}) =>
    session.send('PUT', '/v1/organization/sso', { body: { ...settingsFor(domain, of), ...changes } });
  const { record } = (await put()).body;
  names.texts.set(record.name, record.value);
  const proven = await session.send('POST', '/v1/organization/sso/prove-domain');
  expect(proven.status, JSON.stringify(proven.body)).toBe(200);
  return { session, organizationId, domain, put };
}

const start = (email: string) => send('POST', '/v1/auth/sso/start', { body: { email } });
const finish = (flow: string, parameters: string) =>
  send('POST', '/v1/auth/sso/finish', { body: { flow, parameters } });

/** Signs a person in with the provider, starting from any email address in the domain. */
async function signIn(domain: string, person: Person, of = provider) {
  const { status, body } = await start(`anybody@${domain}`);
  expect(status).toBe(200);
  return finish(body.flow, await of.signIn(body.url, person));
}

const person = (email: string, more: object = {}): Person => ({
  sub: `sub of ${email}`,
  email,
  email_verified: true,
  ...more,
});

describe('single sign-on', () => {
  test('creates a member at the first sign-in, and signs in the same member afterwards', async () => {
    const { domain, organizationId } = await company();
    const sam = person(`Sam@${domain}`, { name: 'Sam Example' });
    const first = await signIn(domain, sam);
    expect(first.body).toMatchObject({
      token: expect.stringMatching(/^ess_/),
      user: { name: 'Sam Example', email: `Sam@${domain}`, role: 'member' },
      organization: { id: organizationId },
      modes: { test: true, live: false },
    });
    const again = await signIn(domain, { ...sam, name: 'Samuel' });
    expect(again.body.user).toEqual(first.body.user);
    const me = await actingAs(again.body.token).send('GET', '/v1/me');
    expect(me.body.user.id).toBe(first.body.user.id);
    expect(provider.asked).toContain('POST /token');
  });

  test('creates only one member even if a person signs in several times at once', async () => {
    const { domain, organizationId } = await company();
    const sam = person(`sam@${domain}`);
    const begun = await Promise.all(Array.from({ length: 6 }, () => start(sam.email ?? '')));
    const back: [string, string][] = [];
    for (const { body } of begun) back.push([body.flow, await provider.signIn(body.url, sam)]);
    const signedIn = await Promise.all(back.map(([flow, parameters]) => finish(flow, parameters)));
    expect(signedIn.map(({ status }) => status)).toEqual(back.map(() => 200));
    expect(new Set(signedIn.map(({ body }) => body.user.id)).size).toBe(1);
    expect(await prisma.user.count({ where: { organizationId } })).toBe(2);
  });

  test('signs in an existing member, and removes an open invitation to the person who signs in', async () => {
    const { domain, session } = await company();
    const email = `known@${domain}`;
    const member = await invite(session, 'owner', email);
    const token = await invitationToken(stack.store, member);
    const accepted = await send('POST', '/v1/auth/invitations/accept', {
      body: { token, name: 'Known', password: 'a password of theirs' },
    });
    const signedIn = await signIn(domain, person(email));
    expect(signedIn.body.user).toEqual(accepted.body.user);
    const open = await invite(session, 'member', `open@${domain}`);
    expect((await signIn(domain, person(`open@${domain}`))).status).toBe(200);
    expect(await prisma.invitation.count({ where: { id: open } })).toBe(0);
  });

  test("is refused for an owner with a second factor, and doesn't link the provider's user to that owner", async () => {
    const { domain, session } = await company();
    const email = `owner@${domain}`;
    const token = await invitationToken(stack.store, await invite(session, 'owner', email));
    const accepted = await send('POST', '/v1/auth/invitations/accept', {
      body: { token, name: 'Owner', password: 'a password of theirs' },
    });
    const { id } = accepted.body.user;
    await passkeyOf(stack.store, id);
    await expectRefusal(signIn(domain, person(email)), 403, 'forbidden');
    await prisma.passkey.deleteMany({ where: { userId: id } });
    // The refused sign-in wasn't recorded, so even a different subject can be linked now.
    const other = person(email, { sub: 'another subject' });
    expect((await signIn(domain, other)).body.user.id).toBe(id);
  });

  test('needs the state, nonce, verifier and code of the same sign-in, and can be finished only once', async () => {
    const { domain } = await company();
    const sam = person(`sam@${domain}`);
    const [one, other] = [(await start(sam.email ?? '')).body, (await start(sam.email ?? '')).body];
    const of = (url: string) => new URL(url).searchParams;
    expect([of(one.url).get('code_challenge_method'), of(one.url).get('response_type')]).toEqual(['S256', 'code']);
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(of(one.url).get(name)).not.toBe(of(other.url).get(name));
    const refused = (flow: string, parameters: string) =>
      expectRefusal(finish(flow, parameters), 401, 'invalid_credentials');

    const parameters = await provider.signIn(one.url, sam);
    const stateOf = (url: string) => ({ state: of(url).get('state') ?? '' });
    await refused(other.flow, parameters);
    await refused(
      other.flow,
      new URLSearchParams({ ...Object.fromEntries(new URLSearchParams(parameters)), ...stateOf(other.url) }).toString(),
    );
    await refused(`${one.flow.slice(0, -2)}AA`, parameters);
    await refused('q7Xw', parameters);
    await refused(one.flow, parameters.replace(/code=[^&]+/, 'code=another'));
    await refused(one.flow, 'error=access_denied');

    // An attacker between the browser and the provider replaces the nonce or the PKCE challenge.
    for (const name of ['nonce', 'code_challenge']) {
      const { url, flow } = (await start(sam.email ?? '')).body;
      const changed = new URL(url);
      changed.searchParams.set(name, 'A'.repeat(43));
      await refused(flow, await provider.signIn(changed.href, sam));
    }
    const { url, flow } = (await start(sam.email ?? '')).body;
    const good = await provider.signIn(url, sam);
    expect((await finish(flow, good)).status).toBe(200);
    await refused(flow, good);
  });
});

describe("an identity provider can't", () => {
  test("vouch for an email address that is outside its domain or that it hasn't verified", async () => {
    const { domain, organizationId } = await company();
    const neighbor = await company();
    for (const email of [
      `eve@${neighbor.domain}`,
      `eve@sub.${domain}`,
      `eve@not-${domain}`,
      `eve@${domain}@${neighbor.domain}`,
      `eve@${neighbor.domain} <x@${domain}>`,
      'eve',
    ]) {
      await expectRefusal(signIn(domain, person(email)), 403, 'forbidden');
    }
    for (const unproven of [person(`eve@${domain}`, { email_verified: false }), { sub: 'no address' }]) {
      await expectRefusal(signIn(domain, unproven), 401, 'invalid_credentials');
    }
    expect(await prisma.user.count({ where: { organizationId } })).toBe(1);
  });

  test("sign anyone in to an account of another organization, even if the account's email address is in the provider's domain", async () => {
    const domain = newDomain();
    const email = `first@${domain}`;
    const signedUp = await send('POST', '/v1/auth/signup', { body: { ...buildSignup(), email } });
    await company(domain);
    await expectRefusal(signIn(domain, person(email)), 409, 'email_taken');
    expect(await prisma.session.count({ where: { userId: signedUp.body.user.id } })).toBe(1);
  });

  test("finish a sign-in that began at another organization, or give a member's email address to another person", async () => {
    const [here, there] = [await company(), await company(newDomain(), another)];
    const sam = person(`sam@${here.domain}`);
    expect((await signIn(here.domain, sam)).status).toBe(200);
    await expectRefusal(signIn(here.domain, { ...sam, sub: 'another person' }), 403, 'forbidden');
    const flowOfOther = (await start(`x@${there.domain}`)).body.flow;
    const { url } = (await start(`x@${here.domain}`)).body;
    await expectRefusal(finish(flowOfOther, await provider.signIn(url, sam)), 401, 'invalid_credentials');
  });

  test('sign anyone in before its domain is proven, after its settings are deleted, or for another organization', async () => {
    const { session } = await signUp();
    const domain = newDomain();
    await session.send('PUT', '/v1/organization/sso', { body: settingsFor(domain) });
    await expectRefusal(start(`sam@${domain}`), 404, 'not_found');
    const gone = await company();
    const { url, flow } = (await start(`sam@${gone.domain}`)).body;
    expect((await gone.session.send('DELETE', '/v1/organization/sso')).status).toBe(204);
    const parameters = await provider.signIn(url, person(`sam@${gone.domain}`));
    await expectRefusal(finish(flow, parameters), 401, 'invalid_credentials');
    const other = await company();
    const victim = await prisma.user.findFirstOrThrow({ where: { organizationId: gone.organizationId } });
    // Whatever the provider claims, none of these sign-ins opens a session for the victim.
    for (const [organization, address] of [
      [gone.organizationId, victim.email],
      [other.organizationId, victim.email],
      [other.organizationId, `x@${gone.domain}`],
    ] as const) {
      const settings = { organizationId: organization, issuer: provider.issuer };
      const vouched = { subject: randomBytes(32), email: address, name: null };
      const opening = { sessionHash: randomBytes(32), maxMembers: 100 };
      const outcome = await signInBySso(stack.store, settings, vouched, opening);
      expect(['forbidden', 'email_taken']).toContain(outcome);
    }
  });
});

describe('single sign-on settings', () => {
  test('are only for owners, never show the client secret, store it encrypted, and keep it if a change contains no new one', async () => {
    const { session, domain, put, organizationId } = await company();
    const { secret: key } = (await session.send('POST', '/v1/api-keys')).body;
    await expectRefusal(actingAs(key).send('GET', '/v1/organization/sso'), 403, 'forbidden');
    const member = actingAs((await signIn(domain, person(`sam@${domain}`))).body.token);
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const sent = method === 'PUT' ? { body: settingsFor(domain) } : {};
      await expectRefusal(member.send(method, '/v1/organization/sso', sent), 403, 'forbidden');
    }
    await expectRefusal(member.send('POST', '/v1/organization/sso/prove-domain'), 403, 'forbidden');
    const { body } = await session.send('GET', '/v1/organization/sso');
    expect(body).toEqual({
      issuer: provider.issuer,
      clientId: provider.clientId,
      domain,
      localPasswords: true,
      provenAt: expect.any(String),
      record: { name: `_eviction-case-service.${domain}`, value: expect.stringMatching(/^domain-proof=[0-9a-f]{32}$/) },
      redirectUri,
    });
    const stored = await prisma.singleSignOn.findUniqueOrThrow({ where: { organizationId } });
    expect(Buffer.from(stored.clientSecret).includes(provider.clientSecret)).toBe(false);
    // If no secret is sent, the stored one is kept.
    expect((await put({ clientSecret: undefined })).status).toBe(200);
    expect((await signIn(domain, person(`kim@${domain}`))).status).toBe(200);
    expect((await put({ clientSecret: 'another' })).status).toBe(200);
    await expectRefusal(signIn(domain, person(`kim@${domain}`)), 401, 'invalid_credentials');
  });

  test('need an issuer with a public HTTPS address that publishes its own discovery document', async () => {
    const { session } = await signUp();
    const put = (changes: object) =>
      session.send('PUT', '/v1/organization/sso', { body: { ...settingsFor(newDomain()), ...changes } });
    for (const [issuer, code] of [
      ['http://id.example.com', 'https_only'],
      ['https://localhost', 'local_name'],
      ['https://10.0.0.1', 'private_address'],
      ['https://169.254.169.254/latest', 'private_address'],
      ['https://127.0.0.1:1', 'no_discovery'],
      [`${provider.issuer}/another`, 'no_discovery'],
    ] as const) {
      expect(await expectIssues(put({ issuer })), issuer).toContain(`issuer ${code}`);
    }
    expect(await expectIssues(put({ clientSecret: undefined }))).toEqual(['clientSecret required']);
    expect(await expectIssues(put({ domain: 'Example.com' }))).toEqual(['domain pattern']);
  });

  test('can claim a domain for only one organization at a time and only with a DNS record, and changing the domain requires a new proof', async () => {
    const { session, domain, put } = await company();
    const rival = await signUp();
    const proves = () => rival.session.send('POST', '/v1/organization/sso/prove-domain');
    const { record } = (await rival.session.send('PUT', '/v1/organization/sso', { body: settingsFor(domain) })).body;
    await expectRefusal(proves(), 409, 'guard_failed');
    names.texts.set(record.name, record.value);
    await expectRefusal(proves(), 409, 'invalid_state');
    expect((await put({ domain: newDomain() })).body.provenAt).toBeNull();
    expect((await proves()).status).toBe(200);
    await expectRefusal(session.send('POST', '/v1/organization/sso/prove-domain'), 409, 'guard_failed');
    // Otherwise a stranger could sign up with an address in the domain and keep its real user out.
    const stranger = { ...buildSignup(), email: `boss@${domain}` };
    await expectRefusal(send('POST', '/v1/auth/signup', { body: stranger }), 409, 'email_taken');
  });

  test('can turn off local passwords: then members can sign in only with the provider, but owners can still use their passwords', async () => {
    const { session, domain, put, organizationId } = await company();
    const password = 'a password of theirs';
    const accept = async (role: 'owner' | 'member') => {
      const email = `${role}-with-password@${domain}`;
      const token = await invitationToken(stack.store, await invite(session, role, email));
      const { body } = await send('POST', '/v1/auth/invitations/accept', { body: { token, name: role, password } });
      const login = () => send('POST', '/v1/auth/login', { body: { email, password } });
      return { email, login, session: actingAs(body.token), id: body.user.id };
    };
    const [owner, member] = [await accept('owner'), await accept('member')];
    const pending = await invite(session, 'member', 'pending@elsewhere.example.com');
    await expectRefusal(
      (await signUp()).session.send('PUT', '/v1/organization/sso', {
        body: { ...settingsFor(newDomain()), localPasswords: false },
      }),
      409,
      'invalid_state',
    );
    expect((await put({ localPasswords: false })).status).toBe(200);

    await expectRefusal(member.session.send('GET', '/v1/me'), 401, 'unauthenticated');
    await expectRefusal(member.login(), 401, 'invalid_credentials');
    expect((await owner.login()).status).toBe(200);
    expect((await owner.session.send('GET', '/v1/me')).status).toBe(200);
    for (const { email } of [owner, member]) {
      await send('POST', '/v1/auth/password-reset/request', { body: { email } });
    }
    const mails = await prisma.mail.findMany({ where: { kind: 'password_reset', recipient: { endsWith: domain } } });
    expect(mails.map(({ recipient }) => recipient)).toEqual([owner.email]);
    expect(await prisma.invitation.count({ where: { id: pending } })).toBe(0);
    const body = { email: `new@${domain}`, role: 'member' };
    await expectRefusal(session.send('POST', '/v1/organization/members', { body }), 409, 'invalid_state');
    expect((await signIn(domain, person(member.email))).body.user.id).toBe(member.id);

    expect((await session.send('DELETE', '/v1/organization/sso')).status).toBe(204);
    expect((await member.login()).status).toBe(200);
    expect(await prisma.singleSignOn.count({ where: { organizationId } })).toBe(0);
  });
});
