import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { signUp } from './support/account.ts';
import { picture } from './support/picture.ts';
import { expectAccessible, expectNarrow, startWorld } from './support/world.ts';

const { newPage } = await startWorld();

test('a sandbox case goes from its submit to closed, and every document is read', async () => {
  const page = await newPage();
  await signUp(page);
  await makeSample(page);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Check case' }).click();
  await page.getByText('Every check has passed.').waitFor();
  await press(page, 'Submit case', 'Notice under review');
  // The page is reloaded, left and found again: the case is where it was.
  await page.reload();
  await reaches(page, 'Notice under review');
  for (const reached of ['Notice out for service', 'Notice period']) await press(page, 'Advance', reached);
  await page.goBack();
  await page.getByRole('heading', { name: 'New case' }).waitFor();
  await page.goForward();
  await reaches(page, 'Notice period');
  await readCalendar(page);
  await picture(page, 'case');
  await expectAccessible(page);
  await expectNarrow(page);
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
  expect(await page.getByRole('button', { name: /^(Advance|Withdraw case|Report cure)$/ }).count()).toBe(0);
  expect(await openAll(page)).toBeGreaterThanOrEqual(5);
  for (const deadline of ['End of the notice period', 'Answer due', 'Hearing', 'The writ expires']) {
    await page.getByRole('region', { name: 'Deadlines' }).getByText(deadline, { exact: true }).waitFor();
  }
  const history = page.getByRole('region', { name: 'History' });
  for (const happened of ['The notice was served', 'The court gave judgment', 'The case was closed']) {
    await history.getByText(happened).waitFor();
  }
  await expectAccessible(page);
  await expectNarrow(page);
});

/** Makes the sample case and waits for its page. */
async function makeSample(page: Page): Promise<void> {
  await page.goto('/cases');
  await page.getByRole('button', { name: 'New case' }).click();
  await page.getByRole('button', { name: 'Make a sample case' }).click();
  await reaches(page, 'Draft');
}

/** The state is the first element with that role. */
async function reaches(page: Page, state: string): Promise<void> {
  await expect.poll(() => page.getByRole('status').first().textContent()).toBe(state);
}

async function press(page: Page, button: string, reached: string): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click();
  await reaches(page, reached);
}

/** Opens each document: its bytes are shown, and are those that are recorded. */
async function openAll(page: Page): Promise<number> {
  const documents = page.getByRole('button', { name: /^Open / });
  const count = await documents.count();
  for (let at = 0; at < count; at += 1) {
    await documents.nth(at).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('These are the recorded bytes').waitFor();
    await dialog.locator('[data-painted=true]').first().waitFor();
    if (at === 0) await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await dialog.waitFor({ state: 'hidden' });
  }
  return count;
}

async function readCalendar(page: Page): Promise<void> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download calendar file' }).click(),
  ]);
  const file = await readFile(await download.path(), 'utf8');
  expect(download.suggestedFilename()).toBe('deadlines.ics');
  expect(file).toMatch(/^BEGIN:VCALENDAR\r\n/);
  expect(file).toMatch(/\r\nDTSTART;VALUE=DATE:\d{8}\r\n/);
  expect(file).toContain('SUMMARY:End of the notice period');
}
