import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { draftCase, hold, openPart, reaches, signUp } from './support/customer.ts';
import { expectAccessible, expectUsable } from './support/accessible.ts';
import { picture, sharedWorld } from './support/world.ts';

const { stack, newPage } = await sharedWorld();

test('a visitor can read what the service is and what it costs, and send the three public forms, which mark every mistake and discard what a robot fills in', async () => {
  const page = await newPage();
  await page.goto('/');
  await page.getByRole('heading', { level: 1, name: 'Eviction cases, from notice to writ' }).waitFor();
  await page.getByText('$149 for each live case').waitFor();
  await page.getByRole('figure', { name: 'Sample case' }).getByText('Notice period', { exact: true }).first().waitFor();
  await picture(page, 'landing');
  const links = page.getByRole('navigation', { name: 'Website' });
  await links.getByRole('link', { name: 'Developers' }).click();
  await page.waitForURL('**/#developers');
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByText('Menu', { exact: true }).click();
  await expectUsable(page);
  await links.getByRole('link', { name: 'How it works' }).click();
  await page.waitForURL('**/#how');
  await links.waitFor({ state: 'hidden' });
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('main').getByRole('link', { name: 'Create account' }).click();
  await page.waitForURL('**/sign-up');

  const more = page.getByRole('navigation', { name: 'More pages' });
  const invalid = page.locator('[aria-invalid=true]');
  const states = page.getByRole('combobox', { name: /^States/ });
  const leads = () => stack.store.prisma.lead.count();
  const before = await leads();
  await more.getByRole('link', { name: 'Contact' }).click();
  const send = page.getByRole('button', { name: 'Send' });
  await send.waitFor();
  await picture(page, 'contact');
  await send.click();
  await expect.poll(() => invalid.count()).toBe(3);
  await expectUsable(page);
  await more.getByRole('link', { name: 'Request live access' }).click();
  await states.waitFor();
  await page.getByText('$149 for each live case').waitFor();
  await picture(page, 'request-access');
  await page.getByRole('button', { name: 'Request access' }).click();
  await expect.poll(() => invalid.count()).toBe(2);
  await expectUsable(page);

  // Only robots fill in the hidden field.
  await more.getByRole('link', { name: 'Contact' }).click();
  await page.getByLabel('Your name').fill('Robot');
  await page.getByLabel('Email').fill('robot@example.com');
  await page.getByLabel('Message').fill('Buy now');
  await page.locator('.honeypot').fill('https://robot.example', { force: true });
  await send.click();
  await page.getByText('We have received your message').waitFor();
  expect(await leads()).toBe(before);

  await page.getByRole('link', { name: 'Back to the home page' }).click();
  await more.getByRole('link', { name: 'For attorneys' }).click();
  await states.waitFor();
  await picture(page, 'attorneys-apply');
  const apply = page.getByRole('button', { name: 'Apply' });
  await apply.click();
  await expect.poll(() => invalid.count()).toBe(4);
  await states.fill('mary');
  const maryland = page.getByRole('option', { name: 'Maryland' });
  await maryland.waitFor();
  await expectUsable(page);
  await maryland.click();
  await page.getByLabel('Your name').fill('Alex Example');
  await page.getByLabel('Email').fill('alex@example.com');
  await page.getByLabel('Bar number').fill('12345');
  await apply.click();
  await page.getByText('We have received your application').waitFor();
  await expectAccessible(page);
  const { states: sent } = await stack.store.prisma.lead.findFirstOrThrow({ where: { email: 'alex@example.com' } });
  expect(sent).toEqual(['MD']);
});

/** Waits until the history of the case on the page shows that it was submitted, and expects that once. */
async function isSubmittedOnce(page: Page): Promise<void> {
  await reaches(page, 'Notice under review');
  await openPart(page, 'History');
  const submitted = page.getByRole('region', { name: 'History' }).getByText('Submitted', { exact: true });
  await expect.poll(() => submitted.count()).toBe(1);
}

test('offline, a page keeps what was typed and later sends a waiting request, a request whose response was lost takes effect only once even after a reload, and a page shows what it waits for', async () => {
  const page = await newPage();
  await signUp(page, '/contact');
  const message = page.getByLabel('Message');
  await message.fill('How do I begin with ten units in Rockville?');
  await page.context().setOffline(true);
  await page.getByText('You are offline').first().waitFor();
  await expectUsable(page);
  await page.context().setOffline(false);
  await page.getByText('You are offline').first().waitFor({ state: 'detached' });
  expect(await message.inputValue()).toBe('How do I begin with ten units in Rockville?');

  // The service handles every request, but the page never gets the response. It is told that the service is busy.
  await page.getByRole('banner').getByRole('link').click();
  await page.getByRole('link', { name: 'New case' }).click();
  await page.getByRole('navigation', { name: 'Steps' }).waitFor();
  const keys: (string | undefined)[] = [];
  await page.route('**/v1/cases', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    keys.push(route.request().headers()['idempotency-key']);
    await route.fetch();
    const error = { code: 'busy', message: 'The service is busy. Try again in a moment.', details: null };
    await route.fulfill({ status: 503, headers: { 'Retry-After': '0' }, json: { error } });
  });
  const create = page.getByRole('button', { name: 'Create a sample case' });
  await create.click();
  await page.getByRole('alert').getByText('The service is busy').waitFor();
  await page.unroute('**/v1/cases');
  await page.reload();
  const created = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/v1/cases'));
  await create.click();
  keys.push((await created).headers()['idempotency-key']);
  await reaches(page, 'Draft');
  expect(keys.length).toBeGreaterThan(2);
  expect(new Set(keys).size).toBe(1);
  const cases = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Cases' });
  await cases.click();
  const samples = page.getByRole('link', { name: '12 Sandbox Way' });
  await samples.first().waitFor();
  expect(await samples.count()).toBe(1);
  // The next request creates another case.
  await page.getByRole('button', { name: 'New case' }).click();
  await create.click();
  await reaches(page, 'Draft');

  // The page sends the request again on its own when the network is back.
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Submit case' }).click();
  await page.context().setOffline(false);
  await isSubmittedOnce(page);
  await cases.click();
  await expect.poll(() => samples.count()).toBe(2);

  // While a response is outstanding, the page shows that it is loading, or the button is busy and disabled.
  const id = await draftCase(page, 'test');
  const read = await hold(page, `**/v1/cases/${id}`);
  await page.goto(`/cases/${id}`);
  await page.getByLabel('Loading').first().waitFor();
  read.release();
  await reaches(page, 'Draft');
  const submitted = await hold(page, `**/v1/cases/${id}/submit`);
  await page.getByRole('button', { name: 'Submit case' }).click();
  const busy = page.locator('button[data-loading=true]').first();
  await busy.waitFor();
  expect(await busy.isDisabled()).toBe(true);
  submitted.release();
  await isSubmittedOnce(page);
});
