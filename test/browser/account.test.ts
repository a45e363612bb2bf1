import { expect, test } from 'vitest';
import { signIn, signOut, signUp, signUpOnPage } from './support/customer.ts';
import { expectAccessible, expectUsable } from './support/accessible.ts';
import { picture, sharedWorld } from './support/world.ts';

const { service, stack, newPage } = await sharedWorld();
const mailbox = stack.delivery?.mailbox ?? expect.unreachable();

test('a visitor can sign up, sign out, sign in to the page they tried to open, and set a new password, and sees how long too many wrong passwords lock them out', async () => {
  const page = await newPage();
  // Every mistake in a sign-up is marked at its field, and there is a warning about a password that is easy to guess.
  await page.goto('/sign-up');
  await page.getByRole('heading', { name: 'Create an account' }).waitFor();
  await picture(page, 'sign-up');
  await page.getByText('At least 10 characters.').waitFor();
  await page.getByLabel('Email').fill('nobody');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect.poll(() => page.locator('[aria-invalid=true]').count()).toBe(4);
  await page.getByLabel('Password', { exact: true }).fill('password123');
  await page.getByText('This is easy to guess.').waitFor();
  await expectUsable(page);
  await page.getByLabel('Password', { exact: true }).fill('kestrel varnish oblong tuba');
  await page.getByText('This is easy to guess.').waitFor({ state: 'detached' });
  const person = await signUpOnPage(page);
  await page.getByText('Create your first case').waitFor();
  await picture(page, 'first-case');
  await expectUsable(page);
  expect(await page.evaluate('document.cookie')).toBe('');
  const stored = await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])');
  expect(stored).not.toMatch(/ess_|eak_/);

  await signOut(page);
  await page.getByRole('link', { name: 'Create an account' }).click();
  await page.getByLabel('Your name').fill('Robin');
  await page.getByLabel('Organization name').fill('Again LLC');
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByText('An account with this email already exists.').waitFor();
  await page.goto('/cases?q=way');
  await page.waitForURL('**/sign-in?next=*');
  await picture(page, 'sign-in');
  await signIn(page, { ...person, password: 'not my password' });
  await page.getByText('Wrong email or password.').waitFor();
  await signIn(page, person);
  await page.waitForURL('**/cases?q=way');

  // The link in the email sets a new password, works once, and disappears from the address bar.
  await signOut(page);
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await page.getByRole('heading', { name: 'Reset your password' }).waitFor();
  await picture(page, 'forgot-password');
  await expectAccessible(page);
  await page.getByLabel('Email').fill(person.email);
  await page.getByRole('button', { name: 'Send link' }).click();
  await page.getByText('Check your email').waitFor();
  const [mail] = await mailbox.waitForMails(person.email, 1, /^Reset/);
  const link = /http:\S+\/reset-password#token=\S+/.exec(mail?.text ?? '')?.[0] ?? '';
  expect(link.startsWith(stack.baseUrl)).toBe(true);
  const setPassword = async (password: string) => {
    await page.goto(link);
    await page.getByRole('heading', { name: 'Set a new password' }).waitFor();
    await expect.poll(() => page.url()).not.toContain(new URL(link).hash);
    await page.getByLabel('New password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Set password' }).click();
  };
  await setPassword('four more words to remember');
  await page.getByText('Your password is set').waitFor();
  await page.getByRole('link', { name: 'Sign in as an attorney' }).waitFor();
  await picture(page, 'reset-password');
  await setPassword('and yet another one');
  await page.getByRole('link', { name: 'Get a new link' }).waitFor();
  await expectAccessible(page);
  await page.goto('/sign-in');
  await signIn(page, { ...person, password: 'four more words to remember' });
  await page.getByRole('heading', { name: 'Cases', exact: true }).waitFor();

  await signOut(page);
  const body = { email: person.email, password: 'not my password' };
  for (let tries = 0; tries < 5; tries += 1)
    expect((await service.send('POST', '/v1/auth/login', { body })).status).toBe(401);
  await signIn(page, body);
  await page.getByText(/You can try again in \d+ min \d+ s/).waitFor();
  await expectUsable(page);
  await page.goto('/nothing/here');
  await page.getByRole('heading', { name: 'Page not found' }).waitFor();
  await expectAccessible(page);
});

