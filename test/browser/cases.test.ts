import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { buildFacts } from '../e2e/support/facts.ts';
import { callAs, createPortfolio, draftCase, reaches, signUp } from './support/customer.ts';
import { expectAccessible, expectUsable } from './support/accessible.ts';
import { picture, sharedWorld } from './support/world.ts';

const { newPage } = await sharedWorld();

test('the list of cases can be searched, filtered, sorted and paged', async () => {
  const page = await newPage();
  await signUp(page, '/cases');
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
  await rows.first().getByText('Sandbox', { exact: true }).waitFor();
  await page.getByText('20 cases shown').waitFor();
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect.poll(() => rows.count()).toBe(22);
  await page.getByText('22 cases', { exact: true }).waitFor();
  await expectUsable(page);

  const search = page.getByRole('searchbox', { name: 'Search' });
  const choose = async (button: string, item: string) => {
    await page.getByRole('button', { name: button, exact: true }).click();
    await page.getByRole(item.endsWith('first') ? 'menuitemradio' : 'menuitem', { name: item }).click();
  };
  await search.fill('way');
  await page.getByRole('button', { name: 'Save view' }).click();
  const naming = page.getByRole('dialog');
  await naming.getByLabel('Name').fill('Sandbox <i>Way</i>');
  await expectAccessible(page);
  await naming.getByRole('button', { name: 'Save view' }).click();
  await search.fill('harbor');
  await expect.poll(() => rows.count()).toBe(1);
  const view = page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Sandbox <i>Way</i>' });
  await view.click();
  await expect.poll(() => search.inputValue()).toBe('way');
  await expect.poll(() => rows.count()).toBe(20);
  await expectUsable(page);
  await page.getByRole('button', { name: 'Remove view Sandbox' }).click();
  await view.waitFor({ state: 'detached' });
  await search.fill('harbor');
  await expect.poll(() => rows.count()).toBe(1);
  // A filter is part of the URL, so it is still there after a reload, and after going back.
  await page.reload();
  await expect.poll(() => rows.count()).toBe(1);
  await rows.getByRole('link').click();
  await page.getByRole('heading', { name: '99 Harbor Street' }).waitFor();
  await page.goBack();
  await expect.poll(() => rows.count()).toBe(1);
  await choose('Filter', 'Status');
  await page.getByRole('menuitemradio', { name: 'Draft', exact: true }).click();
  await page.getByText('No matching cases').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Remove the filter Status' }).click();
  await expect.poll(() => rows.count()).toBe(1);
  await page.getByRole('link', { name: 'Closed', exact: true }).click();
  await page.getByText('No closed cases').waitFor();
  expect(await search.inputValue()).toBe('');
  await search.fill('harbor');
  await page.getByText('No case in “Closed” matches these filters.').waitFor();
  await page.getByRole('link', { name: 'Search all cases' }).click();
  await expect.poll(() => rows.count()).toBe(1);
  await page.getByRole('link', { name: 'All open', exact: true }).click();
  await expect.poll(() => rows.count()).toBe(20);
  expect(await search.inputValue()).toBe('');
  await choose('Newest first', 'Last updated first');
  await rows.first().getByText('99 Harbor Street').waitFor();
  await page.getByRole('link', { name: 'Needs you 21', exact: true }).click();
  await rows.first().getByText('21 Sandbox Way').waitFor();
  await expectUsable(page);

  // Keyboard shortcuts move between the rows, select, search and open.
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await page.getByText('1 selected').waitFor();
  expect(await page.getByRole('checkbox', { name: 'Select 20 Sandbox Way' }).isChecked()).toBe(true);
  await expectUsable(page);
  await page.keyboard.press('/');
  await page.keyboard.type('20 sandbox');
  await expect.poll(() => rows.count()).toBe(1);
  await page.keyboard.press('Tab');
  await page.keyboard.press('k');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: '20 Sandbox Way' }).waitFor();
});

test('the home page shows what needs attention, upcoming deadlines and recent changes, and guides new users through their first steps', async () => {
  const page = await newPage();
  await signUp(page, '/cases');
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
  await createPortfolio(page);
  await page.reload();
  // The steps stay done even after more than eight other cases have changed.
  await steps.getByText('Submit it (done)').waitFor();
  const waiting = page.getByRole('region', { name: 'Needs your attention' });
  await waiting.getByText('Report payment or cure').first().waitFor();
  // A case that needs attention is not listed again among the changes.
  await waiting.getByText('2408 Telegraph Avenue').first().waitFor();
  const changes = page.getByRole('region', { name: 'Recent changes' });
  await changes.getByText('Notice under review').waitFor();
  expect(await changes.getByText('2408 Telegraph Avenue').count()).toBe(0);
  const deadline = page
    .getByRole('region', { name: 'Next 14 days' })
    .getByRole('listitem')
    .filter({ hasText: '12 Sandbox Way' })
    .filter({ hasText: 'End of the notice period' })
    .last()
    .getByRole('link', { name: '12 Sandbox Way' });
  await deadline.waitFor();
  await expectUsable(page);
  await picture(page, 'home');
  await page.goto('/cases');
  await page.getByRole('row').nth(10).waitFor();
  await picture(page, 'cases');
  await page.goBack();
  await steps.getByRole('button', { name: 'Close the first steps' }).click();
  await steps.waitFor({ state: 'hidden' });
  await deadline.click();
  await reaches(page, 'Notice period');
});

test('selected drafts can be submitted together, each with its own outcome, and the list can be exported as CSV', async () => {
  const page = await newPage();
  await signUp(page);
  const { property } = buildFacts();
  await draftCase(page, 'test', { property: { ...property, line1: '=1+1 Harbor Street' }, attestations: {} });
  await draftCase(page, 'test', { property: { ...property, line1: '2 Harbor Street' }, parties: [] });
  await page.goto('/cases');
  const boxes = page.getByRole('checkbox', { name: /^Select (?!all)/ });
  await expect.poll(() => boxes.count()).toBe(2);
  await boxes.first().check();
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  for (const box of await boxes.all()) expect(await box.isChecked()).toBe(true);
  await page.getByRole('button', { name: 'Submit 2 drafts' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('recorded as made by Robin Example for Sandbox Holdings LLC').waitFor();
  // One answer applies to all cases that lack it.
  await dialog.getByText('1 of 2 drafts has no statements yet.').waitFor();
  for (const group of await dialog.getByRole('radiogroup').all()) await group.getByLabel('Yes').check();
  await dialog.getByRole('button', { name: 'Submit 2 cases' }).click();
  await dialog.getByText('Confirm this first.').waitFor();
  await dialog.getByLabel('I have checked these cases').check();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Submit 2 cases' }).click();
  await dialog.getByText('1 of 2 submitted.').waitFor();
  await dialog.getByText('Submitted', { exact: true }).waitFor();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await page.getByRole('row').getByText('Notice under review').waitFor();
  const exported = async (name: string) => {
    const button = page.getByRole('button', { name, exact: true });
    const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
    return readFile(await download.path(), 'utf8');
  };
  const file = await exported('Export as CSV');
  expect(file.split('\r\n')).toHaveLength(3);
  // A spreadsheet must not run a value in the file as a formula.
  expect(file).toContain("'=1+1 Harbor Street");
  // The export contains only the selected cases.
  await page.getByRole('checkbox', { name: 'Select 2 Harbor Street' }).check();
  const one = await exported('Export');
  expect(one.split('\r\n')).toHaveLength(2);
  expect(one).toContain('2 Harbor Street');
});
