import { createReceivers } from '@evict/testkit';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { send } from '../e2e/support/api.ts';
import { buildFacts } from '../e2e/support/facts.ts';
import { join } from '../e2e/support/members.ts';
import { callAs, pressAndConfirm, signIn, signUp, submittedCase } from './support/customer.ts';
import { expectAccessible, expectUsable } from './support/accessible.ts';
import { picture, startWorld } from './support/world.ts';

const receivers = await createReceivers();
// The delay is so long that no automatic attempt follows while the test runs.
const hour = 3_600_000;
const webhooks = { ca: receivers.ca, retryDelaysMs: [hour, hour] };
const { service, stack, newPage, baseUrl } = await startWorld({ webhooks });

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

test("an owner can open pages with the keyboard, choose their emails and a time zone, and see what a colleague changed, and a member can't change the time zone", async () => {
  const page = await newPage();
  const person = await signUp(page);
  const login = await service.send('POST', '/v1/auth/login', { body: person });
  const colleague = await join(service, service.actingAs(login.body.token), 'member');
  const name = 'Key of an owner in Hawaii';
  await callAs(page, 'test', '/v1/api-keys', { name });
  const { createdAt } = await stack.store.prisma.apiKey.findFirstOrThrow({ where: { name } });

  await page.goto('/account');
  expect(await page.getByLabel('A case needs your attention').getByRole('option', { name: 'Not at all' }).count()).toBe(
    0,
  );
  for (const [kind, way] of [
    ['Assignments', 'Not at all'],
    ['Messages to you', 'Once a day'],
  ] as const) {
    // A choice is saved as soon as it is made.
    const saved = page.waitForResponse((response) => response.request().method() === 'PATCH');
    await page.getByLabel(kind).selectOption(way);
    expect((await saved).status()).toBe(200);
  }
  await page.getByText('Saved').first().waitFor();
  await page.reload();
  await expect.poll(() => page.getByLabel('Assignments').inputValue()).toBe('off');
  await expect.poll(() => page.getByLabel('Messages to you').inputValue()).toBe('daily');

  const open = async (key: string, heading: string) => {
    await page.keyboard.press('g');
    await page.keyboard.press(key);
    await page.getByRole('heading', { name: heading, exact: true }).waitFor();
  };
  await open('o', 'Organization');
  await page.getByRole('combobox', { name: 'Time zone' }).selectOption('Hawaii');
  await page.getByRole('button', { name: 'Save time zone' }).click();
  await page.getByText('Saved').waitFor();
  await open('d', 'Developers');
  const shown = { dateStyle: 'medium', timeStyle: 'short', timeZone: 'Pacific/Honolulu' } as const;
  await page.getByText(`Created ${new Intl.DateTimeFormat('en-US', shown).format(createdAt)}`).waitFor();
  await page.keyboard.press('?');
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await list.getByText('Organization').waitFor();
  await expectUsable(page);
  await page.keyboard.press('Escape');
  await list.waitFor({ state: 'hidden' });
  // Text that is typed into a field opens nothing.
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.getByLabel('Key name').pressSequentially('go?');
  expect(await page.getByLabel('Key name').inputValue()).toBe('go?');
  expect(new URL(page.url()).pathname).toBe('/developers');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });

  // Only a case that a colleague changed is marked, until it is opened.
  await submittedCase(page, 'test');
  const changed = await submittedCase(page, 'test');
  await colleague.session.reportCure(changed);
  await open('c', 'Cases');
  const rows = page.getByRole('row').filter({ has: page.getByRole('link') });
  const news = rows.filter({ hasText: 'New:' });
  await news.waitFor();
  expect(await rows.count()).toBe(2);
  const marked = page.waitForResponse((response) => response.url().endsWith(`/v1/cases/${changed}/read`));
  await news.getByRole('link').click();
  await page.getByRole('heading', { name: '12 Sandbox Way' }).waitFor();
  expect((await marked).status()).toBe(204);
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Cases' }).click();
  await page.waitForURL('**/cases');
  await expect.poll(() => rows.count()).toBe(2);
  await expect.poll(() => news.count()).toBe(0);
  expect(await stack.store.prisma.caseRead.count({ where: { caseId: changed } })).toBe(1);

  const other = await newPage();
  await other.goto('/sign-in');
  await signIn(other, colleague);
  await other.getByRole('link', { name: 'Organization' }).click();
  await expect.poll(() => other.getByRole('combobox', { name: 'Time zone' }).isDisabled()).toBe(true);
  expect(await other.getByRole('button', { name: 'Save time zone' }).count()).toBe(0);
});
