import { expect, test } from 'vitest';
import { signUp } from './support/account.ts';
import { expectAccessible, expectNarrow, startWorld } from './support/world.ts';

const { newPage } = await startWorld();

test('a customer submits a sample case, advances it, and opens each document with its hash checked', async () => {
  const page = await newPage();
  await signUp(page);
  await page.getByRole('button', { name: 'New case' }).click();
  await page.getByRole('button', { name: 'Make a sample case' }).click();
  const state = page.getByRole('status').first();
  await expect.poll(() => state.textContent()).toBe('Draft');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Submit case' }).click();
  await expect.poll(() => state.textContent()).toBe('Notice under review');
  for (const reached of ['Notice out for service', 'Notice period']) {
    await page.getByRole('button', { name: 'Advance' }).click();
    await expect.poll(() => state.textContent()).toBe(reached);
  }
  const documents = page.getByRole('button', { name: /^Open / });
  const count = await documents.count();
  expect(count).toBeGreaterThanOrEqual(2);
  for (let at = 0; at < count; at += 1) {
    await documents.nth(at).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('These are the recorded bytes').waitFor();
    await dialog.locator('[data-painted=true]').first().waitFor();
    if (at === 0) await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await dialog.waitFor({ state: 'hidden' });
  }
  await expectAccessible(page);
  await expectNarrow(page);
});
