import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { eraseCase } from '@evict/store/erasure';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { buildFacts, day } from '../e2e/support/facts.ts';
import { callAs, openPart, reaches, readAs, signUp, submittedCase } from './support/customer.ts';
import { expectAccessible, expectUsable } from './support/accessible.ts';
import { picture, sharedWorld } from './support/world.ts';

const { stack, newPage } = await sharedWorld();
const hostile = '"><img src=x onerror=alert(1)>${7*7}\u202Egpj.exe';

test('a customer can sign up, create and submit a sandbox case and open its documents with only the keyboard, and take it to its end despite a failed service, a bankruptcy and outdated pages', async () => {
  const page = await newPage();
  await submitByKeyboard(page);
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  const path = `/v1/cases/${id}`;
  await tabTo(page, /^Overview$/);
  await page.keyboard.press('ArrowRight');
  await tabTo(page, /^Open /);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByText('This document matches the record').waitFor();
  await dialog.locator('[data-painted=true]').first().waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await page.getByRole('tab', { name: 'Overview' }).focus();
  await page.keyboard.press('Enter');
  await press(page, 'Advance');
  await reaches(page, 'Notice out for service');

  // From here on, the customer uses the mouse. The first service fails, as the notes for the attorney request.
  const advance = page.getByRole('button', { name: 'Advance', exact: true });
  const history = page.getByRole('region', { name: 'History' });
  await advance.click();
  await openPart(page, 'History');
  await history.getByText('Service of the notice failed (in person).').waitFor();
  await openPart(page, 'Overview');
  await reaches(page, 'Notice out for service');
  await advance.click();
  await reaches(page, 'Notice period');
  await page.getByRole('region', { name: 'Service of the notice' }).getByText('Served').waitFor();
  await picture(page, 'case');
  await readCalendar(page, id);

  const facts = page.getByRole('region', { name: 'Reported facts' });
  await facts.getByRole('button', { name: 'Report' }).click();
  await dialog.getByRole('button', { name: 'Report', exact: true }).click();
  await dialog.getByText('Choose one.').waitFor();
  await dialog.getByLabel('Paid in part').check();
  await dialog.getByLabel('Details').fill(hostile);
  await dialog.getByLabel('Date').fill(day(0));
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Report payment' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await facts.getByText(hostile).waitFor();

  // An event of a live case can be simulated, but only if it is possible in this state.
  const simulate = page.getByRole('button', { name: 'Simulate' });
  await simulate.click();
  await dialog.getByRole('button', { name: 'The attorney writes a note.' }).waitFor();
  expect(await dialog.getByRole('button', { name: 'The court issues the writ.' }).count()).toBe(0);
  await dialog.getByRole('button', { name: 'Directives' }).click();
  await dialog.getByText('in this case').waitFor();
  await dialog.getByRole('button', { name: 'Bankruptcy' }).click();
  await reaches(page, 'On hold');
  const life = page.getByRole('list', { name: 'Life of the case' });
  await life
    .getByRole('listitem')
    .filter({ hasText: /^Notice period.*On hold/ })
    .waitFor();
  await expectUsable(page);
  // Another session has resumed the case, and this page doesn't know that yet.
  await keepReading(page, path);
  await callAs(page, 'test', '/v1/simulations', { caseId: id, scenario: 'resumed' });
  await simulate.click();
  await dialog.getByRole('button', { name: 'The case on hold resumes.' }).click();
  await dialog.getByRole('alert').waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await page.unroute(path);

  // After the page is reloaded, left and opened again, the case is in the same state.
  await page.reload();
  await reaches(page, 'Notice period');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Cases' }).click();
  await page.getByRole('heading', { name: 'Cases', exact: true }).waitFor();
  await page.goBack();
  await reaches(page, 'Notice period');
  await advance.click();
  await reaches(page, 'Filing under review');
  // The page notices by itself what another session does.
  for (let steps = 0; steps < 7; steps += 1) await callAs(page, 'test', `${path}/advance`);
  await page.getByRole('status').filter({ hasText: 'Writ issued' }).waitFor();
  await advance.click();
  await reaches(page, 'Closed');
  expect(await page.getByRole('button', { name: /^(Advance|Other actions|Report.*)$/ }).count()).toBe(0);
  for (const deadline of ['End of the notice period', 'Answer due', 'Hearing']) {
    await page.getByRole('region', { name: 'Deadlines' }).getByText(deadline, { exact: true }).waitFor();
  }
  await openPart(page, 'Ledger');
  await page.getByRole('table', { name: 'Ledger' }).waitFor();
  await openPart(page, 'Documents');
  expect(await page.getByRole('button', { name: /^Open / }).count()).toBeGreaterThanOrEqual(5);
  await openPart(page, 'History');
  // The open tab is part of the URL, so it is open again after a reload.
  await page.reload();
  for (const happened of ['Notice served', 'Payment reported', 'Judgment entered', 'Closed']) {
    await history.getByText(happened, { exact: true }).waitFor();
  }
  await expectAccessible(page);
  await expectSheet(page, [id, 'Test case', 'Submitted', '12 Sandbox Way', 'History']);
});

