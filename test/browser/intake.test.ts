import type { Case } from '@evict/client';
import type { StateFacts } from '@evict/contract';
import { factWords } from '@evict/jurisdictions';
import { encryptedPdf } from '@evict/papers/locked-pdf';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { pdf } from '../e2e/support/grounds.ts';
import { choose, draftCase, hold, readAs, signIn, signUp } from './support/customer.ts';
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
  const saves = await hold(page, '**/v1/cases/*', 'PATCH');
  const areSent = page.waitForRequest((request) => request.method() === 'PATCH');
  await page.getByRole('button', { name: 'Save and continue' }).click();
  await areSent;
  await page.getByLabel('Where rent is paid').fill('1 Office Way');
  saves.release();
  await at(page, 'Ledger');
  await page.reload();
  await at(page, 'Ledger');
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
  await dialog.getByLabel('What does the tenant owe').fill('1,900');
  await dialog.getByText('The balance matches').waitFor();
  await dialog.getByRole('button', { name: 'Add 3 lines' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByLabel('Amount owed').fill('2,000');
  await page.getByText('$100.00 more than the ledger balance.').waitFor();
  await page.getByRole('button', { name: 'Use $1,900.00' }).click();
  expect(await page.getByLabel('Amount owed').inputValue()).toBe('1,900.00');
  await page.getByText('Matches the ledger balance.').waitFor();
  await page.getByRole('button', { name: 'Save and continue' }).click();

  await at(page, 'Attestations');
  for (const statement of ['owns the property', 'had a right to do', 'that the law protects']) {
    await answer(page, statement, 'Yes');
  }
  for (const statement of ['CARES Act', 'subsidized by', 'military service']) await answer(page, statement, 'No');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save and continue' }).click();

  await at(page, 'Evidence');
  const chooser = page.locator('input[type=file]');
  const send = (name: string, content: string | Uint8Array) =>
    chooser.setInputFiles({ name, mimeType: 'application/pdf', buffer: Buffer.from(content) });
  for (const [name, content, reason] of [
    ['photo.heic', 'ftypheic', 'Courts do not take HEIC photos.'],
    ['lease.docx', 'PK', 'Courts do not take word processor files.'],
    ['empty.pdf', '', 'This file is empty.'],
    ['locked.pdf', await encryptedPdf({ userPassword: 'secret' }), 'This PDF needs a password'],
  ] as const) {
    await send(name, content);
    await page.getByText(`${name} was not added`).waitFor();
    await page.getByText(reason).waitFor();
  }
  // The program that runs this test is larger than 10 MB.
  await chooser.setInputFiles(process.execPath);
  await page.getByText('A file can be at most 10 MB.').waitFor();
  await send('restricted.pdf', await encryptedPdf({}));
  await page.getByText('restricted.pdf was added').waitFor();
  await page.getByLabel('What the files are').selectOption('Correspondence');
  await send(`${hostile}.pdf`, pdf('a letter'));
  await page.getByText(`${hostile}.pdf was added`).waitFor();
  await page.getByRole('button', { name: `Open ${hostile}.pdf` }).waitFor();
  await expectUsable(page);
  await page.getByRole('button', { name: 'Remove restricted.pdf' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove file' }).click();
  await page.getByRole('button', { name: 'Open restricted.pdf' }).waitFor({ state: 'detached' });

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
  await expectAccessible(page);
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
});

test("in the ledger, a line that may not be rent is marked, Enter moves to the next line, 1,000 lines can be edited, and the page leads to a line that can't be saved", async () => {
  const page = await newPage();
  await signUp(page);
  const line = (date: string, amountCents: number, memo: string) => ({
    date,
    type: amountCents > 0 ? ('charge' as const) : ('payment' as const),
    amountCents: Math.abs(amountCents),
    memo,
  });
  const few = [
    line('2026-09-01', 120_000, 'Rent, September'),
    line('2026-09-04', -100_000, 'Check 1017'),
    line('2026-10-01', 120_000, 'Rent, October'),
    line('2026-10-06', 7500, 'Late fee'),
    line('2026-11-01', 120_000, 'Rent, November'),
  ];
  const marked = await draftCase(page, 'test', { ledger: few, amountOwedCents: 260_000, attestations: {} });
  await page.goto(`/cases/${marked}/edit?step=ledger`);
  const grid = page.getByRole('table', { name: 'Ledger' });
  const mark = grid.getByText('Many states allow only rent in the demand; the attorney decides.');
  await mark.waitFor();
  await page.getByText('Line 4 has exactly this amount.').waitFor();
  expect(await page.getByLabel('Line 2: Amount').inputValue()).toBe('−1,000.00');
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

  const many = Array.from({ length: 1000 }, (_, index) =>
    line('2026-05-01', 100 + index, index === 1 ? 'Late fee' : 'Rent'),
  );
  const long = await draftCase(page, 'test', { ledger: many, amountOwedCents: 599_500 });
  await page.goto(`/cases/${long}/edit?step=ledger`);
  await page.getByText('Matches the ledger balance.').waitFor();
  await page.getByLabel('Line 3: Amount').fill('much');
  await page.getByRole('button', { name: 'Page 40 of the ledger' }).click();
  await page.getByLabel('Line 1000: Amount').fill('20.99');
  await page.getByText('$8.98 less than the ledger balance.').waitFor();
  await page.getByRole('button', { name: 'Save and continue' }).click();
  await hasFocus(page.getByRole('region', { name: 'Ledger' }));
  await page.getByRole('button', { name: 'Go to line 3' }).click();
  await hasFocus(page.getByLabel('Line 3: Date'));
  await mark.waitFor();
  await expectUsable(page);
  await page.getByRole('button', { name: 'Paste or import' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Paste the lines from a spreadsheet here').fill('Date\tCharge\n5/1/2026\t1');
  await dialog.getByText('A ledger has at most 1,000 lines.').waitFor();
  await dialog.getByRole('button', { name: 'Add 1 line' }).click();
  await dialog.getByText('The ledger has no room for all of these lines. Leave some out.').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByLabel('Line 3: Amount').fill('1.02');
  await page.getByLabel('Amount owed').fill('6,005.00');
  await page.getByText('Matches the ledger balance.').waitFor();
  await page.getByRole('button', { name: 'Save and continue' }).click();
  await at(page, 'Attestations');
  const { ledger } = (await readAs<Case>(page, `/v1/cases/${long}`)).data;
  expect([ledger?.length, ledger?.[2]?.amountCents, ledger?.[999]?.amountCents]).toEqual([1000, 102, 2099]);
});

test('a live draft is overwritten from another tab only on request, can be duplicated and deleted, and is submitted after a summary with the fee is confirmed', async () => {
  const page = await newPage();
  await signUp(page);
  const id = await draftCase(page, 'live');
  // A link to a live draft switches the tab to live mode.
  const other = await page.context().newPage();
  const zip = (tab: Page) => tab.getByLabel('ZIP code');
  const save = (tab: Page) => tab.getByRole('button', { name: 'Save and continue' }).click();
  const recorded = async () => (await readAs<Case>(page, `/v1/cases/${id}`, 'live')).data.property;
  for (const tab of [page, other]) {
    await tab.goto(`/cases/${id}/edit`);
    // Only the first tab says that it is now in live mode; the other one begins in it.
    if (tab === page) await tab.getByText('this tab is now in live mode').waitFor();
    await zip(tab).waitFor();
  }
  await zip(page).fill('20851');
  await save(page);
  await at(page, 'Parties');
  await zip(other).fill('20852');
  await save(other);
  const changed = other.getByRole('alert').filter({ hasText: 'This draft was changed elsewhere' });
  await changed.waitFor();
  expect(await recorded()).toMatchObject({ zip: '20851' });
  // The question is asked again after a reload, which keeps what was typed.
  await other.reload();
  await other.getByText('Your unsaved changes have been restored.').waitFor();
  await save(other);
  await changed.waitFor();
  await other.getByRole('region', { name: 'Facts about Maryland' }).waitFor();
  await expectUsable(other);
  await changed.getByRole('button', { name: 'Overwrite with mine' }).click();
  await expect.poll(recorded).toMatchObject({ zip: '20852' });
  await changed.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Back' }).click();
  await at(page, 'Property and ground');
  await zip(page).fill('20853');
  await save(page);
  await page.getByRole('alert').getByRole('button', { name: 'Load the saved draft' }).click();
  await expect.poll(() => zip(page).inputValue()).toBe('20852');
  expect(await recorded()).toMatchObject({ zip: '20852' });

  // The link back to the list keeps its filters.
  await page.goto('/cases?state=draft');
  const rows = page.getByRole('row').filter({ has: page.getByRole('link') });
  await rows.getByRole('link').click();
  await page.getByRole('button', { name: 'Add your reference' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reference').fill('UNIT-4B');
  await dialog.getByRole('button', { name: 'Set your reference' }).click();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Change your reference' }).waitFor();
  await page.keyboard.press('Escape');
  await expectUsable(page);
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Cases' }).click();
  await page.waitForURL('**/cases?state=draft');
  await rows.filter({ hasText: 'UNIT-4B' }).getByRole('link').click();
  await choose(page, 'Duplicate', 'More actions');
  await page.waitForURL((url) => url.pathname.endsWith('/edit') && !url.pathname.includes(id));
  expect(await page.getByLabel('Street and number').inputValue()).toBe('12 Sandbox Way');
  await page.getByRole('link', { name: 'Close' }).click();
  await choose(page, 'Delete draft');
  await dialog.getByRole('button', { name: 'Delete draft' }).click();
  await page.waitForURL('**/cases');
  await expect.poll(() => rows.count()).toBe(1);

  await rows.getByRole('link').click();
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
  const person = await signUp(page);
  const property = {
    line1: '1 Main Street',
    city: 'Barre',
    state: 'VT',
    zip: '05641',
    ownerOfRecord: 'Sandbox Holdings LLC',
  };
  const id = await draftCase(page, 'live', { property });
  await page.context().clearCookies();
  await page.goto('/states');
  await page.getByRole('heading', { name: 'Facts by state', level: 1 }).waitFor();
  await expectUsable(page);
  await page.getByRole('link', { name: 'Vermont' }).click();
  await page.getByRole('heading', { name: 'Vermont', level: 1 }).waitFor();
  await page.getByText('General information, not legal advice.').waitFor();
  await expectUsable(page);

  // Signing in from a form leads back to the form, which has a field for an email, too.
  await page.goto('/contact');
  await page.getByRole('link', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { name: 'Sign in', exact: true }).waitFor();
  await signIn(page, person);
  await page.waitForURL('**/contact');

  await page.goto(`/cases/${id}/edit`);
  const panel = page.getByRole('region', { name: 'Facts about Vermont' });
  await panel.getByText('General information, not legal advice.').waitFor();
  const { facts } = await readAs<StateFacts>(page, '/v1/states/VT');
  for (const fold of await panel.getByText(/older facts?$|^What this list does not cover/).all()) await fold.click();
  const ofGround = facts.filter(({ ground }) => ground === null || ground === 'nonpayment');
  expect(await panel.getByRole('listitem').count()).toBe(ofGround.length);
  const shown = await panel.getByRole('listitem').allTextContents();
  for (const fact of ofGround) expect(shown.join('\n')).toContain(factWords(fact));
  await page.getByRole('combobox', { name: /^State\b/ }).selectOption('WI');
  await page.getByRole('region', { name: 'Facts about Wisconsin' }).waitFor();
});

async function hasFocus(field: Locator): Promise<void> {
  await field.and(field.page().locator(':focus')).waitFor();
}

async function at(page: Page, step: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name: step, exact: true }).waitFor();
}

async function answer(page: Page, statement: string, choice: string): Promise<void> {
  const group = page.getByRole('radiogroup', { name: statement });
  await group.getByRole('radio', { name: choice, exact: true }).check();
}
