import { expect, test } from 'vitest';
import { callAs, signIn, signUp } from './support/customer.ts';
import { expectAccessible, expectUsable } from './support/accessible.ts';
import { picture, sharedWorld } from './support/world.ts';

const { stack, newPage } = await sharedWorld();
const mailbox = stack.delivery?.mailbox ?? expect.unreachable();

test('an invited colleague can join and change their password, and an owner can make them an owner and remove them', async () => {
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
  await expectUsable(owner);
  const email = `sam.${Date.now()}@example.com`;
  await invite(email);
  await owner.getByText(`Invitation sent to ${email}`).waitFor();
  await owner.getByText('Not yet accepted').waitFor();
  await picture(owner, 'organization');
  await expectUsable(owner);
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

  const colleague = await newPage();
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
  await colleague.goto('/organization');
  await colleague.getByText('Only an owner can change the organization and its members.').waitFor();
  expect(await colleague.getByRole('button', { name: 'Invite member' }).count()).toBe(0);
  await expectAccessible(colleague);

  const key = (await callAs(colleague, 'test', '/v1/api-keys', { name: 'Rent roll' })) as { id: string };
  await colleague.goto('/account');
  await colleague.getByText('This session').waitFor();
  await picture(colleague, 'account');
  await expectUsable(colleague);
  await colleague.getByRole('button', { name: 'Change password' }).click();
  const change = async (current: string) => {
    await colleague.getByLabel('Current password').fill(current);
    await colleague.getByLabel('New password').fill('four more words to remember');
    await colleague.getByRole('dialog').getByRole('button', { name: 'Change password' }).click();
  };
  await change('not my password');
  await expect.poll(() => colleague.getByLabel('Current password').getAttribute('aria-invalid')).toBe('true');
  await expectUsable(colleague);
  await change('correct horse battery');
  await colleague.getByText('Password changed').waitFor();

  await owner.reload();
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
  // The colleague's session has ended. The page says so, and keeps what is typed.
  await colleague.getByLabel('Your name').fill('Sam Q. Example');
  await colleague.getByRole('button', { name: 'Save name' }).click();
  await colleague.getByText('You are signed out').first().waitFor();
  expect(await colleague.getByLabel('Your name').inputValue()).toBe('Sam Q. Example');
  await expectUsable(colleague);
});

test('a user whose session has ended can sign in again without leaving the page, on a phone', async () => {
  const page = await newPage({ viewport: { width: 360, height: 740 } });
  const person = await signUp(page, '/cases');
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Account' }).waitFor();
  await expectAccessible(page);
  await page.getByRole('menuitem', { name: 'Account' }).click();
  await page.getByLabel('Your name').fill('Robin Q. Example');
  await stack.store.prisma.session.deleteMany();
  await page.getByRole('button', { name: 'Save name' }).click();
  await page.getByText('Your session has ended.').first().waitFor();
  await page.getByRole('alert').getByRole('button', { name: 'Sign in' }).click();
  const dialog = page.getByRole('dialog');
  expect(await dialog.getByLabel('Email').inputValue()).toBe(person.email);
  await expectAccessible(page);
  await dialog.getByLabel('Password', { exact: true }).fill(person.password);
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await dialog.waitFor({ state: 'hidden' });
  expect(await page.getByLabel('Your name').inputValue()).toBe('Robin Q. Example');
  await page.getByRole('button', { name: 'Save name' }).click();
  await page.getByText('Saved').waitFor();
});

test('the three public forms mark every mistake, and a submission with a filled-in honeypot is discarded', async () => {
  const page = await newPage();
  const leads = () => stack.store.prisma.lead.count();
  const states = page.getByRole('combobox', { name: /^States/ });
  const contact = () => picture(page, 'contact');
  const requestAccess = () => states.waitFor();
  const apply = async () => {
    await states.waitFor();
    await picture(page, 'attorneys-apply');
  };
  for (const [path, verb, faults, take] of [
    ['/contact', 'Send', 3, contact],
    ['/request-access', 'Request access', 2, requestAccess],
    ['/attorneys/apply', 'Apply', 4, apply],
  ] as const) {
    await page.goto(path);
    await page.getByRole('button', { name: verb }).waitFor();
    await take();
    await page.getByRole('button', { name: verb }).click();
    await expect.poll(() => page.locator('[aria-invalid=true]').count()).toBe(faults);
    await expectUsable(page);
  }
  await page.getByLabel('Your name').fill('Alex Example');
  await page.getByLabel('Email').fill('alex@example.com');
  await states.fill('mary');
  await page.getByRole('option', { name: 'Maryland' }).waitFor();
  await expectAccessible(page);
  await page.getByRole('option', { name: 'Maryland' }).click();
  await page.getByLabel('Bar number').fill('12345');
  const before = await leads();
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.getByText('We have received your application').waitFor();
  await expectAccessible(page);
  expect(await leads()).toBe(before + 1);
  const { states: sent } = await stack.store.prisma.lead.findFirstOrThrow({ where: { email: 'alex@example.com' } });
  expect(sent).toEqual(['MD']);

  const robot = await newPage();
  await robot.goto('/contact');
  await robot.getByLabel('Your name').fill('Robot');
  await robot.getByLabel('Email').fill('robot@example.com');
  await robot.getByLabel('Message').fill('Buy now');
  await robot.locator('.honeypot').fill('https://robot.example', { force: true });
  await robot.getByRole('button', { name: 'Send' }).click();
  await robot.getByText('We have received your message').waitFor();
  expect(await leads()).toBe(before + 1);
});

test("an owner can read the organization's audit log, and filter it", async () => {
  const owner = await newPage();
  await signUp(owner);
  await owner.goto('/developers');
  await owner.getByRole('button', { name: 'Create key' }).click();
  await owner.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
  await owner.getByRole('button', { name: 'Revoke' }).waitFor();
  await owner.goto('/organization');
  await owner.getByRole('link', { name: 'Audit' }).click();
  const entries = owner.getByRole('table', { name: 'Entries' });
  await entries.getByText('Signed in').waitFor();
  await entries.getByText('API key created').waitFor();
  const own = entries.getByRole('row', { name: /Robin Example User .*10\.\d+\.\d+\.0\/24/ });
  expect(await own.count()).toBeGreaterThan(1);
  await expectUsable(owner);
  await owner.getByLabel('Show').selectOption({ label: 'API key created' });
  await entries.getByText('Signed in').waitFor({ state: 'detached' });
  // There is one row in addition to the header row.
  await expect.poll(() => entries.getByRole('row').count()).toBe(2);
  await expectAccessible(owner);
});

test('the page shows how long a rate limit still lasts, and signing in never leads to another website', async () => {
  const page = await newPage();
  const person = await signUp(page);
  await page.context().clearCookies();
  await page.goto('/sign-in?next=https://evil.example/');
  await signIn(page, person);
  await page.getByRole('heading', { name: 'Cases', exact: true }).waitFor();
  expect(new URL(page.url()).origin).toBe(stack.baseUrl);

  const other = await newPage();
  await other.goto('/sign-in');
  const wrong = { email: person.email, password: 'not my password' };
  for (let tries = 0; tries < 5; tries += 1) {
    await signIn(other, wrong);
    await other.getByText('Wrong email or password.').waitFor();
    await other.reload();
  }
  await signIn(other, wrong);
  await other.getByText(/You can try again in \d+ min \d+ s/).waitFor();
  await expectUsable(other);
  await other.goto('/nothing/here');
  await other.getByRole('heading', { name: 'Page not found' }).waitFor();
  await expectAccessible(other);
});
