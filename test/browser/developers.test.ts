import { createReceivers } from '@evict/testkit';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { send } from '../e2e/support/api.ts';
import { buildFacts } from '../e2e/support/facts.ts';
import { TestApp } from '../e2e/support/oauth.ts';
import { draftCase, pressAndConfirm, signUp } from './support/customer.ts';
import { expectAccessible, expectUsable } from './support/accessible.ts';
import { picture, startWorld } from './support/world.ts';

const receivers = await createReceivers();
// The delay is so long that no automatic attempt follows while the test runs.
const hour = 3_600_000;
const webhooks = { ca: receivers.ca, retryDelaysMs: [hour, hour] };
const { stack, newPage, baseUrl } = await startWorld({ webhooks });

const secretOn = (page: Page) => page.locator('[data-secret]');

test('a developer can create a key, see a failed delivery, send it again, and read the event feed', async () => {
  const page = await newPage();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: baseUrl });
  await signUp(page, '/cases');
  await page.getByRole('link', { name: 'Developers' }).click();
  await page.getByRole('heading', { name: 'Developers', exact: true }).waitFor();
  await page.getByText('No API keys yet.').waitFor();
  await page.getByText('No endpoints yet.').waitFor();
  await openPart(page, 'Events');
  await page.getByText('No events yet').waitFor();
  await openPart(page, 'Keys and webhooks');

  const call = await useNewKey(page);

  const receiver = await receivers.start();
  onTestFinished(() => receiver.stop());
  receiver.respondWith((response) => response.writeHead(503).end());
  const dialog = page.getByRole('dialog');
  const add = async (url: string) => {
    await page.getByLabel('Endpoint URL').fill(url);
    await dialog.getByRole('button', { name: 'Add endpoint' }).click();
  };
  await page.getByRole('button', { name: 'Add endpoint' }).click();
  await add('http://10.0.0.1/');
  await expect.poll(() => page.getByLabel('Endpoint URL').getAttribute('aria-invalid')).toBe('true');
  await expectAccessible(page);
  await add(`${receiver.url}/hook`);
  await expect.poll(() => secretOn(page).textContent()).toMatch(/^whsec_/);
  await page.getByRole('button', { name: 'Done' }).click();
  await secretOn(page).waitFor({ state: 'hidden' });
  await page.getByText('Nothing has been sent to this endpoint yet.').waitFor();

  const created = await call('POST', '/v1/cases', buildFacts());
  expect((await call('POST', `/v1/cases/${created.id}/submit`)).case.state).toBe('notice_review');
  await receiver.waitFor(1);
  const [endpoint] = (await call('GET', '/v1/webhook-endpoints')).items;
  const deliveries = `/v1/webhook-endpoints/${endpoint.id}/deliveries`;
  await expect.poll(async () => (await call('GET', deliveries)).items[0]?.attempts.length).toBe(1);
  const attempts = page.getByRole('list', { name: 'Attempts' }).first().getByRole('listitem');
  const sendAgain = page.getByRole('button', { name: 'Send again', exact: true });
  const log = page.getByRole('table', { name: 'Deliveries' }).getByRole('row');
  await page.reload();
  await sendAgain.waitFor();
  expect(await attempts.allTextContents()).toEqual([expect.stringContaining('Response 503')]);
  await picture(page, 'developers');

  receiver.respondWith((response) => response.writeHead(204).end());
  await sendAgain.click();
  await expect
    .poll(() => attempts.allTextContents())
    .toEqual([expect.stringContaining('Response 503'), expect.stringContaining('Response 204')]);
  await pressAndConfirm(page, 'Rotate secret');
  await expect.poll(() => secretOn(page).textContent()).toMatch(/^whsec_/);
  await expectUsable(page);
  await page.getByRole('button', { name: 'Done' }).click();
  const [before, after] = await receiver.waitFor(2);
  expect(after?.raw).toBe(before?.raw);
  await page.getByLabel('Status').selectOption('Delivered');
  // There is one row in addition to the header row.
  await expect.poll(() => log.count()).toBe(2);
  await page.getByLabel('Status').selectOption('Failed');
  await page.getByText('No delivery has this status.').waitFor();

  await openPart(page, 'Events');
  await page.getByLabel('Type').selectOption('case.submit');
  await expect.poll(() => page.getByRole('cell').filter({ hasText: 'case.submit' }).count()).toBe(1);
  await call('POST', `/v1/cases/${(await call('POST', '/v1/cases', buildFacts())).id}/submit`);
  // An event appears in the feed once no earlier event can still arrive.
  await expect
    .poll(async () => {
      await page.getByRole('button', { name: 'Check for new events' }).click();
      return page.getByRole('cell').filter({ hasText: 'case.submit' }).count();
    })
    .toBe(2);
  await expectUsable(page);

  await openPart(page, 'Keys and webhooks');
  await page.getByRole('button', { name: 'Add endpoint' }).click();
  await page.getByLabel('Endpoint URL').fill(`${receiver.url}/hook`);
  await page.getByText('Its receiver would get everything twice.').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: `More actions for ${receiver.url}/hook` }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await dialog.getByText('Its delivery log is deleted too').waitFor();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No endpoints yet.').waitFor();
  await page.getByRole('button', { name: 'Add endpoint' }).click();
  await page.getByLabel('Also send messages when a note, deadline, fact, or charge changes').check();
  await add(`${receiver.url}/hook`);
  await page.getByText('message types').waitFor();
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Revoke', exact: true }).click();
  await dialog.getByRole('button', { name: 'Revoke', exact: true }).click();
  await page.getByText('No API keys yet.').waitFor();
  await page.getByLabel('Show revoked and expired keys').check();
  await page.getByRole('row').filter({ hasText: 'Rent roll' }).waitFor();
  expect((await call('GET', '/v1/cases')).error.code).toBe('unauthenticated');
});

