import { expect, test } from 'vitest';
import { buildFacts } from '../e2e/support/facts.ts';
import { callAs, draftCase, signUp } from './support/customer.ts';
import { expectAccessible, expectUsable, picture, startWorld } from './support/world.ts';

const { newPage } = await startWorld();

test('the list begins empty, is searched and filtered, goes on by pages, and leads out of live mode that is off', async () => {
  const page = await newPage();
  await signUp(page);
  await page.getByText('Create your first case').waitFor();
  await expectUsable(page);
  const { property } = buildFacts();
  for (let number = 1; number <= 21; number += 1) {
    await draftCase(page, 'test', { property: { ...property, line1: `${number} Sandbox Way` } });
  }
  const submitted = await draftCase(page, 'test', { property: { ...property, line1: '99 Harbor Street' } });
  await callAs(page, 'test', `/v1/cases/${submitted}/submit`);
  await page.reload();
  const rows = page.getByRole('row').filter({ has: page.getByRole('link') });
  await expect.poll(() => rows.count()).toBe(20);
  await rows.first().getByText('99 Harbor Street').waitFor();
  await rows.first().getByText('Notice under review').waitFor();
  await rows.first().getByText('Take the next step with').waitFor();
  await page.getByRole('button', { name: 'Show more cases' }).click();
  await expect.poll(() => rows.count()).toBe(22);
  await page.getByText('All cases are shown.').waitFor();
  await expectUsable(page);
  await picture(page, 'cases');

  await page.getByLabel('Search').fill('harbor');
  await expect.poll(() => rows.count()).toBe(1);
  // A filter is part of the address: it is there again after a reload, and when the reader comes back.
  await page.reload();
  await expect.poll(() => rows.count()).toBe(1);
  await rows.getByRole('link').click();
  await page.getByRole('heading', { name: '99 Harbor Street' }).waitFor();
  await page.goBack();
  await expect.poll(() => rows.count()).toBe(1);
  await page.getByLabel('Status').selectOption('Draft');
  await page.getByText('No matching cases').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Clear the filters' }).click();
  await expect.poll(() => rows.count()).toBe(20);
  expect(await page.getByLabel('Search').inputValue()).toBe('');
  await page.getByLabel('Status').selectOption('Finished cases');
  await page.getByText('No matching cases').waitFor();

  // A tab that was in live mode when the service had it.
  await page.evaluate("sessionStorage.setItem('mode', 'live')");
  await page.goto('/cases');
  await page.getByText('Live mode is off').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Switch to test mode' }).click();
  await expect.poll(() => rows.count()).toBe(20);
});
