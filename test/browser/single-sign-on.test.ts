import { createReceivers } from '@evict/testkit';
import { afterAll, expect, test } from 'vitest';
import { startIdentityProvider } from '../e2e/support/identity-provider.ts';
import { startNameServer } from '../e2e/support/name-server.ts';
import { signUp } from './support/customer.ts';
import { expectUsable } from './support/accessible.ts';
import { startWorld } from './support/world.ts';

const receivers = await createReceivers();
const names = await startNameServer();
const { newPage, baseUrl } = await startWorld({
  identityProviders: { ca: receivers.ca, nameServers: [names.address] },
});
const tls = { ...(await receivers.certificateOf('127.0.0.1')), ca: receivers.ca };
const provider = await startIdentityProvider(tls, `${baseUrl}/sign-in/sso/done`);
afterAll(() => Promise.all([provider.stop(), names.stop()]));
const domain = 'company.example.com';

test('an owner can set up single sign-on, and a colleague who signs in with it becomes a member', async () => {
  const page = await newPage();
  await signUp(page);
  await page.goto('/organization');
  await page.getByRole('button', { name: 'Set up single sign-on' }).click();
  await page.getByLabel('Issuer').fill(provider.issuer);
  await page.getByLabel('Client ID').fill(provider.clientId);
  await page.getByLabel('Client secret').fill(provider.clientSecret);
  await page.getByLabel('Domain').fill(domain);
  await page.getByRole('button', { name: 'Set up', exact: true }).click();
  const value = await page.getByText(/^domain-proof=/).innerText();
  await page.getByRole('button', { name: 'Verify domain' }).click();
  await page.getByText('The TXT record was not found.').waitFor();
  await expectUsable(page);
  names.texts.set(`_eviction-case-service.${domain}`, value);
  await page.getByRole('button', { name: 'Verify domain' }).click();
  await page.getByText('The domain is verified').waitFor();
  await expectUsable(page);
  expect(await page.content()).not.toContain(provider.clientSecret);

  const other = await newPage({ ignoreHTTPSErrors: true });
  await other.goto('/cases?q=way');
  await other.getByRole('link', { name: 'Sign in with single sign-on' }).click();
  await other.getByRole('heading', { name: 'Single sign-on' }).waitFor();
  await other.getByLabel('Email').fill('sam@elsewhere.example.com');
  await other.getByRole('button', { name: 'Continue' }).click();
  await other.getByText('No organization uses single sign-on for this address.').waitFor();
  await expectUsable(other);
  provider.welcome({ sub: 'sam', email: `sam@${domain}`, email_verified: true, name: 'Sam Example' });
  await other.getByLabel('Email').fill(`sam@${domain}`);
  await other.getByRole('button', { name: 'Continue' }).click();
  await other.waitForURL('**/cases?q=way');
  expect(await other.evaluate('JSON.stringify({ ...sessionStorage })')).not.toMatch(/ess_|single-sign-on/);
  // A response that the provider didn't send to this browser is refused.
  await other.goto('/sign-in/sso/done?code=stolen&state=stolen');
  await other.getByText('You are not signed in').waitFor();
  await expectUsable(other);
  await expect.poll(() => other.url()).not.toContain('stolen');

  await page.reload();
  await page.getByText('Sam Example').waitFor();
});
