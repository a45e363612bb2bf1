import { createReceivers } from '@evict/testkit';
import { afterAll, expect, test } from 'vitest';
import { startIdentityProvider } from '../e2e/support/identity-provider.ts';
import { join } from '../e2e/support/members.ts';
import { startNameServer } from '../e2e/support/name-server.ts';
import { callAs, signIn, signOut, signUp, submittedCase } from './support/customer.ts';
import { expectAccessible, expectUsable } from './support/accessible.ts';
import { picture, startWorld } from './support/world.ts';

const receivers = await createReceivers();
const names = await startNameServer();
const { service, stack, newPage, baseUrl } = await startWorld({
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

  const main = owner.getByRole('navigation', { name: 'Main' });
  await main.getByRole('link', { name: 'Organization' }).click();
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

test("an owner can open pages with the keyboard, choose their emails and a time zone, and see what a colleague changed, and a member can't change the time zone", async () => {
  const page = await newPage();
  const person = await signUp(page);
  const login = await service.send('POST', '/v1/auth/login', { body: person });
  const colleague = await join(service, service.actingAs(login.body.token), 'member');
  const name = 'Key of an owner in Hawaii';
  await callAs(page, 'test', '/v1/api-keys', { name });
  const { createdAt } = await stack.store.prisma.apiKey.findFirstOrThrow({ where: { name } });

  await page.goto('/account');
  expect(await page.getByLabel('A case needs your attention').getByRole('option', { name: 'Not at all' }).count()).toBe(
    0,
  );
  for (const [kind, way] of [
    ['Assignments', 'Not at all'],
    ['Messages to you', 'Once a day'],
  ] as const) {
    // A choice is saved as soon as it is made.
    const saved = page.waitForResponse((response) => response.request().method() === 'PATCH');
    await page.getByLabel(kind).selectOption(way);
    expect((await saved).status()).toBe(200);
  }
  await page.getByText('Saved').first().waitFor();
  await page.reload();
  await expect.poll(() => page.getByLabel('Assignments').inputValue()).toBe('off');
  await expect.poll(() => page.getByLabel('Messages to you').inputValue()).toBe('daily');

  const open = async (key: string, heading: string) => {
    await page.keyboard.press('g');
    await page.keyboard.press(key);
    await page.getByRole('heading', { name: heading, exact: true }).waitFor();
  };
  await open('o', 'Organization');
  await page.getByRole('combobox', { name: 'Time zone' }).selectOption('Hawaii');
  await page.getByRole('button', { name: 'Save time zone' }).click();
  await page.getByText('Saved').waitFor();
  await open('d', 'Developers');
  const shown = { dateStyle: 'medium', timeStyle: 'short', timeZone: 'Pacific/Honolulu' } as const;
  await page.getByText(`Created ${new Intl.DateTimeFormat('en-US', shown).format(createdAt)}`).waitFor();
  await page.keyboard.press('?');
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await list.getByText('Organization').waitFor();
  await expectUsable(page);
  await page.keyboard.press('Escape');
  await list.waitFor({ state: 'hidden' });
  // Text that is typed into a field opens nothing.
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.getByLabel('Key name').pressSequentially('go?');
  expect(await page.getByLabel('Key name').inputValue()).toBe('go?');
  expect(new URL(page.url()).pathname).toBe('/developers');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });

  // Only a case that a colleague changed is marked, until it is opened.
  await submittedCase(page, 'test');
  const changed = await submittedCase(page, 'test');
  await colleague.session.reportCure(changed);
  await open('c', 'Cases');
  const rows = page.getByRole('row').filter({ has: page.getByRole('link') });
  const news = rows.filter({ hasText: 'New:' });
  await news.waitFor();
  expect(await rows.count()).toBe(2);
  const marked = page.waitForResponse((response) => response.url().endsWith(`/v1/cases/${changed}/read`));
  await news.getByRole('link').click();
  await page.getByRole('heading', { name: '12 Sandbox Way' }).waitFor();
  expect((await marked).status()).toBe(204);
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Cases' }).click();
  await page.waitForURL('**/cases');
  await expect.poll(() => rows.count()).toBe(2);
  await expect.poll(() => news.count()).toBe(0);
  expect(await stack.store.prisma.caseRead.count({ where: { caseId: changed } })).toBe(1);

  await signOut(page);
  await signIn(page, colleague);
  await page.getByRole('link', { name: 'Organization' }).click();
  await expect.poll(() => page.getByRole('combobox', { name: 'Time zone' }).isDisabled()).toBe(true);
  expect(await page.getByRole('button', { name: 'Save time zone' }).count()).toBe(0);
});
