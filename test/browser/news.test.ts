import { expect, test } from 'vitest';
import { join } from '../e2e/support/members.ts';
import { callAs, signIn, signUp, submittedCase } from './support/customer.ts';
import { expectAccessible, expectUsable } from './support/accessible.ts';
import { sharedWorld } from './support/world.ts';

const { service, stack, newPage } = await sharedWorld();

test('a case that a colleague changed is marked with the word New until it is opened', async () => {
  const page = await newPage();
  const person = await signUp(page);
  const id = await submittedCase(page, 'test');
  await page.goto('/cases');
  const row = page.getByRole('row').filter({ has: page.getByRole('link') });
  await row.waitFor();
  expect(await row.getByText('New:').count()).toBe(0);
  const login = await service.send('POST', '/v1/auth/login', { body: person });
  const colleague = await join(service, service.actingAs(login.body.token), 'member');
  await colleague.session.reportCure(id);
  await page.reload();
  await row.getByText('New:').waitFor();
  await expectUsable(page);
  const marked = page.waitForResponse((response) => response.url().endsWith(`/v1/cases/${id}/read`));
  await row.getByRole('link').click();
  await page.getByRole('heading', { name: '12 Sandbox Way' }).waitFor();
  expect((await marked).status()).toBe(204);
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Cases' }).click();
  await page.waitForURL('**/cases');
  await row.waitFor();
  await expect.poll(() => row.getByText('New:').count()).toBe(0);
  expect(await stack.store.prisma.caseRead.count({ where: { caseId: id } })).toBe(1);
});

test("an owner can choose their emails and set the time zone in which pages show times, and a member can't change the time zone", async () => {
  const owner = await newPage();
  const person = await signUp(owner);
  await owner.goto('/account');
  expect(
    await owner.getByLabel('A case needs your attention').getByRole('option', { name: 'Not at all' }).count(),
  ).toBe(0);
  for (const [kind, way] of [
    ['Assignments', 'Not at all'],
    ['Messages to you', 'Once a day'],
  ] as const) {
    // A choice is saved as soon as it is made.
    const saved = owner.waitForResponse((response) => response.request().method() === 'PATCH');
    await owner.getByLabel(kind).selectOption(way);
    expect((await saved).status()).toBe(200);
  }
  await owner.getByText('Saved').first().waitFor();
  await owner.reload();
  await expect.poll(() => owner.getByLabel('Assignments').inputValue()).toBe('off');
  await expect.poll(() => owner.getByLabel('Messages to you').inputValue()).toBe('daily');
  await expectUsable(owner);

  await owner.goto('/organization');
  await owner.getByRole('combobox', { name: 'Time zone' }).selectOption('Hawaii');
  await owner.getByRole('button', { name: 'Save time zone' }).click();
  await owner.getByText('Saved').waitFor();
  await expectAccessible(owner);
  await callAs(owner, 'test', '/v1/api-keys', { name: 'Key of an owner in Hawaii' });
  const { createdAt } = await stack.store.prisma.apiKey.findFirstOrThrow({
    where: { name: 'Key of an owner in Hawaii' },
  });
  const shown = { dateStyle: 'medium', timeStyle: 'short', timeZone: 'Pacific/Honolulu' } as const;
  await owner.goto('/developers');
  await owner.getByText(`Created ${new Intl.DateTimeFormat('en-US', shown).format(createdAt)}`).waitFor();

  const login = await service.send('POST', '/v1/auth/login', { body: person });
  const colleague = await join(service, service.actingAs(login.body.token), 'member');
  const page = await newPage();
  await page.goto('/sign-in');
  await signIn(page, colleague);
  await page.getByRole('heading', { name: 'Cases', exact: true }).waitFor();
  await page.goto('/organization');
  await expect.poll(() => page.getByRole('combobox', { name: 'Time zone' }).isDisabled()).toBe(true);
  expect(await page.getByRole('button', { name: 'Save time zone' }).count()).toBe(0);
  await expectAccessible(page);
});
