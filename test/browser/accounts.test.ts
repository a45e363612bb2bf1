import { expect, test } from 'vitest';
import { signIn, signOut, signUp, signUpOnPage } from './support/customer.ts';
import { expectAccessible, expectUsable } from './support/accessible.ts';
import { picture, sharedWorld } from './support/world.ts';

const { stack, newPage } = await sharedWorld();

test('a visitor can sign up and sign out, and signing in leads to the page they tried to open', async () => {
  const page = await newPage();
  const person = await signUpOnPage(page);
  await page.getByText('Create your first case').waitFor();
  await picture(page, 'first-case');
  await expectUsable(page);
  expect(await page.evaluate('document.cookie')).toBe('');
  const stored = await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])');
  expect(stored).not.toMatch(/ess_|eak_/);

  await signOut(page);
  await page.goto('/cases?q=way');
  await page.waitForURL('**/sign-in?next=*');
  await picture(page, 'sign-in');
  await expectUsable(page);
  await signIn(page, { ...person, password: 'not my password' });
  await page.getByText('Wrong email or password.').waitFor();
  await signIn(page, person);
  await page.waitForURL('**/cases?q=way');
});

test('every mistake in a sign-up is marked at its field, and a taken email address is reported', async () => {
  const page = await newPage();
  const person = await signUp(page);
  await page.context().clearCookies();
  await page.goto('/sign-up');
  await page.getByRole('heading', { name: 'Create an account' }).waitFor();
  await picture(page, 'sign-up');
  await page.getByLabel('Email').fill('nobody');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect.poll(() => page.locator('[aria-invalid=true]').count()).toBe(4);
  await expectAccessible(page);
  await page.getByLabel('Your name').fill('Robin');
  await page.getByLabel('Organization name').fill('Again LLC');
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByText('An account with this email already exists.').waitFor();
});

test('a password reset link from an email sets a new password, works once, and disappears from the address bar', async () => {
  const page = await newPage();
  const person = await signUp(page);
  await page.context().clearCookies();
  await page.goto('/sign-in');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await page.getByRole('heading', { name: 'Reset your password' }).waitFor();
  await picture(page, 'forgot-password');
  await expectAccessible(page);
  await page.getByLabel('Email').fill(person.email);
  await page.getByRole('button', { name: 'Send link' }).click();
  await page.getByText('Check your email').waitFor();

  const [mail] = (await stack.delivery?.mailbox?.waitForMails(person.email, 1, /^Reset/)) ?? [];
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
  await expectAccessible(page);
  await setPassword('and yet another one');
  await page.getByRole('link', { name: 'Get a new link' }).waitFor();
  await expectAccessible(page);

  await page.goto('/sign-in');
  await signIn(page, { ...person, password: 'four more words to remember' });
  await page.getByRole('heading', { name: 'Cases', exact: true }).waitFor();
});
