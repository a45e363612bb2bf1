import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { buildFacts } from '../e2e/support/facts.ts';
import { callAs, draftCase, reaches, signUp } from './support/customer.ts';
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

  const search = page.getByLabel('Search');
  await search.fill('way');
  await page.getByRole('button', { name: 'Save as a view' }).click();
  const naming = page.getByRole('dialog');
  await naming.getByLabel('Name').fill('Sandbox <i>Way</i>');
  await expectAccessible(page);
  await naming.getByRole('button', { name: 'Save view' }).click();
  await search.fill('harbor');
  await expect.poll(() => rows.count()).toBe(1);
  await page.getByRole('button', { name: 'Sandbox <i>Way</i>', exact: true }).click();
  await expect.poll(() => search.inputValue()).toBe('way');
  await expect.poll(() => rows.count()).toBe(20);
  await expectUsable(page);
  await page.getByRole('button', { name: 'Remove the view Sandbox' }).click();
  await search.fill('harbor');
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
  await page.getByLabel('Sort').selectOption('Last changed first');
  await rows.first().getByText('99 Harbor Street').waitFor();
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

test('home shows what waits, what is near and what changed, and leads through the first steps', async () => {
  const page = await newPage();
  await signUp(page);
  await page.getByRole('link', { name: 'Home' }).click();
  const steps = page.getByRole('region', { name: 'First steps' });
  await steps.getByRole('button', { name: 'Create a sample case' }).click();
  await reaches(page, 'Draft');
  await page.getByRole('button', { name: 'Submit case' }).click();
  await reaches(page, 'Notice under review');
  for (const state of ['Notice out for service', 'Notice period']) {
    await page.getByRole('button', { name: 'Advance', exact: true }).click();
    await reaches(page, state);
  }
  await page.getByRole('link', { name: 'Eviction cases' }).click();
  await page.getByRole('heading', { name: 'Home', exact: true }).waitFor();
  await steps.getByText('Submit it (done)').waitFor();
  await page.getByRole('region', { name: 'Needs you' }).getByText('Report it if the tenant cures').waitFor();
  await page.getByRole('region', { name: 'Changed last' }).getByText('Notice period').waitFor();
  await page.getByRole('region', { name: 'Next 14 days' }).getByText('End of the notice period').waitFor();
  await expectUsable(page);
  await picture(page, 'home');
  // Also once more than eight others have changed later.
  for (let number = 0; number < 9; number += 1) await draftCase(page, 'test');
  await page.reload();
  await steps.getByText('Submit it (done)').waitFor();
  await steps.getByRole('button', { name: 'Close the first steps' }).click();
  await steps.waitFor({ state: 'hidden' });
  await page.getByRole('region', { name: 'Next 14 days' }).getByRole('link').click();
  await reaches(page, 'Notice period');
});

test('chosen drafts are submitted at once, each with its outcome, and the list is exported', async () => {
  const page = await newPage();
  await signUp(page);
  const { property } = buildFacts();
  await draftCase(page, 'test', { property: { ...property, line1: '=1+1 Harbor Street' }, attestations: {} });
  await draftCase(page, 'test', { property: { ...property, line1: '2 Harbor Street' }, parties: [] });
  await page.reload();
  const boxes = page.getByRole('checkbox', { name: /^Choose/ });
  await expect.poll(() => boxes.count()).toBe(2);
  await boxes.first().check();
  await page.getByRole('button', { name: 'Choose all 2 drafts shown' }).click();
  for (const box of await boxes.all()) expect(await box.isChecked()).toBe(true);
  await page.getByRole('button', { name: 'Submit 2 drafts' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('recorded as made by Robin Example for Sandbox Holdings LLC').waitFor();
  // What each of them lacks is answered for all of them.
  await dialog.getByText('Without statements so far: 1 of 2.').waitFor();
  for (const group of await dialog.getByRole('radiogroup').all()) await group.getByLabel('Yes').check();
  await dialog.getByLabel('I have checked these cases').check();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Submit 2 cases' }).click();
  await dialog.getByText('1 of 2 submitted.').waitFor();
  await dialog.getByText('Submitted', { exact: true }).waitFor();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await page.getByRole('row').getByText('Notice under review').waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export as CSV' }).click(),
  ]);
  const file = await readFile(await download.path(), 'utf8');
  expect(file.split('\r\n')).toHaveLength(3);
  // A spreadsheet runs no text of it as a formula.
  expect(file).toContain("'=1+1 Harbor Street");
});
