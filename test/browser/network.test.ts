import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { draftCase, hold, openPart, reaches, signUp } from './support/customer.ts';
import { expectUsable } from './support/accessible.ts';
import { sharedWorld } from './support/world.ts';

const { newPage } = await sharedWorld();

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
