import type { Case } from '@evict/client';
import type { StateFacts } from '@evict/contract';
import { factWords } from '@evict/jurisdictions';
import { encryptedPdf } from '@evict/papers/locked-pdf';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { pdf } from '../e2e/support/grounds.ts';
import { draftCase, readAs, signUp } from './support/customer.ts';
import { expectAccessible, expectUsable } from './support/accessible.ts';
import { picture, sharedWorld } from './support/world.ts';

const { newPage } = await sharedWorld();

const hostile = '<img src=x onerror=alert(1)>';
const pasted = [
  'Date\tDescription\tCharge\tPayment',
  '5/1/2026\tRent May\t$1,400.00\t',
  `5/4/2026\t${hostile}\t\t900`,
  '6/1/2026\tRent June\t$1,400.00\t',
].join('\n');

test('a customer can create a nonpayment case step by step, without losing any input', async () => {
  const page = await newPage();
  await signUp(page, '/cases');
  await page.getByRole('link', { name: 'Start from scratch' }).click();
  await page.getByLabel('Street and number').fill('12 Sandbox Way');
  await picture(page, 'new-case');
  await expectUsable(page);
  await page.reload();
  await page.getByText('Your unsaved changes have been restored.').waitFor();
  expect(await page.getByLabel('Street and number').inputValue()).toBe('12 Sandbox Way');
  await page.getByLabel('City').fill('Testville');
  await page.getByLabel('County').fill('Example');
  await page.getByLabel('ZIP code').fill('1');
  await page.getByLabel('Owner of record').fill('Sandbox Holdings LLC');
  await page.getByRole('button', { name: 'Save and continue' }).click();
  await page.getByText('Must be a ZIP code: 12345 or 12345-6789.').waitFor();
  await page.getByLabel('ZIP code').fill('00001');
  await page.getByRole('button', { name: 'Save and continue' }).click();

  await at(page, 'Parties');
  expect(new URL(page.url()).pathname).toMatch(/^\/cases\/case_[^/]+\/edit$/);
  await page.getByRole('group', { name: 'Plaintiff 1' }).getByLabel('Name').fill('Sandbox Holdings LLC');
  await page.getByLabel('A company or another entity').first().check();
  const defendant = page.getByRole('group', { name: 'Defendant 2' }).getByLabel('Name');
  await defendant.fill('x'.repeat(201));
  await page.getByRole('button', { name: 'Save and continue' }).click();
  await hasFocus(defendant);
  expect(await defendant.getAttribute('aria-invalid')).toBe('true');
  await defendant.fill('Terry Example');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save and continue' }).click();
  await at(page, 'Lease');
  await page.getByLabel('First day of the lease').fill('2025-06-01');
  await page.goBack();
  await at(page, 'Parties');
  await page.goForward();
  await at(page, 'Lease');
  expect(await page.getByLabel('First day of the lease').inputValue()).toBe('2025-06-01');
  // What is typed during a save isn't part of that save, and isn't lost.
  const saves = await holdSaves(page);
  await page.getByRole('button', { name: 'Save and continue' }).click();
  await saves.areSent;
  await page.getByLabel('Where rent is paid').fill('1 Office Way');
  saves.release();
  await at(page, 'Ledger');
  await page.reload();
  await page.getByText('Your unsaved changes have been restored.').waitFor();
  await page.getByRole('navigation', { name: 'Steps' }).getByRole('button', { name: 'Lease' }).click();
  await at(page, 'Lease');
  expect(await page.getByLabel('Where rent is paid').inputValue()).toBe('1 Office Way');
  await page.getByRole('button', { name: 'Save and continue' }).click();

  await at(page, 'Ledger');
  await page.getByRole('button', { name: 'Paste or import' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Paste the lines from a spreadsheet here').fill(pasted);
  await dialog.getByText(hostile).last().waitFor();
  await expectAccessible(page);
  await dialog.getByLabel('What does the tenant owe').fill('1,900');
  await dialog.getByText('The balance matches').waitFor();
  await dialog.getByRole('button', { name: 'Add 3 lines' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByLabel('Amount owed').fill('2,000');
  await page.getByText('$100.00 more than the ledger balance.').waitFor();
  await page.getByRole('button', { name: 'Use $1,900.00' }).click();
  expect(await page.getByLabel('Amount owed').inputValue()).toBe('1,900.00');
  await page.getByText('Matches the ledger balance.').waitFor();
  await expectUsable(page);
  await page.getByRole('button', { name: 'Save and continue' }).click();

  await at(page, 'Attestations');
  await page.reload();
  await at(page, 'Attestations');
  for (const statement of ['owns the property', 'had a right to do', 'that the law protects']) {
    await answer(page, statement, 'Yes');
  }
  for (const statement of ['CARES Act', 'subsidized by', 'military service']) await answer(page, statement, 'No');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save and continue' }).click();

  await at(page, 'Evidence');
  const chooser = page.locator('input[type=file]');
  const bytes = pdf('a lease');
  await chooser.setInputFiles({ name: `${hostile}.pdf`, mimeType: 'application/pdf', buffer: Buffer.from(bytes) });
  await page.getByText(`${hostile}.pdf was added`).waitFor();
  await page.getByRole('button', { name: `Open ${hostile}.pdf` }).waitFor();
  await chooser.setInputFiles({ name: 'empty.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(0) });
  await page.getByText('empty.pdf was not added').waitFor();
  const large = { name: 'large.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(10 * 2 ** 20 + 1) };
  await chooser.setInputFiles(large);
  await page.getByText('A file can be at most 10 MB.').waitFor();
  for (const userPassword of ['', 'secret']) {
    const name = userPassword ? 'locked.pdf' : 'restricted.pdf';
    const buffer = await encryptedPdf(userPassword ? { userPassword } : {});
    await chooser.setInputFiles({ name, mimeType: 'application/pdf', buffer });
    await page.getByText(`${name} was ${userPassword ? 'not added' : 'added'}`).waitFor();
  }
  await page.getByText('This PDF needs a password').waitFor();
  await expectAccessible(page);

  // The checks name what is missing, and lead to its field.
  await page.getByRole('button', { name: 'Save and check' }).click();
  const checks = page.getByRole('complementary', { name: 'Checks' });
  await checks.getByText('1 item left').waitFor();
  await page.getByRole('navigation', { name: 'Steps' }).getByRole('button', { name: 'Review and submit' }).click();
  await at(page, 'Review and submit');
  await page.getByRole('region', { name: 'What you attest' }).getByText('No').first().waitFor();
  await page.getByRole('button', { name: 'Submit case' }).click();
  // The error appears beside the button, has the focus, and leads to the field.
  const refused = page.getByRole('alert').filter({ hasText: 'The case was not submitted' });
  await refused.waitFor();
  expect(await page.evaluate('document.activeElement.textContent')).toContain('The case was not submitted');
  await expectUsable(page);
  await refused.getByRole('button', { name: 'Say what the monthly rent is.' }).click();
  await at(page, 'Lease');
  await hasFocus(page.getByLabel('First day of the lease'));
  await page.getByLabel('Monthly rent').fill('1400');
  await page.getByRole('button', { name: 'Save and check' }).click();
  await checks.getByText('Ready to submit').waitFor();
  await page.getByRole('navigation', { name: 'Steps' }).getByRole('button', { name: 'Review and submit' }).click();
  await at(page, 'Review and submit');
  await checks.getByText('Ready to submit').waitFor();
  await page.getByLabel('Notes for the attorney').fill(hostile);
  await page.getByRole('button', { name: 'Submit case' }).click();
  await expect.poll(() => page.getByRole('status').first().textContent()).toBe('Notice under review');
  await page.goBack();
  await page.getByText('This case was submitted, so its facts are locked.').waitFor();
  await expectAccessible(page);
});

test("a ledger of 1,000 lines can be edited, and the page leads to a line that can't be saved", async () => {
  const page = await newPage();
  await signUp(page);
  const ledger = Array.from({ length: 1000 }, (_, index) => ({
    date: '2026-05-01',
    type: 'charge' as const,
    amountCents: 100 + index,
    memo: `Line ${index + 1}`,
  }));
  const id = await draftCase(page, 'test', { ledger, amountOwedCents: 599_500 });
  await page.goto(`/cases/${id}/edit?step=ledger`);
  await page.getByText('Matches the ledger balance.').waitFor();
  await page.getByLabel('Line 3: Amount').fill('much');
  await page.getByRole('button', { name: 'Page 40 of the ledger' }).click();
  await page.getByLabel('Line 1000: Amount').fill('20.99');
  await page.getByText('$8.98 less than the ledger balance.').waitFor();
  await page.getByRole('button', { name: 'Save and continue' }).click();
  await hasFocus(page.getByRole('region', { name: 'Ledger' }));
  await page.getByRole('button', { name: 'Go to line 3' }).click();
  await hasFocus(page.getByLabel('Line 3: Date'));
  await expectAccessible(page);
  await page.getByLabel('Line 3: Amount').fill('1.02');
  await page.getByLabel('Amount owed').fill('6,005.00');
  await page.getByText('Matches the ledger balance.').waitFor();
  await page.getByRole('button', { name: 'Save and continue' }).click();
  await at(page, 'Attestations');
  await page.reload();
  await page.getByRole('navigation', { name: 'Steps' }).getByRole('button', { name: 'Ledger' }).click();
  await page.getByText('Matches the ledger balance.').waitFor();
});

test('a ledger line that may not be rent is marked, and Enter moves to the next line', async () => {
  const page = await newPage();
  await signUp(page);
  const line = (date: string, amountCents: number, memo: string) => ({
    date,
    type: amountCents > 0 ? ('charge' as const) : ('payment' as const),
    amountCents: Math.abs(amountCents),
    memo,
  });
  const ledger = [
    line('2026-09-01', 120_000, 'Rent, September'),
    line('2026-09-04', -100_000, 'Check 1017'),
    line('2026-10-01', 120_000, 'Rent, October'),
    line('2026-10-06', 7500, 'Late fee'),
    line('2026-11-01', 120_000, 'Rent, November'),
  ];
  const id = await draftCase(page, 'test', { ledger, amountOwedCents: 260_000, attestations: {} });
  await page.goto(`/cases/${id}/edit?step=ledger`);
  const grid = page.getByRole('table', { name: 'Ledger' });
  await grid.getByText('Many states allow only rent in the demand; the attorney decides.').waitFor();
  await page.getByText('Line 4 has exactly this amount.').waitFor();
  expect(await page.getByLabel('Line 2: Amount').inputValue()).toBe('−1,000.00');
  await expectUsable(page);
  await picture(page, 'intake');
  await page.getByRole('button', { name: 'Use $2,675.00' }).click();
  await page.getByText('Your changes are not checked yet.').waitFor();
  await page.getByLabel('Line 4: Amount').press('Enter');
  await hasFocus(page.getByLabel('Line 5: Date'));
  await page.keyboard.press('Enter');
  await hasFocus(page.getByLabel('Line 6: Date'));
  await page.getByRole('button', { name: 'Remove line 1' }).click();
  // The mark moves with its line.
  await page.getByLabel('Line 3: Memo').and(page.locator('[aria-describedby]')).waitFor();
  expect(await page.getByLabel('Line 3: Memo').inputValue()).toBe('Late fee');
});

test('a draft that was saved in another tab is overwritten only on request', async () => {
  const page = await newPage();
  await signUp(page);
  const id = await draftCase(page, 'test');
  const other = await page.context().newPage();
  const owner = (tab: Page) => tab.getByLabel('Owner of record');
  const save = (tab: Page) => tab.getByRole('button', { name: 'Save and continue' }).click();
  const recorded = async () => (await readAs<Case>(page, `/v1/cases/${id}`)).data.property;
  for (const tab of [page, other]) {
    await tab.goto(`/cases/${id}/edit`);
    await owner(tab).waitFor();
  }
  await owner(page).fill('First Holdings LLC');
  await save(page);
  await at(page, 'Parties');

  await owner(other).fill('Second Holdings LLC');
  await save(other);
  const changed = other.getByRole('alert').filter({ hasText: 'This draft was changed elsewhere' });
  await changed.waitFor();
  expect(await recorded()).toMatchObject({ ownerOfRecord: 'First Holdings LLC' });
  await expectUsable(other);
  // The question is asked again after a reload, which keeps what was typed.
  await other.reload();
  await other.getByText('Your unsaved changes have been restored.').waitFor();
  await save(other);
  await changed.getByRole('button', { name: 'Overwrite with mine' }).click();
  await expect.poll(recorded).toMatchObject({ ownerOfRecord: 'Second Holdings LLC' });
  await changed.waitFor({ state: 'detached' });

  await page.getByRole('button', { name: 'Back' }).click();
  await at(page, 'Property and ground');
  await owner(page).fill('Third Holdings LLC');
  await save(page);
  await page.getByRole('alert').getByRole('button', { name: 'Load the saved draft' }).click();
  await expect.poll(() => owner(page).inputValue()).toBe('Second Holdings LLC');
  expect(await recorded()).toMatchObject({ ownerOfRecord: 'Second Holdings LLC' });
});

async function hasFocus(field: Locator): Promise<void> {
  await field.and(field.page().locator(':focus')).waitFor();
}

/** Holds back saves of cases until they are released. */
async function holdSaves(page: Page) {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const areSent = page.waitForRequest((request) => request.method() === 'PATCH');
  await page.route('**/v1/cases/*', async (route) => {
    if (route.request().method() === 'PATCH') await released;
    await route.continue();
  });
  return { areSent, release };
}

async function at(page: Page, step: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name: step, exact: true }).waitFor();
}

async function answer(page: Page, statement: string, choice: string): Promise<void> {
  const group = page.getByRole('radiogroup', { name: statement });
  await group.getByRole('radio', { name: choice, exact: true }).check();
}

test('before a live case is submitted, the page shows its facts, who attests to them and the fee, and requires a confirmation', async () => {
  const page = await newPage();
  await signUp(page, '/cases');
  await page.evaluate("sessionStorage.setItem('mode', 'live')");
  const id = await draftCase(page, 'live');
  await page.goto(`/cases/${id}`);
  await page.getByRole('link', { name: 'Review and submit' }).click();
  await at(page, 'Review and submit');
  await page.getByText('Platform fee: $149.00').waitFor();
  await page.getByText('$149.00 when you submit').waitFor();
  await page.getByText('Your answers are recorded as stated by Robin Example for Sandbox Holdings LLC').waitFor();
  await page.getByRole('region', { name: 'What you submit' }).getByText('Terry Example').waitFor();
  await page.getByRole('button', { name: 'Submit case' }).click();
  await hasFocus(page.getByLabel('I have checked this summary'));
  await expectUsable(page);
  await picture(page, 'submit');
  await page.getByLabel('I have checked this summary').check();
  await page.getByRole('button', { name: 'Submit case' }).click();
  await page.waitForURL(`**/cases/${id}`);
  await page.getByRole('region', { name: 'Charges' }).getByText('$149.00').waitFor();
});

test("facts about a state are shown on a public page, and beside the form only if they apply to the case's ground", async () => {
  const page = await newPage();
  await page.goto('/states');
  await page.getByRole('heading', { name: 'Facts by state', level: 1 }).waitFor();
  await expectUsable(page);
  await page.getByRole('link', { name: 'Vermont' }).click();
  await page.getByRole('heading', { name: 'Vermont', level: 1 }).waitFor();
  await page.getByText('General information, not legal advice.').waitFor();
  await expectUsable(page);

  await signUp(page);
  await page.evaluate("sessionStorage.setItem('mode', 'live')");
  const property = {
    line1: '1 Main Street',
    city: 'Barre',
    state: 'VT',
    zip: '05641',
    ownerOfRecord: 'Sandbox Holdings LLC',
  };
  const id = await draftCase(page, 'live', { property });
  await page.goto(`/cases/${id}/edit`);
  const panel = page.getByRole('region', { name: 'Facts about Vermont' });
  await panel.getByText('General information, not legal advice.').waitFor();
  const { facts } = await readAs<StateFacts>(page, '/v1/states/VT');
  for (const fold of await panel.getByText(/older facts?$|^What this list does not cover/).all()) await fold.click();
  const ofGround = facts.filter(({ ground }) => ground === null || ground === 'nonpayment');
  expect(await panel.getByRole('listitem').count()).toBe(ofGround.length);
  for (const fact of ofGround) await panel.getByText(factWords(fact)).first().waitFor();
  await expectUsable(page);
  await page.getByRole('combobox', { name: /^State\b/ }).selectOption('WI');
  await page.getByRole('region', { name: 'Facts about Wisconsin' }).waitFor();
});
