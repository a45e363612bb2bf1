import { readFile } from 'node:fs/promises';
import type { Case } from '@evict/client';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { buildFacts } from '../e2e/support/facts.ts';
import { pdf } from '../e2e/support/grounds.ts';
import { callAs, choose, createPortfolio, draftCase, reaches, readAs, signUp } from './support/customer.ts';
import { expectAccessible, expectUsable } from './support/accessible.ts';
import { picture, sharedWorld } from './support/world.ts';

const { newPage } = await sharedWorld();

const ledger = [
  'Date,Description,Charge,Payment,Balance',
  '05/01/2026,Rent May,"1,400.00",,"1,400.00"',
  '05/04/2026,Check 1017,,900.00,500.00',
  'Total,,"1,400.00",900.00,500.00',
].join('\n');

interface File {
  name: string;
  type: string;
  buffer: Buffer;
}

/** Drops files on the page, as if from another program. */
async function drop(page: Page, files: readonly File[], area = 'Drop files here, or choose them'): Promise<void> {
  const sent = files.map(({ buffer, ...file }) => ({ ...file, base64: buffer.toString('base64') }));
  const transfer = await page.evaluateHandle(`(() => {
    const data = new DataTransfer();
    for (const { name, type, base64 } of ${JSON.stringify(sent)})
      data.items.add(new File([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], name, { type }));
    return data;
  })()`);
  await page.getByText(area).dispatchEvent('drop', { dataTransfer: transfer });
}

const rowOf = (page: Page, name: string) =>
  page.getByRole('table', { name: 'Files' }).getByRole('row').filter({ hasText: name });

test('the home page guides new users through their first steps and shows what needs attention, upcoming deadlines and recent changes, and the pages hardly shift while they load', async () => {
  const page = await newPage({});
  await page.addInitScript({ content: addUp });
  const heading = (name: string) => page.getByRole('heading', { name, exact: true }).waitFor();
  await expectStill(page, '/sign-in', () => heading('Sign in'));
  await signUp(page, '/cases');
  await page.getByText('Create your first case').waitFor();
  await page.getByRole('link', { name: 'Home' }).click();
  const steps = page.getByRole('region', { name: 'First steps' });
  await steps.getByRole('button', { name: 'Create a sample case' }).click();
  await reaches(page, 'Draft');
  await choose(page, 'Check case');
  await page.getByText('All checks passed.').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Submit case' }).click();
  await reaches(page, 'Notice under review');

  await createPortfolio(page);
  await expectStill(page, '/home', () => page.getByText('Recent changes').waitFor());
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
    .filter({ hasText: 'End of the notice period' })
    .getByRole('link', { name: '2408 Telegraph Avenue' });
  await deadline.waitFor();
  await expectUsable(page);
  await picture(page, 'home');
  await steps.getByRole('button', { name: 'Close the first steps' }).click();
  await steps.waitFor({ state: 'hidden' });
  await deadline.click();
  await reaches(page, 'Notice period');

  await expectStill(page, '/cases', () => page.getByRole('row').nth(10).waitFor());
  await picture(page, 'cases');
  await page.getByRole('link', { name: '2408 Telegraph Avenue' }).click();
  await reaches(page, 'Notice period');
  await expectStill(page, new URL(page.url()).pathname, () => reaches(page, 'Notice period'));
  await expectStill(page, '/cases/new', () => page.getByRole('navigation', { name: 'Steps' }).waitFor());
});

