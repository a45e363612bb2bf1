import { createReceivers } from '@evict/testkit';
import { afterAll, expect, test } from 'vitest';
import { startIdentityProvider } from '../e2e/support/identity-provider.ts';
import { startNameServer } from '../e2e/support/name-server.ts';
import { callAs, signOut, signUp } from './support/customer.ts';
import { expectAccessible, expectUsable } from './support/accessible.ts';
import { picture, startWorld } from './support/world.ts';

const receivers = await createReceivers();
const names = await startNameServer();
const { stack, newPage, baseUrl } = await startWorld({
  identityProviders: { ca: receivers.ca, nameServers: [names.address] },
});
const mailbox = stack.delivery?.mailbox ?? expect.unreachable();
const tls = { ...(await receivers.certificateOf('127.0.0.1')), ca: receivers.ca };
const provider = await startIdentityProvider(tls, `${baseUrl}/sign-in/sso/done`);
afterAll(() => Promise.all([provider.stop(), names.stop()]));
const domain = 'company.example.com';

test('an owner can rename the organization, set up single sign-on, let colleagues join by invitation or single sign-on, read the audit log, and remove a member', async () => {
  const owner = await newPage();
  await signUp(owner, '/cases');
  await owner.getByRole('link', { name: 'Organization' }).click();
  await owner.getByLabel('Organization name').fill('Renamed Holdings LLC');
  await owner.getByRole('button', { name: 'Save name' }).click();
  await owner.getByText('Organization name saved').waitFor();

  await owner.getByRole('button', { name: 'Invite member' }).click();
  const dialog = owner.getByRole('dialog');
  const invite = async (address: string) => {
    await dialog.getByLabel('Email').fill(address);
    await dialog.getByRole('button', { name: 'Invite member' }).click();
  };
  await invite('not an address');
  await expect.poll(() => dialog.getByLabel('Email').getAttribute('aria-invalid')).toBe('true');
  await expectAccessible(owner);
  const email = `sam.${Date.now()}@example.com`;
  await invite(email);
  await owner.getByText(`Invitation sent to ${email}`).waitFor();
  await owner.getByText('Not yet accepted').waitFor();
  await picture(owner, 'organization');
  const [first] = await mailbox.waitForMails(email);
  const choose = async (action: string) => {
    await owner.getByRole('button', { name: `Actions for ${email}` }).click();
    await owner.getByRole('menuitem', { name: action, exact: true }).click();
  };
  await choose('Resend invitation');
  const mails = await mailbox.waitForMails(email, 2);
  const linkIn = (text = '') => /http:\S+\/invitation#token=\S+/.exec(text)?.[0] ?? '';
  const old = linkIn(first?.text);
  const link = mails.map(({ text }) => linkIn(text)).find((one) => one !== old) ?? '';

  // Single sign-on works once a DNS record proves the domain. The client secret is never shown.
  await owner.getByRole('button', { name: 'Set up single sign-on' }).click();
  await owner.getByLabel('Issuer').fill(provider.issuer);
  await owner.getByLabel('Client ID').fill(provider.clientId);
  await owner.getByLabel('Client secret').fill(provider.clientSecret);
  await owner.getByLabel('Domain').fill(domain);
  await owner.getByRole('button', { name: 'Set up', exact: true }).click();
  const value = await owner.getByText(/^domain-proof=/).innerText();
  await owner.getByRole('button', { name: 'Verify domain' }).click();
  await owner.getByText('The TXT record was not found.').waitFor();
  await expectUsable(owner);
  names.texts.set(`_eviction-case-service.${domain}`, value);
  await owner.getByRole('button', { name: 'Verify domain' }).click();
  await owner.getByText('The domain is verified').waitFor();
  expect(await owner.content()).not.toContain(provider.clientSecret);

  // One colleague joins with the newer link from the invitation.
  const colleague = await newPage({ ignoreHTTPSErrors: true });
  const accept = async (at: string) => {
    await colleague.goto(at);
    // The page removes the token from the address bar once it has read it.
    await expect.poll(() => colleague.url()).not.toContain(new URL(at).hash);
    await colleague.getByRole('heading', { name: 'Join your organization' }).waitFor();
    await picture(colleague, 'invitation');
    await colleague.getByLabel('Your name').fill('Sam Example');
    await colleague.getByLabel('Password', { exact: true }).fill('correct horse battery');
    await colleague.getByRole('button', { name: 'Accept invitation' }).click();
  };
  await accept(old);
  await colleague.getByText('Ask the owner of the organization to invite you again.').waitFor();
  await expectAccessible(colleague);
  await accept(link);
  await colleague.getByRole('heading', { name: 'Cases', exact: true }).waitFor();
  await colleague.getByRole('link', { name: 'Organization' }).click();
  await colleague.getByText('Only an owner can change the organization and its members.').waitFor();
  expect(await colleague.getByRole('button', { name: 'Invite member' }).count()).toBe(0);
  const key = (await callAs(colleague, 'test', '/v1/api-keys', { name: 'Rent roll' })) as { id: string };

  // Another colleague becomes a member by signing in with single sign-on, and gets to the page that they tried to open.
  await signOut(colleague);
  await colleague.goto('/cases?q=way');
  await colleague.getByRole('link', { name: 'Sign in with single sign-on' }).click();
  await colleague.getByRole('heading', { name: 'Single sign-on' }).waitFor();
  await colleague.getByLabel('Email').fill('kim@elsewhere.example.com');
  await colleague.getByRole('button', { name: 'Continue' }).click();
  await colleague.getByText('No organization uses single sign-on for this address.').waitFor();
  await expectUsable(colleague);
  provider.welcome({ sub: 'kim', email: `kim@${domain}`, email_verified: true, name: 'Kim Example' });
  await colleague.getByLabel('Email').fill(`kim@${domain}`);
  await colleague.getByRole('button', { name: 'Continue' }).click();
  await colleague.waitForURL('**/cases?q=way');
  expect(await colleague.evaluate('JSON.stringify({ ...sessionStorage })')).not.toMatch(/ess_|single-sign-on/);
  // A response that the provider didn't send to this browser is refused.
  await colleague.goto('/sign-in/sso/done?code=stolen&state=stolen');
  await colleague.getByText('You are not signed in').waitFor();
  await expectUsable(colleague);
  await expect.poll(() => colleague.url()).not.toContain('stolen');

  await owner.getByRole('link', { name: 'Audit' }).click();
  const entries = owner.getByRole('table', { name: 'Entries' });
  await entries.getByText('Signed in').first().waitFor();
  await entries.getByText('API key created').waitFor();
  const own = entries.getByRole('row', { name: /Robin Example User .*10\.\d+\.\d+\.0\/24/ });
  expect(await own.count()).toBeGreaterThan(1);
  await expectUsable(owner);
  await owner.getByLabel('Show').selectOption({ label: 'API key created' });
  await entries.getByText('Signed in').waitFor({ state: 'detached' });
  // There is one row in addition to the header row.
  await expect.poll(() => entries.getByRole('row').count()).toBe(2);

  await owner.goto('/organization');
  await owner.getByText('Kim Example').waitFor();
  const row = owner.getByRole('row').filter({ hasText: email });
  await choose('Make owner');
  await row.getByText('Owner', { exact: true }).waitFor();
  await choose('Remove');
  await dialog.getByText(/API keys they created will keep working: Rent roll/).waitFor();
  await expectAccessible(owner);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await choose('Remove with keys');
  await dialog.getByText(/API keys they created will stop working: Rent roll/).waitFor();
  await dialog.getByRole('button', { name: 'Remove with keys', exact: true }).click();
  await row.waitFor({ state: 'hidden' });
  const { revokedAt } = await stack.store.prisma.apiKey.findUniqueOrThrow({ where: { id: key.id } });
  expect(revokedAt).not.toBeNull();
});
