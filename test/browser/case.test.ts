import { readFile } from 'node:fs/promises';
import { eraseCase } from '@evict/store/erasure';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { send, type Sent } from '../e2e/support/api.ts';
import { day } from '../e2e/support/facts.ts';
import { newAttorney } from '../e2e/support/attorneys.ts';
import {
  callAs,
  choose,
  chooseAndConfirm,
  draftCase,
  openPart,
  reaches,
  readAs,
  signUp,
  submittedCase,
} from './support/customer.ts';
import { expectAccessible, expectUsable } from './support/accessible.ts';
import { picture, reloadWhole, sharedWorld } from './support/world.ts';

const { stack, newPage } = await sharedWorld();
const hostile = '"><img src=x onerror=alert(1)>${7*7}\u202Egpj.exe';

test('a customer can submit a sandbox case, take it to its end, and open every document', async () => {
  const page = await newPage();
  await signUp(page);
  const id = await draftCase(page, 'test', { freeText: 'sandbox:service_failed' });
  await page.goto('/cases');
  await page.getByRole('link', { name: '12 Sandbox Way' }).click();
  await reaches(page, 'Draft');
  await expectAccessible(page);
  await choose(page, 'Check case');
  await page.getByText('All checks passed.').waitFor();
  await press(page, 'Submit case', 'Notice under review');
  // After the page is reloaded, left and opened again, the case is in the same state.
  await page.reload();
  await reaches(page, 'Notice under review');
  await press(page, 'Advance', 'Notice out for service');
  await page.getByRole('button', { name: 'Advance', exact: true }).click();
  await openPart(page, 'History');
  await page.getByRole('region', { name: 'History' }).getByText('Service of the notice failed (in person).').waitFor();
  await openPart(page, 'Overview');
  await reaches(page, 'Notice out for service');
  await press(page, 'Advance', 'Notice period');
  await page.getByRole('region', { name: 'Service of the notice' }).getByText('Served').waitFor();
  await page.goBack();
  await page.getByRole('heading', { name: 'Cases', exact: true }).waitFor();
  await page.goForward();
  await reaches(page, 'Notice period');
  await picture(page, 'case');
  await page.getByRole('button', { name: 'Simulate' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Directives' }).click();
  await page.getByText('in this case').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await readCalendar(page, id);
  await expectUsable(page);
  const rest = [
    'Filing under review',
    'Filed with the court',
    'Summons out for service',
    'Summons served',
    'Hearing scheduled',
    'Judgment entered',
    'Writ requested',
    'Writ issued',
    'Closed',
  ];
  for (const reached of rest) await press(page, 'Advance', reached);
  expect(await page.getByRole('button', { name: /^(Advance|Other actions|Report.*)$/ }).count()).toBe(0);
  for (const deadline of ['End of the notice period', 'Answer due', 'Hearing']) {
    await page.getByRole('region', { name: 'Deadlines' }).getByText(deadline, { exact: true }).waitFor();
  }
  await openPart(page, 'Ledger');
  await page.getByRole('table', { name: 'Ledger' }).waitFor();
  await openPart(page, 'Documents');
  expect(await openAll(page)).toBeGreaterThanOrEqual(5);
  await openPart(page, 'History');
  // The open tab is part of the URL, so it is open again after a reload.
  await page.reload();
  const history = page.getByRole('region', { name: 'History' });
  for (const happened of ['Notice served', 'Judgment entered', 'Closed']) {
    await history.getByText(happened, { exact: true }).waitFor();
  }
  await expectUsable(page);
  await expectSheet(page, [id, 'Test case', 'Submitted', '12 Sandbox Way', 'History']);
});

test('events of live cases can be simulated on a test case, but only those that are possible in its state', async () => {
  const page = await newPage();
  await signUp(page);
  const id = await draftCase(page, 'test');
  await page.goto(`/cases/${id}`);
  await reaches(page, 'Draft');
  expect(await page.getByRole('button', { name: 'Simulate' }).count()).toBe(0);
  await press(page, 'Submit case', 'Notice under review');
  await press(page, 'Advance', 'Notice out for service');
  const dialog = page.getByRole('dialog');
  const open = async () => {
    await page.getByRole('button', { name: 'Simulate' }).click();
    await dialog.getByRole('button', { name: 'The attorney writes a note.' }).waitFor();
  };
  await open();
  await expectAccessible(page);
  expect(await dialog.getByRole('button', { name: 'The court issues the writ.' }).count()).toBe(0);
  await dialog.getByRole('button', { name: 'Service fails twice' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await reaches(page, 'Notice period');
  await page.getByRole('region', { name: 'Service of the notice' }).getByText('Served').waitFor();
  await open();
  await dialog.getByRole('button', { name: 'Bankruptcy' }).click();
  await reaches(page, 'On hold');
  // Another tab has resumed the case, and this page doesn't know that yet.
  await reloadWhole(page);
  const path = `/v1/cases/${id}`;
  const known = await readAs<object>(page, path);
  await page.route(path, (route) => route.fulfill({ json: known }));
  await open();
  await callAs(page, 'test', '/v1/simulations', { caseId: id, scenario: 'resumed' });
  await dialog.getByRole('button', { name: 'The case on hold resumes.' }).click();
  await dialog.getByRole('alert').waitFor();
  await expectUsable(page);
});

test('a tab shows what another tab did to the case, and a payment in full or a withdrawal ends a test case', async () => {
  const page = await newPage();
  await signUp(page);
  const cured = await submittedCase(page, 'test');
  await page.goto(`/cases/${cured}`);
  await press(page, 'Advance', 'Notice out for service');
  const other = await page.context().newPage();
  await other.goto(`/cases/${cured}`);
  await reaches(other, 'Notice out for service');
  // The other tab keeps getting the case as it is now.
  const path = `/v1/cases/${cured}`;
  const known = await readAs<object>(page, path);
  await other.route(path, (route) => route.fulfill({ json: known }));
  await page.getByRole('region', { name: 'Reported facts' }).getByRole('button', { name: 'Report' }).click();
  const form = page.getByRole('dialog');
  await form.getByRole('button', { name: 'Report', exact: true }).click();
  await form.getByText('Choose one.').waitFor();
  await form.getByLabel('Paid in part').check();
  await form.getByLabel('Details').fill(hostile);
  await form.getByLabel('Date').fill(day(0));
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Report payment' }).click();
  await form.waitFor({ state: 'hidden' });
  await page.getByRole('region', { name: 'Reported facts' }).getByText(hostile).waitFor();
  await openPart(page, 'History');
  await page.getByRole('region', { name: 'History' }).getByText('Payment reported').waitFor();
  await openPart(page, 'Overview');
  await page.getByRole('button', { name: 'Report payment or cure' }).click();
  await form.getByLabel('Paid in full').check();
  await form.getByText('This test case ends as resolved.').waitFor();
  await form.getByRole('button', { name: 'Report payment' }).click();
  await reaches(page, 'Resolved');
  await page.getByRole('list', { name: 'Life of the case' }).getByText('Not reached').first().waitFor();
  await expectAccessible(page);
  await other.getByRole('button', { name: 'Advance', exact: true }).click();
  await other.getByText('There is nothing to advance right now').waitFor();
  await expectAccessible(other);
  // The page reads the case again on its own.
  await other.unroute(path);
  await reaches(other, 'Resolved');

  const withdrawn = await submittedCase(page, 'test', { freeText: 'sandbox:reject' });
  await page.goto(`/cases/${withdrawn}`);
  await press(page, 'Advance', 'On hold');
  await page
    .getByRole('list', { name: 'Life of the case' })
    .getByRole('listitem')
    .filter({ hasText: /^Notice.*On hold/ })
    .waitFor();
  await expectAccessible(page);
  await chooseAndConfirm(page, 'Withdraw case');
  await reaches(page, 'Withdrawn');
  await page.goto(`/cases/${withdrawn.replace(/[0-9a-f]{12}$/, '000000000000')}`);
  await page.getByRole('heading', { name: 'Case not found' }).waitFor();
  await expectAccessible(page);
  await eraseCase(stack.store, { caseId: withdrawn, operator: 'robin', list: '', blobs: stack.blobs });
  await page.goto(`/cases/${withdrawn}`);
  await page.getByRole('heading', { name: 'The details of this case were erased' }).waitFor();
  await expectAccessible(page);
});

test('on a live case, a customer can add evidence, request a withdrawal and write messages, even if the session ends while they are typing', async () => {
  const attorney = await newAttorney({ stack, send: sendChecked });
  const page = await newPage();
  const person = await signUp(page);
  const id = await submittedCase(page, 'live', {
    parties: [
      { role: 'plaintiff', name: 'Sandbox Holdings LLC', isEntity: true },
      { role: 'defendant', name: '<script>alert(1)</script> Terry' },
    ],
  });
  // The case is opened as from a link in an email, in a tab that is in test mode.
  await page.goto(`/cases/${id}`);
  await reaches(page, 'Notice under review');
  await page.getByRole('region', { name: 'Attorney' }).getByText('Alex Counsel').waitFor();
  await page.getByText('<script>alert(1)</script> Terry').first().waitFor();
  const reply = await attorney.send('POST', `/v1/attorney/cases/${id}/notes`, { body: { body: hostile } });
  expect(reply.status).toBe(201);
  await openPart(page, 'Messages');
  const notes = page.getByRole('region', { name: 'Messages' });
  const note = notes.getByLabel('Your message');
  await note.fill('The tenant has handed over the keys of the garage.');
  await page.context().clearCookies();
  await notes.getByRole('button', { name: 'Send message' }).click();
  await page.getByRole('alert').getByRole('button', { name: 'Sign in' }).click();
  const again = page.getByRole('dialog');
  await again.getByLabel('Password', { exact: true }).fill(person.password);
  await again.getByRole('button', { name: 'Sign in' }).click();
  await again.waitFor({ state: 'hidden' });
  await reaches(page, 'Notice under review');
  await page.reload();
  await reaches(page, 'Notice under review');
  expect(await note.inputValue()).toBe('The tenant has handed over the keys of the garage.');
  await notes.getByRole('button', { name: 'Send message' }).click();
  await expect.poll(() => note.inputValue()).toBe('');
  await notes.getByText('The tenant has handed over the keys of the garage.').waitFor();
  await notes.getByText(hostile).waitFor();
  await openPart(page, 'Documents');
  const name = `${hostile.replaceAll('/', '')}.png`;
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'image/png', buffer: png });
  await page.getByRole('button', { name: /^Open .*onerror/ }).waitFor();
  await expectUsable(page);
  await openPart(page, 'Overview');
  await chooseAndConfirm(page, 'Withdraw case');
  await reaches(page, 'On hold');
  await page.getByRole('heading', { name: 'Withdrawal requested' }).waitFor();
  await page.getByRole('button', { name: 'Other actions' }).click();
  await page.getByRole('menuitem', { name: 'Message the attorney' }).waitFor();
  expect(await page.getByRole('menuitem', { name: 'Withdraw case' }).count()).toBe(0);
  await page.keyboard.press('Escape');
  await expectAccessible(page);
  await expectSheet(page, [id, 'Withdrawal requested', 'handed over the keys', 'onerror', 'Amount owed']);
});

/** An image of one pixel. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const sendChecked = (method: string, path: string, sent?: Sent) => send(stack.baseUrl, method, path, sent);

async function press(page: Page, button: string, reached: string): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click();
  await reaches(page, reached);
}

/** Opens each document, and expects the page to show the recorded bytes. Returns the number of documents. */
async function openAll(page: Page): Promise<number> {
  const documents = page.getByRole('button', { name: /^Open / });
  const count = await documents.count();
  for (let at = 0; at < count; at += 1) {
    await documents.nth(at).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('This document matches the record').waitFor();
    await dialog.locator('[data-painted=true]').first().waitFor();
    if (at === 0) await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await dialog.waitFor({ state: 'hidden' });
  }
  return count;
}

/**
 * Expects the printed case to take one or two pages with these words, without buttons or fields, whatever the page's
 * color scheme.
 */
async function expectSheet(page: Page, words: readonly string[]): Promise<void> {
  const sheet = await page.pdf({ format: 'Letter' });
  expect(sheet.toString('latin1').match(/\/Type \/Page\n/g)?.length).toBeOneOf([1, 2]);
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  const text = await page.locator('body').innerText();
  for (const word of words) expect(text).toContain(word);
  expect(text).not.toMatch(
    /Open |Download|your reference|All cases|Confirm your email|Drop files|Your message|Advance/,
  );
  expect(await page.locator(':is(a, button, input, select, textarea):visible').allInnerTexts()).toEqual([]);
  const opened = await page.evaluate("getComputedStyle(document.querySelector('[data-printed]'), '::before').content");
  expect(opened).toMatch(/\.(?:pdf|png)"$/);
  expect(await page.evaluate('getComputedStyle(document.body).color')).toBe('rgb(0, 0, 0)');
}

async function readCalendar(page: Page, id: string): Promise<void> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Calendar file' }).click(),
  ]);
  const file = await readFile(await download.path(), 'utf8');
  expect(download.suggestedFilename()).toBe('deadlines.ics');
  expect(file).toMatch(/^BEGIN:VCALENDAR\r\n/);
  expect(file).toMatch(/\r\nDTSTART;VALUE=DATE:\d{8}\r\n/);
  expect(file.replaceAll('\r\n ', '')).toContain(`UID:notice_expires.${id}`);
}