test('the list of cases can be searched, filtered, sorted, paged and exported as CSV, and selected drafts can be submitted together, each with its own outcome', async () => {
  const page = await newPage();
  await signUp(page);
  const { property } = buildFacts();
  const at = (line1: string) => ({ property: { ...property, line1 } });
  for (let number = 1; number <= 19; number += 1) await draftCase(page, 'test', at(`${number} Sandbox Way`));
  await draftCase(page, 'test', { ...at('=1+1 Harbor Street'), attestations: {} });
  await draftCase(page, 'test', { ...at('2 Harbor Street'), parties: [] });
  await page.goto('/cases');
  const rows = page.locator('[data-row]');
  await expect.poll(() => rows.count()).toBe(20);
  await page.getByText('20 cases shown').waitFor();
  await page.getByRole('button', { name: 'Show more' }).click();
  await page.getByText('21 cases', { exact: true }).waitFor();
  expect(await rows.count()).toBe(21);

  const search = page.getByRole('searchbox', { name: 'Search' });
  const pick = async (button: string, item: string) => {
    await page.getByRole('button', { name: button, exact: true }).click();
    await page.getByRole(item.endsWith('first') ? 'menuitemradio' : 'menuitem', { name: item }).click();
  };
  await search.fill('way');
  await page.getByRole('button', { name: 'Save view' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Sandbox <i>Way</i>');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save view' }).click();
  await search.fill('harbor');
  await expect.poll(() => rows.count()).toBe(2);
  const view = page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Sandbox <i>Way</i>' });
  await view.click();
  await expect.poll(() => rows.count()).toBe(19);
  expect(await search.inputValue()).toBe('way');
  await page.getByRole('button', { name: 'Remove view Sandbox' }).click();
  await view.waitFor({ state: 'detached' });
  await search.fill('harbor');
  await expect.poll(() => rows.count()).toBe(2);

  // Of two selected drafts, one can be submitted. One answer applies to all cases that lack it.
  await page.getByRole('checkbox', { name: 'Select 2 Harbor Street' }).check();
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  await page.getByRole('button', { name: 'Submit 2 drafts' }).click();
  await dialog.getByText('recorded as made by Robin Example for Sandbox Holdings LLC').waitFor();
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

  // A filter is part of the URL, so it is still there after a reload, and after going back.
  await page.reload();
  await expect.poll(() => rows.count()).toBe(2);
  await page.getByRole('link', { name: /^2 Harbor Street/ }).click();
  await page.getByRole('heading', { name: '2 Harbor Street' }).waitFor();
  await page.goBack();
  await expect.poll(() => rows.count()).toBe(2);
  await pick('Filter', 'Status');
  await page.getByRole('menuitemradio', { name: 'Hearing scheduled', exact: true }).click();
  await page.getByText('No matching cases').waitFor();
  await page.getByRole('button', { name: 'Remove the filter Status' }).click();
  await expect.poll(() => rows.count()).toBe(2);
  await page.getByRole('link', { name: 'Closed', exact: true }).click();
  await page.getByText('No closed cases').waitFor();
  expect(await search.inputValue()).toBe('');
  await search.fill('harbor');
  await page.getByText('No case in “Closed” matches these filters.').waitFor();
  await page.getByRole('link', { name: 'Search all cases' }).click();
  await expect.poll(() => rows.count()).toBe(2);
  await page.getByRole('link', { name: 'All open', exact: true }).click();
  await expect.poll(() => rows.count()).toBe(20);
  expect(await search.inputValue()).toBe('');
  await pick('Newest first', 'Last updated first');
  await rows.first().getByText('=1+1 Harbor Street').waitFor();
  await page.getByRole('link', { name: 'Needs you 20', exact: true }).click();
  await rows.first().getByText('2 Harbor Street').waitFor();

  // Keyboard shortcuts move between the rows, select, search and open.
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await page.getByText('1 selected').waitFor();
  expect(await page.getByRole('checkbox', { name: 'Select 19 Sandbox Way' }).isChecked()).toBe(true);
  await expectUsable(page);
  await page.keyboard.press('/');
  await page.keyboard.type('19 sandbox');
  await expect.poll(() => rows.count()).toBe(1);
  await page.keyboard.press('Tab');
  await page.keyboard.press('k');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: '19 Sandbox Way' }).waitFor();
});

