import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { draftCase, openPart, reaches, signUp } from './support/customer.ts';
import { expectUsable } from './support/accessible.ts';
import { sharedWorld } from './support/world.ts';

const { newPage } = await sharedWorld();

/** Returns how often the words appear in the history of the case on the page. */
const count = (page: Page, words: string) =>
  page.getByRole('region', { name: 'History' }).getByText(words, { exact: true }).count();

/**
 * Holds back requests until they are released, so a test can check the page meanwhile, even on a busy machine.
 */
async function hold(page: Page, url: string) {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(url, async (route) => {
    await released;
    await route.continue();
  });
  return { release };
}

test('a page shows that it is offline, keeps what was typed, and sends a waiting request exactly once when it is online again', async () => {
  const page = await newPage();
  await signUp(page);
  await page.goto('/contact');
  const message = page.getByLabel('Message');
  await message.fill('How do I begin with ten units in Rockville?');
  await page.context().setOffline(true);
  await page.getByText('You are offline').first().waitFor();
  await expectUsable(page);
  await page.context().setOffline(false);
  await expect.poll(() => page.getByText('You are offline').count()).toBe(0);
  expect(await message.inputValue()).toBe('How do I begin with ten units in Rockville?');

  const id = await draftCase(page, 'test');
  await page.goto(`/cases/${id}`);
  await reaches(page, 'Draft');
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Submit case' }).click();
  // The page sends the request again on its own when the network is back.
  await page.context().setOffline(false);
  await reaches(page, 'Notice under review');
  await openPart(page, 'History');
  await expect.poll(() => count(page, 'Submitted')).toBe(1);
});

test('a request whose response was lost can be sent again after a reload, and takes effect only once', async () => {
  const page = await newPage();
  await signUp(page);
  await page.goto('/cases/new');
  const keys: (string | undefined)[] = [];
  // The service handles every request, but the page never gets the response. It is told that the service is busy.
  await page.route('**/v1/cases', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    keys.push(route.request().headers()['idempotency-key']);
    await route.fetch();
    const error = { code: 'busy', message: 'The service is busy. Try again in a moment.', details: null };
    await route.fulfill({ status: 503, headers: { 'Retry-After': '0' }, json: { error } });
  });
  await page.getByRole('button', { name: 'Create a sample case' }).click();
  await page.getByRole('alert').getByText('The service is busy').waitFor();
  await expectUsable(page);
  await page.unroute('**/v1/cases');
  await page.reload();
  const created = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/v1/cases'));
  await page.getByRole('button', { name: 'Create a sample case' }).click();
  keys.push((await created).headers()['idempotency-key']);
  await reaches(page, 'Draft');
  expect(keys.length).toBeGreaterThan(2);
  expect(new Set(keys).size).toBe(1);
  await page.goto('/cases');
  await expect.poll(() => page.getByRole('link', { name: '12 Sandbox Way' }).count()).toBe(1);
  // The next request creates another case.
  await page.goto('/cases/new');
  await page.getByRole('button', { name: 'Create a sample case' }).click();
  await reaches(page, 'Draft');
  await page.goto('/cases');
  await expect.poll(() => page.getByRole('link', { name: '12 Sandbox Way' }).count()).toBe(2);
});

test('on a slow network, the page shows what is in progress, and disables the button until the response arrives', async () => {
  const page = await newPage({});
  await signUp(page);
  const id = await draftCase(page, 'test');
  const session = await page.context().newCDPSession(page);
  const kilobytes = 1024;
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 800,
    downloadThroughput: 400 * kilobytes,
    uploadThroughput: 100 * kilobytes,
  });
  const read = await hold(page, `**/v1/cases/${id}`);
  await page.goto(`/cases/${id}`, { waitUntil: 'commit' });
  await page.getByLabel('Loading').first().waitFor();
  read.release();
  await reaches(page, 'Draft');
  const submitted = await hold(page, `**/v1/cases/${id}/submit`);
  await page.getByRole('button', { name: 'Submit case' }).click();
  await expect.poll(() => page.locator('button[data-loading=true]').count()).toBeGreaterThan(0);
  expect(await page.locator('button[data-loading=true]').first().isDisabled()).toBe(true);
  submitted.release();
  await reaches(page, 'Notice under review');
  await openPart(page, 'History');
  await expect.poll(() => count(page, 'Submitted')).toBe(1);
});
