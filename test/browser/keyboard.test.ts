import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { press, tabTo, typeInto } from './support/keyboard.ts';
import { startWorld } from './support/world.ts';

const { newPage } = await startWorld();

test('a customer does a whole case with the keyboard alone', async () => {
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

  await press(page, 'New case');
  await heading('Place and ground');
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
  await page.getByLabel('Line 1: Date').waitFor();
  await tabTo(page, 'Line 1: Date');
  await page.keyboard.type('05012026');
  await typeInto(page, 'Line 1: Amount', '1400');
  await typeInto(page, 'Line 1: Memo', 'Rent May');
  await typeInto(page, 'Amount owed', '1400');
  await page.getByText('The amount owed matches the ledger balance.').waitFor();
  await press(page, 'Save and continue');
  await heading('Attestations');
  // Space takes the first answer of a group, an arrow the next one.
  for (const key of ['Space', 'Space', 'Space', 'ArrowRight', 'ArrowRight', 'ArrowRight']) {
    await tabTo(page, /^(?:Yes|No|I don't know)$/);
    await page.keyboard.press(key);
  }
  await press(page, 'Save and continue');
  await heading('Evidence');
  await press(page, 'Save and continue');
  await heading('Check and submit');
  await page.getByText('Nothing is missing.').waitFor();
  await press(page, 'Submit case');

  const state = page.getByRole('status').first();
  await expect.poll(() => state.textContent()).toBe('Notice under review');
  await tabTo(page, /^Open /);
  await page.keyboard.press('Enter');
  await page.getByText('This document matches the record').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  for (let before = await state.textContent(); before !== 'Closed'; before = await state.textContent()) {
    await press(page, 'Advance');
    await expect.poll(() => state.textContent()).not.toBe(before);
  }
});