test('a payment in full or a withdrawal ends a test case, a page notices that it is outdated, and a missing or erased case is not shown', async () => {
  const page = await newPage();
  await signUp(page);
  const { property } = buildFacts();
  const cured = await submittedCase(page, 'test');
  const withdrawn = await submittedCase(page, 'test', { property: { ...property, line1: '2 Harbor Street' } });
  await callAs(page, 'test', `/v1/cases/${cured}/advance`);
  await page.goto(`/cases/${cured}`);
  await page.getByRole('button', { name: 'Report payment or cure' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Paid in full').check();
  await form.getByText('This test case ends as resolved.').waitFor();
  await form.getByRole('button', { name: 'Report payment' }).click();
  await reaches(page, 'Resolved');
  await page.getByRole('list', { name: 'Life of the case' }).getByText('Not reached').first().waitFor();

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Cases' }).click();
  await page.getByRole('link', { name: '2 Harbor Street' }).click();
  await reaches(page, 'Notice under review');
  const path = `/v1/cases/${withdrawn}`;
  await keepReading(page, path);
  await callAs(page, 'test', `${path}/withdraw`);
  await page.getByRole('button', { name: 'Advance', exact: true }).click();
  await page.getByText('There is nothing to advance right now').waitFor();
  // The page reads the case again on its own.
  await page.unroute(path);
  await page.getByRole('status').filter({ hasText: 'Withdrawn' }).waitFor();

  await eraseCase(stack.store, { caseId: withdrawn, operator: 'robin', list: '', blobs: stack.blobs });
  await page.reload();
  await page.getByRole('heading', { name: 'The details of this case were erased' }).waitFor();
  await page.goto(`/cases/${withdrawn.replace(/[0-9a-f]{12}$/, '000000000000')}`);
  await page.getByRole('heading', { name: 'Case not found' }).waitFor();
  await expectAccessible(page);
});

/** From now on, the page keeps reading the case as it is now. */
async function keepReading(page: Page, path: string): Promise<void> {
  const known = await readAs<object>(page, path);
  await page.route(path, (route) => route.fulfill({ json: known }));
}

/** Signs up, and creates and submits a case, with only the keyboard. */
async function submitByKeyboard(page: Page): Promise<void> {
  const heading = (name: string) => page.getByRole('heading', { name, exact: true }).waitFor();
  await page.goto('/sign-up');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await typeInto(page, 'Your name', 'Robin Example');
  await typeInto(page, 'Organization name', 'Sandbox Holdings LLC');
  await typeInto(page, 'Email', `robin.${randomUUID()}@example.com`);
  await typeInto(page, 'Password', 'correct horse battery');
  await press(page, 'Create account');
  await heading('Cases');

  await press(page, 'Start from scratch');
  await heading('Property and ground');
  await typeInto(page, 'Street and number', '12 Sandbox Way');
  await typeInto(page, 'City', 'Testville');
  await typeInto(page, 'County', 'Example');
  await typeInto(page, 'ZIP code', '00001');
  await typeInto(page, 'Owner of record', 'Sandbox Holdings LLC');
  await press(page, 'Save and continue');
  await heading('Parties');
  await typeInto(page, 'Name', 'Sandbox Holdings LLC');
  await typeInto(page, 'Name', 'Terry Example');
  await press(page, 'Save and continue');
  await heading('Lease');
  await tabTo(page, 'First day of the lease');
  await page.keyboard.type('06012025');
  await typeInto(page, 'Monthly rent', '1400');
  await press(page, 'Save and continue');
  await heading('Ledger');
  await press(page, 'Add line');
  // The new line has the focus.
  await page.getByLabel('Line 1: Date').and(page.locator(':focus')).waitFor();
  await page.keyboard.type('05012026');
  await typeInto(page, 'Line 1: Memo', 'Rent May');
  await typeInto(page, 'Line 1: Amount', '1400');
  await typeInto(page, 'Amount owed', '1400');
  await page.getByText('Matches the ledger balance.').waitFor();
  await press(page, 'Save and continue');
  await heading('Attestations');
  // Space selects the first answer of a group, and an arrow key the next one.
  for (const key of ['Space', 'Space', 'Space', 'ArrowRight', 'ArrowRight', 'ArrowRight']) {
    await tabTo(page, /^(?:Yes|No|I don't know)$/);
    await page.keyboard.press(key);
  }
  await press(page, 'Save and continue');
  await heading('Evidence');
  await press(page, 'Save and continue');
  await heading('Review and submit');
  await page.getByText('Ready to submit').waitFor();
  await typeInto(page, 'Notes for the attorney (optional)', 'sandbox:service_failed');
  await press(page, 'Submit case');
  await reaches(page, 'Notice under review');
}

/** More than the number of elements on any page. */
const mostTabs = 120;
/** How long a page may take to show an element, in milliseconds. */
const patienceMs = 60_000;

/** A script that returns the name that a screen reader gives the focused element. It is evaluated in the page. */
const focusedName = `(() => {
  const one = document.activeElement;
  if (!one || one === document.body) return '';
  const labels = [...(one.labels ?? [])].map((label) => label.textContent).join(' ');
  const text = one.getAttribute('aria-label') || labels || one.textContent || '';
  return text.replace(/\\*/g, '').trim();
})()`;

/** Presses Tab until the element with this name has the focus. Throws if there is none. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const met: string[] = [];
  const end = performance.now() + patienceMs;
  for (let tabs = 0; tabs < mostTabs || performance.now() < end; tabs += 1) {
    await page.keyboard.press('Tab');
    const found = await page.evaluate<string>(focusedName);
    if (typeof name === 'string' ? found === name : name.test(found)) return;
    met.push(found);
  }
  throw new Error(`The keyboard does not reach ${String(name)}. It reached: ${met.slice(-mostTabs).join(' | ')}`);
}

/** Moves to a field by keyboard and enters a text, which replaces the text that was there. */
async function typeInto(page: Page, name: string | RegExp, text: string): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.press('ControlOrMeta+A');
  // A form renders again for each letter, so only the first one is a key press. The others arrive at once, as if dictated.
  await page.keyboard.type(text.slice(0, 1));
  await page.keyboard.insertText(text.slice(1));
}

/** Moves to a button or link by keyboard, and presses Enter. */
async function press(page: Page, name: string | RegExp): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.press('Enter');
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
