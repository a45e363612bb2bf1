import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { type Person, signIn, signOut, signUp } from './support/customer.ts';
import { expectUsable } from './support/accessible.ts';
import { sharedWorld } from './support/world.ts';

const { stack, newPage } = await sharedWorld();
const mailbox = stack.delivery?.mailbox ?? expect.unreachable();
/** The same website under a host name, because passkeys don't work for an IP address. */
const baseURL = stack.baseUrl.replace('127.0.0.1', 'localhost');

/** Opens a page with a virtual authenticator, whose user always agrees. */
async function withAuthenticator(): Promise<Page> {
  const page = await newPage({ baseURL });
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return page;
}

/** Presses a button, and enters the password in its dialog. */
async function proveIn(page: Page, verb: string, { password }: Person, named = verb): Promise<void> {
  await page.getByRole('button', { name: verb, exact: true }).click();
  const dialog = page.getByRole('dialog');
  if (verb === 'Add a passkey') await dialog.getByLabel('Passkey name').fill('My laptop');
  await dialog.getByLabel('Your password').fill(password);
  await expectUsable(page);
  await dialog.getByRole('button', { name: named, exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
}

const cases = (page: Page) => page.getByRole('heading', { name: 'Cases', exact: true }).waitFor();

test('an owner can confirm their email address, add a passkey, sign in with it or a recovery code, and remove the passkey', async () => {
  const page = await withAuthenticator();
  const person = await signUp(page, '/cases');
  await page.getByText('We sent a link to').waitFor();
  await page.getByRole('button', { name: 'Send again' }).click();
  await page.getByText('a link is on its way').waitFor();
  await expectUsable(page);
  const [mail] = await mailbox.waitForMails(person.email, 2, /Confirm/);
  const token = /\/confirm-address#token=(\S+)/.exec(mail?.text ?? '')?.[1] ?? '';
  await signOut(page);
  await page.goto(`/confirm-address#token=${token}`);
  await expect.poll(() => page.url()).not.toContain(token);
  await expectUsable(page);
  await signIn(page, person);
  await page.getByRole('button', { name: 'Confirm address' }).click();
  await page.getByText('Your address is confirmed').waitFor();

  await page.goto('/account');
  await proveIn(page, 'Add a passkey', person, 'Continue');
  const codes = (await page.locator('[data-secret]').textContent()) ?? '';
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('listitem').filter({ hasText: 'My laptop' }).waitFor();

  await signOut(page);
  await signIn(page, person);
  await page.getByRole('button', { name: 'Use a passkey' }).waitFor();
  await expectUsable(page);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await cases(page);

  await signOut(page);
  await signIn(page, person);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill('not-a-code');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect.poll(() => page.getByLabel('Recovery code').getAttribute('aria-invalid')).toBe('true');
  await page.getByLabel('Recovery code').fill(codes.split('\n')[0] ?? '');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await cases(page);

  await page.goto('/account');
  await page.getByText('9 recovery codes left.').waitFor();
  await proveIn(page, 'Remove My laptop', person, 'Remove');
  await page.getByRole('listitem').filter({ hasText: 'My laptop' }).waitFor({ state: 'hidden' });
  await signOut(page);
  await signIn(page, person);
  await cases(page);
});

test('the sign-up page warns about a password that is easy to guess', async () => {
  const page = await newPage();
  await page.goto('/sign-up');
  const password = page.getByLabel('Password', { exact: true });
  await page.getByText('At least 10 characters.').waitFor();
  await password.fill('password123');
  await page.getByText('This is easy to guess.').waitFor();
  await expectUsable(page);
  await password.fill('kestrel varnish oblong tuba');
  await page.getByText('At least 10 characters.').waitFor();
});