async function openPart(page: Page, name: string): Promise<void> {
  const link = page.getByRole('navigation', { name: 'Developers' }).getByRole('link', { name });
  await link.click();
  await expect.poll(() => link.getAttribute('aria-current')).toBe('page');
}

/**
 * Creates a key on the page, copies it, checks the sample calls that contain it, and returns a function that calls the
 * API with it.
 */
async function useNewKey(page: Page) {
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.getByLabel('Key name').fill('Rent roll');
  await page.getByLabel('Expires').fill('2099-12-31');
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
  const key = (await secretOn(page).textContent()) ?? '';
  expect(key).toMatch(/^eak_test_/);
  const row = page.getByRole('row').filter({ hasText: 'Rent roll' });
  await row.getByText(`eak_test_…${key.slice(-4)}`).waitFor();
  await row.getByText('Robin Example').waitFor();
  await row.getByText('Dec 31, 2099').waitFor();
  // The message disappears after a while.
  const copied = page.getByText('Copied', { exact: true }).waitFor();
  await Promise.all([copied, page.getByRole('button', { name: 'Copy your new key' }).click()]);
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(key);
  await page.getByRole('link', { name: 'Make the first calls with it' }).click();
  await page.getByText(`curl ${baseUrl}/v1/events`).waitFor();
  await expectUsable(page);
  expect(await page.getByText(`Bearer ${key}`).count()).toBe(3);
  const stored = await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])');
  expect(stored).not.toContain('eak_');

  const draft = (await page.getByText('Idempotency-Key: $(uuidgen)').textContent())?.split("-d '")[1] ?? '';
  const call = async (method: string, path: string, sent?: unknown) =>
    (await send(baseUrl, method, path, { credential: key, body: sent })).body;
  expect((await call('POST', '/v1/cases', JSON.parse(draft.slice(0, -1)))).state).toBe('draft');
  await openPart(page, 'Keys and webhooks');
  await page.getByRole('button', { name: 'Done' }).click();
  await secretOn(page).waitFor({ state: 'hidden' });
  expect(await page.content()).not.toContain(key);
  return call;
}

test('the start page of a signed-in user is their home page, and the developer page leads to the guides and the API reference, which fit on a phone and refuse to insert HTML that could run a script', async () => {
  const page = await newPage();
  await signUp(page, '/');
  await page.waitForURL('**/home');
  await page.getByRole('link', { name: 'Developers' }).click();
  await page.getByRole('heading', { name: 'Developers', exact: true }).waitFor();
  await page.getByRole('link', { name: 'Guides', exact: true }).click();
  await page.getByRole('heading', { name: 'How it works', exact: true, level: 1 }).waitFor();
  await picture(page, 'guides');
  const guides = page.getByRole('navigation', { name: 'Guides' });
  await guides.getByRole('link', { name: 'Your first call' }).click();
  await page.getByRole('heading', { name: 'Your first call', level: 1 }).waitFor();
  await picture(page, 'first-call');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy', exact: true }).first().click();
  await page.getByRole('button', { name: 'Copied', exact: true }).waitFor();
  expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(
    new RegExp(`^API=${stack.baseUrl}\nKEY=eak_test_...\ncurl `),
  );
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByText('Menu', { exact: true }).click();
  await expectUsable(page);
  await guides.getByRole('link', { name: 'Errors' }).click();
  await page.waitForURL('**/docs/guides/errors');
  await expectUsable(page);
  // Together with the errors, these guides have the widest tables and the longest lines.
  for (const guide of ['webhooks', 'website']) {
    await page.goto(`/docs/guides/${guide}`);
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), guide).toBeLessThanOrEqual(0);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('link', { name: 'API reference' }).click();
  await page.getByText('/v1/auth/signup', { exact: true }).waitFor();
  const refuses = (act: string) => page.evaluate(`(() => { try { ${act} } catch (e) { return e.name } })()`);
  for (const html of [
    '<img src=x onerror=alert(1)>',
    '<script src=/docs/start.js></script>',
    '<a href=" javascript:alert(1)">a</a>',
    '<iframe srcdoc=a></iframe>',
    '<svg><g onload=alert(1)></g></svg>',
  ]) {
    expect(await refuses(`document.createElement('div').innerHTML = ${JSON.stringify(html)}`), html).toBe('TypeError');
  }
  expect(await refuses("document.createElement('div').innerHTML = '<p>A <em>description</em></p>'")).toBeUndefined();
  await page.getByRole('link', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { name: 'Home', exact: true }).waitFor();
});

test('if live mode is off, the list of cases offers to switch to test mode, and an app can only be connected to test mode', async () => {
  const page = await newPage();
  await signUp(page, '/contact');
  await draftCase(page, 'test');
  // As if the tab had been in live mode while the service still offered it.
  await page.evaluate("sessionStorage.setItem('mode', 'live')");
  await page.goto('/cases');
  await page.getByText('Live mode is off').waitFor();
  await page.getByRole('button', { name: 'Switch to test mode' }).click();
  await page.getByRole('link', { name: '12 Sandbox Way' }).waitFor();

  const app = new TestApp('Assistant', 'http://127.0.0.1:9/callback');
  await app.run(baseUrl);
  await page.goto(String(app.authorizeUrl));
  await page.getByText('Test: sandbox cases only').waitFor();
  expect(await page.getByRole('radio').count()).toBe(0);
});
