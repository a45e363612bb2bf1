import { expect, test } from 'vitest';
import { createAuthenticator, registerPasskey } from '../e2e/support/authenticator.ts';
import { liveWorld } from '../e2e/support/live-case.ts';
import { factsIn } from '../e2e/support/live.ts';
import { signOut } from './support/customer.ts';
import { openAll, showPart, signIn } from './support/desk.ts';
import { expectUsable } from './support/accessible.ts';
import { sharedWorld } from './support/world.ts';

const { service, stack, newPage } = await sharedWorld();
const { attorney: newAttorney, inReview } = liveWorld(service);

test('an attorney can sign an approval with a passkey, and create and revoke tokens for programs', async () => {
  const attorney = await newAttorney({ states: ['DE'] });
  const { customer, id } = await inReview(factsIn('DE'));
  const page = await newPage({});
  const origin = stack.baseUrl.replace('127.0.0.1', 'localhost');
  const authenticator = createAuthenticator(origin);
  await registerPasskey(stack.store, attorney.id, authenticator);
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
  } as const;
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: { ...options, isUserVerified: true, automaticPresenceSimulation: true },
  });
  const credentialId = Buffer.from(authenticator.credentialId, 'base64url').toString('base64');
  const credential = { credentialId, isResidentCredential: false, rpId: 'localhost', signCount: 0 };
  await cdp.send('WebAuthn.addCredential', {
    authenticatorId,
    credential: { ...credential, privateKey: authenticator.pkcs8 },
  });

  await page.goto(`${origin}/attorney/cases/${id}`);
  await signIn(page, attorney);
  // The passkey is also their second factor.
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.waitForURL(`**/attorney/cases/${id}`);
  await openAll(page);
  // Without user verification, the approval fails.
  await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
  await page.getByText('Next, your browser asks for your passkey.').waitFor();
  await page.getByRole('button', { name: 'Approve and sign', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Your browser asks for your passkey').waitFor();
  await dialog.getByRole('button', { name: 'Approve and sign', exact: true }).click();
  await dialog.getByText('Your browser did not finish the passkey step.').waitFor();
  expect((await customer.read(id)).state).toBe('notice_review');
  await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true });
  await dialog.getByRole('button', { name: 'Approve and sign', exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
  await expect.poll(async () => (await customer.read(id)).state).toBe('notice_approved');
  await showPart(page, 'Record');
  await page.getByText('signed with a passkey').first().waitFor();
  await page.getByLabel('Show what is recorded').check();
  await page.getByText('"signature"').first().waitFor();
  const approved = (await customer.events(id)).find(({ action }) => action === 'approve_notice');
  expect(approved?.detail).toEqual({ signed: true });

  await page.getByRole('link', { name: 'Account' }).click();
  await page.getByRole('button', { name: 'Create token' }).click();
  const secret = (await page.locator('[data-secret]').textContent()) ?? '';
  expect((await service.send('GET', '/v1/attorney/queue', { credential: secret })).status).toBe(200);
  await expectUsable(page);
  const row = page.getByRole('listitem').filter({ hasText: secret.slice(-4) });
  await row.getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await row.getByText('Ended').waitFor();
  expect((await service.send('GET', '/v1/attorney/queue', { credential: secret })).status).toBe(401);

  // The browser's old cookie is worthless after the sign-out.
  const [kept] = (await page.context().cookies()).filter(({ name }) => name === 'attorney');
  await signOut(page);
  expect(new URL(page.url()).pathname).toBe('/attorney/sign-in');
  expect(kept?.httpOnly).toBe(true);
  const session = { Cookie: `attorney=${kept?.value}`, 'X-Website-Session': 'attorney' };
  const headers = { ...session, 'Sec-Fetch-Site': 'same-origin' };
  expect((await fetch(`${origin}/v1/attorney/queue`, { headers })).status).toBe(401);
});