test('files can be added to the inbox, start a case, become evidence or ledger lines of a draft even if many files are newer, and be removed', async () => {
  const page = await newPage();
  await signUp(page, '/cases');
  await page.getByRole('link', { name: 'Files' }).click();
  await page.getByText('No files yet').waitFor();
  await page.getByRole('button', { name: 'Add files' }).click();
  await page.getByLabel('Note (optional)').fill('Unit 3B');
  await drop(page, [
    { name: 'lease.pdf', type: 'application/pdf', buffer: pdf('Lease') },
    { name: 'scan.pdf', type: 'application/pdf', buffer: pdf('Scan') },
  ]);
  await page.getByText('scan.pdf was added').waitFor();
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'ledger.csv', mimeType: 'text/csv', buffer: Buffer.from(ledger) });
  await page.getByText('ledger.csv was added').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Done' }).click();
  await rowOf(page, 'lease.pdf').getByText('Unit 3B').waitFor();
  await picture(page, 'inbox');
  await rowOf(page, 'scan.pdf').getByRole('button', { name: 'Open scan.pdf' }).click();
  await page.getByText('This document matches the record.').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('status').getByText('Select files to start a case, or add one to a draft.').waitFor();
  await rowOf(page, 'lease.pdf').getByRole('checkbox').check();
  await rowOf(page, 'scan.pdf').getByRole('checkbox').check();
  await expectUsable(page);
  await page.getByRole('link', { name: 'Start a case with 2 files' }).click();
  await page.getByText('become evidence of').waitFor();
  for (const [label, text] of [
    ['Street and number', '12 Sandbox Way'],
    ['City', 'Testville'],
    ['ZIP code', '00001'],
    ['Owner of record', 'Sandbox Holdings LLC'],
  ] as const)
    await page.getByLabel(label, { exact: false }).first().fill(text);
  await page.getByRole('button', { name: 'Save and continue' }).click();
  await page.waitForURL(/\/cases\/case_.*\/edit/);
  const id = /case_[0-9a-f-]+/.exec(page.url())?.[0] ?? '';
  const { documents } = await readAs<Case>(page, `/v1/cases/${id}`);
  expect(documents.map(({ filename }) => filename).toSorted()).toEqual(['lease.pdf', 'scan.pdf']);

  // With these, the ledger is older than the files that fit on a page.
  const contentBase64 = Buffer.from(ledger).toString('base64');
  for (let number = 1; number <= 20; number += 1)
    await callAs(page, 'test', '/v1/intake/files', { filename: `${number}.csv`, contentBase64 });
  await page.goto(`/cases/${id}/edit?step=ledger`);
  await page.getByRole('button', { name: 'Paste or import' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import a ledger' });
  await dialog.getByLabel('Or choose one of your files').selectOption('ledger.csv');
  await dialog.getByText('The balance matches').waitFor();
  await dialog.getByText('1 line is a title, balance or total').waitFor();
  await dialog.getByRole('button', { name: 'Add 2 lines' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Save and continue' }).click();
  await page.getByRole('heading', { name: 'Attestations' }).waitFor();

  const other = await draftCase(page, 'test', {
    ledger: [],
    property: { ...buildFacts().property, line1: '1 Other Way' },
  });
  await page.getByRole('link', { name: 'Files' }).click();
  await rowOf(page, '20.csv').waitFor();
  expect(await rowOf(page, 'lease.pdf').count()).toBe(0);
  await page.getByRole('button', { name: 'Add to a case the lines of 20.csv' }).click();
  const draft = page.getByRole('dialog').getByRole('link', { name: '1 Other Way' });
  await draft.waitFor();
  await expectAccessible(page);
  await draft.click();
  await dialog.getByText('The balance matches').waitFor();
  await dialog.getByRole('button', { name: 'Add 2 lines' }).click();
  await dialog.waitFor({ state: 'hidden' });
  // A reload doesn't read the file again.
  await expect.poll(() => new URL(page.url()).search).toBe('?step=ledger');
  await page.getByRole('button', { name: 'Save and continue' }).click();
  await page.getByRole('heading', { name: 'Attestations' }).waitFor();
  for (const one of [id, other]) {
    expect((await readAs<Case>(page, `/v1/cases/${one}`)).data.ledger).toEqual([
      { date: '2026-05-01', type: 'charge', amountCents: 140_000, memo: 'Rent May' },
      { date: '2026-05-04', type: 'payment', amountCents: 90_000, memo: 'Check 1017' },
    ]);
  }

  // Files can be dropped on the page, too.
  await page.getByRole('link', { name: 'Files' }).click();
  const lease = { name: 'lease.pdf', type: 'application/pdf', buffer: pdf('Lease') };
  await drop(page, [lease], 'Drop leases, ledgers, and notices here');
  await page.getByText('Not added yet: lease.pdf').waitFor();
  await page.getByRole('button', { name: 'Add 1 file' }).click();
  await page.getByText('lease.pdf was added').waitFor();
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Add to a case lease.pdf' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '1 Other Way' }).click();
  await page.getByRole('heading', { level: 1, name: 'Evidence', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Open lease.pdf' }).waitFor();
  expect((await readAs<Case>(page, `/v1/cases/${other}`)).documents).toMatchObject([{ filename: 'lease.pdf' }]);

  await page.getByRole('link', { name: 'Files' }).click();
  await rowOf(page, 'lease.pdf').waitFor({ state: 'detached' });
  const question = page.getByRole('dialog', { name: 'Remove this file?' });
  await page.getByRole('button', { name: 'Remove 19.csv' }).click();
  await question.getByRole('button', { name: 'Remove' }).click();
  await rowOf(page, '19.csv').waitFor({ state: 'detached' });
  await rowOf(page, '18.csv').getByRole('checkbox').check();
  await page.getByRole('status').getByText('1 selected. A spreadsheet cannot start a case').waitFor();
  await page.getByRole('button', { name: 'Remove 1 file' }).click();
  await question.getByRole('button', { name: 'Remove' }).click();
  await rowOf(page, '18.csv').waitFor({ state: 'detached' });
});

/**
 * Runs in the page, and adds up the layout shifts of one visit the way Web Vitals does, without those caused by input.
 */
const addUp = `window.shifted = 0;
new PerformanceObserver((list) => {
  for (const { hadRecentInput, value } of list.getEntries()) if (!hadRecentInput) window.shifted += value;
}).observe({ type: 'layout-shift', buffered: true });`;

/** Opens the page at this path, and expects that it hardly shifts until it is ready and has read everything. */
async function expectStill(page: Page, path: string, ready: () => Promise<unknown>): Promise<void> {
  await page.goto(path);
  await ready();
  await page.waitForLoadState('networkidle');
  expect(await page.evaluate<number>('window.shifted'), path).toBeLessThan(0.05);
}
