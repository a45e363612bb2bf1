import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { sharedWorld } from './support/world.ts';

const { newPage } = await sharedWorld();

test('a customer can sign up and take a case to its end with only the keyboard', async () => {
  const page = await newPage();
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
  await press(page, 'Submit case');

  const state = page.getByRole('status').first();
  await expect.poll(() => state.textContent()).toBe('Notice under review');
  await tabTo(page, /^Overview$/);
  await page.keyboard.press('ArrowRight');
  await tabTo(page, /^Open /);
  await page.keyboard.press('Enter');
  await page.getByText('This document matches the record').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await page.getByRole('tab', { name: 'Overview' }).focus();
  await page.keyboard.press('Enter');
  for (let before = await state.textContent(); before !== 'Closed'; before = await state.textContent()) {
    await press(page, 'Advance');
    await expect.poll(() => state.textContent()).not.toBe(before);
  }
});

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

/** Moves to a field by keyboard and types. Replaces the text that was there. */
async function typeInto(page: Page, name: string | RegExp, text: string): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(text);
}

/** Moves to a button or link by keyboard, and presses Enter. */
async function press(page: Page, name: string | RegExp): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.press('Enter');
}