test('an owner can confirm their email address, sign in with a passkey or a recovery code, change their password, subscribe to deadlines, and sign in again on a phone without leaving the page', async () => {
  // Passkeys don't work for an IP address, so this is the same website under a host name.
  const page = await newPage({ baseURL: stack.baseUrl.replace('127.0.0.1', 'localhost') });
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  // The user of this authenticator always agrees.
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
  const person = await signUp(page, '/cases');
  await page.getByText('We sent a link to').waitFor();
  await page.getByRole('button', { name: 'Send again' }).click();
  await page.getByText('a link is on its way').waitFor();
  await expectAccessible(page);
  const [mail] = await mailbox.waitForMails(person.email, 2, /Confirm/);
  const token = /\/confirm-address#token=(\S+)/.exec(mail?.text ?? '')?.[1] ?? '';
  await signOut(page);
  await page.goto(`/confirm-address#token=${token}`);
  await expect.poll(() => page.url()).not.toContain(token);
  await expectUsable(page);
  await signIn(page, person);
  await page.getByRole('button', { name: 'Confirm address' }).click();
  await page.getByText('Your address is confirmed').waitFor();
  await page.getByRole('link', { name: 'Go to the cases' }).click();

  const account = async () => {
    await page.getByRole('button', { name: /^Your menu/ }).click();
    await page.getByRole('menuitem', { name: 'Account' }).click();
  };
  const dialog = page.getByRole('dialog');
  /** Enters the password in the dialog that asks for it. */
  const prove = async (verb: string, password = person.password) => {
    await dialog.getByLabel('Your password').fill(password);
    await expectAccessible(page);
    await dialog.getByRole('button', { name: verb, exact: true }).click();
    await dialog.waitFor({ state: 'hidden' });
  };
  await account();
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await dialog.getByLabel('Passkey name').fill('My laptop');
  await prove('Continue');
  const codes = (await page.locator('[data-secret]').textContent()) ?? '';
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('listitem').filter({ hasText: 'My laptop' }).waitFor();

  await signOut(page);
  await signIn(page, person);
  await page.getByRole('button', { name: 'Use a passkey' }).waitFor();
  await expectUsable(page);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.getByRole('heading', { name: 'Cases', exact: true }).waitFor();

  await signOut(page);
  await signIn(page, person);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill('not-a-code');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect.poll(() => page.getByLabel('Recovery code').getAttribute('aria-invalid')).toBe('true');
  await page.getByLabel('Recovery code').fill(codes.split('\n')[0] ?? '');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { name: 'Cases', exact: true }).waitFor();

  await account();
  await page.getByText('9 recovery codes left.').waitFor();
  await page.getByText('This session').waitFor();
  await page.getByRole('button', { name: 'Change password' }).click();
  const change = async (current: string) => {
    await dialog.getByLabel('Current password').fill(current);
    await dialog.getByLabel('New password').fill('four more words to remember');
    await dialog.getByRole('button', { name: 'Change password' }).click();
  };
  await change('not my password');
  await expect.poll(() => dialog.getByLabel('Current password').getAttribute('aria-invalid')).toBe('true');
  await expectAccessible(page);
  await change(person.password);
  await page.getByText('Password changed').waitFor();
  person.password = 'four more words to remember';

  // A calendar link is shown once. It is for the owner or for the organization.
  const calendar = page.getByRole('region', { name: 'Calendar' });
  await calendar.getByText('No calendar links yet.').waitFor();
  const createLink = async (button: string) => {
    await calendar.getByRole('button', { name: button, exact: true }).click();
    return (await calendar.locator('[data-secret]').textContent()) ?? '';
  };
  const read = async (url: string) => (await service.send('GET', url.slice(new URL(url).origin.length))).status;
  const own = await createLink('Create link');
  expect(await read(own)).toBe(200);
  await calendar.getByRole('button', { name: 'Done' }).click();
  const shared = await createLink('Create link for the organization');
  expect(shared.startsWith(`${stack.baseUrl}/v1/calendar.ics?token=`)).toBe(true);
  expect(await read(shared)).toBe(200);
  await calendar.getByText(`Link for the organization … ${shared.slice(-4)}`).waitFor();
  await page.reload();
  await calendar.getByText('Last used').first().waitFor();
  await picture(page, 'account');
  await expectUsable(page);
  expect(await page.locator('[data-secret]').count()).toBe(0);
  const row = calendar.getByRole('listitem').filter({ hasText: own.slice(-4) });
  await row.getByRole('button', { name: 'Revoke' }).click();
  await dialog.getByRole('button', { name: 'Revoke' }).click();
  await row.waitFor({ state: 'detached' });
  expect([await read(own), await read(shared)]).toEqual([404, 200]);
  await page.getByRole('button', { name: 'Remove My laptop' }).click();
  await prove('Remove');
  await page.getByRole('listitem').filter({ hasText: 'My laptop' }).waitFor({ state: 'hidden' });

  // On a phone, the same person looks at the other mode, which has links of its own, until their session ends.
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Account' }).waitFor();
  await expectAccessible(page);
  await page.getByRole('menuitem', { name: 'Switch to live mode' }).click();
  await calendar.getByText('No calendar links yet.').waitFor();
  await page.getByLabel('Your name').fill('Robin Q. Example');
  await stack.store.prisma.session.deleteMany({ where: { user: { email: person.email } } });
  await page.getByRole('button', { name: 'Save name' }).click();
  await page.getByText('Your session has ended.').first().waitFor();
  await page.getByRole('alert').getByRole('button', { name: 'Sign in' }).click();
  expect(await dialog.getByLabel('Email').inputValue()).toBe(person.email);
  await expectAccessible(page);
  // Without the passkey, the password is enough again.
  await dialog.getByLabel('Password', { exact: true }).fill(person.password);
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await dialog.waitFor({ state: 'hidden' });
  expect(await page.getByLabel('Your name').inputValue()).toBe('Robin Q. Example');
  await page.getByRole('button', { name: 'Save name' }).click();
  await page.getByText('Saved').waitFor();
});
