import type { Case } from '@evict/client';
import { type CellStyle, writeXlsx } from 'hucre';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { draftCase, readAs, signUp } from './support/customer.ts';
import { expectUsable } from './support/accessible.ts';
import { picture, sharedWorld } from './support/world.ts';

const { newPage } = await sharedWorld();

interface Cases {
  items: Case[];
}

const header = 'Account,Tenant,Street,City,State,Zip,Owner,Rent,Owed';
const row = (account: string, zip: string, tenant = 'Terry Example') =>
  `${account},${tenant},12 Sandbox Way,Testville,ZZ,${zip},Sandbox Holdings LLC,1400,1900`;

async function choose(page: Page, place: number, name: string, lines: readonly string[]): Promise<void> {
  const file = { name, mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) };
  await page.locator('input[type=file]').nth(place).setInputFiles(file);
}

test('a file of cases can be matched with its ledgers, checked against the balances, corrected, and imported only once', async () => {
  const page = await newPage();
  await signUp(page, '/cases');
  await page.getByRole('link', { name: 'Import a spreadsheet' }).click();
  const rows = [row('A-1', '00001'), row('A-2', 'none'), row('A-3', '00001', 'Pat Example and Robin Example')];
  await choose(page, 0, 'cases.csv', [
    `${header},Manager`,
    ...rows.map((one) => `${one},JR`),
    `${row('A-4', '00001')},JR`,
  ]);
  await choose(page, 1, 'ledgers.csv', [
    'Account,Date,Charge,Payment',
    ...['A-1', 'A-2', 'A-3'].map((account) => `${account},5/1/2026,1900,`),
    'A-3,never,1,',
    'B-9,5/1/2026,1900,',
  ]);
  await page.getByText('Not used: Manager').waitFor();
  await page.getByText('Row 5: A-3 · never · 1. “never” is not a date.').waitFor();
  await page.getByText('1 reference matches no case: B-9').waitFor();
  await page.getByText('2 of 4 balances do not match').waitFor();
  const balances = page.getByRole('table', { name: 'Balances that do not match' });
  await balances.getByText('1 line with an amount was left out.').waitFor();
  await balances.getByText('There are no ledger lines with this reference.').waitFor();
  // The first rows of the file are marked, too.
  const first = page.getByRole('table', { name: 'Columns of the cases' });
  await first.getByText('Left out. There are no ledger lines with this reference.').waitFor();
  await first.getByLabel('Zip').and(page.getByLabel('1 to fix')).waitFor();
  const next = (count: string) => page.getByRole('button', { name: `Continue with ${count}`, exact: true });
  // The button leads to the open question.
  await next('2 cases').click();
  await page.getByText('Choose whether these names are one tenant or several.').waitFor();
  const names = page.getByRole('radiogroup', { name: '“Pat Example and Robin Example” (A-3) is:' });
  const several = names.getByRole('radio', { name: '2 tenants: Pat Example · Robin Example' });
  await several.and(page.locator(':focus')).waitFor();
  await several.check();
  const anyway = (account: string) => page.getByLabel(`Import ${account} anyway`);
  await page.getByRole('button', { name: 'A-4 (row 5)' }).click();
  await anyway('A-4').and(page.locator(':focus')).waitFor();
  await anyway('A-3').check();
  const foot = page.getByRole('status').filter({ hasText: '3 of 4 rows.' });
  await foot
    .getByText('There are no ledger lines with this reference. You can fix 1 value in the next step.')
    .waitFor();
  await expectUsable(page);
  await picture(page, 'import');
  await next('3 cases').click();
  await page.getByText('2 new drafts. 1 row to fix.').waitFor();
  const fault = page.getByRole('group', { name: 'Row 3' });
  await fault.getByText('Property, ZIP code: Must be a ZIP code').waitFor();
  await expectUsable(page);
  await fault.getByLabel('ZIP code').fill('00002');
  await page.getByRole('button', { name: 'Check again' }).click();
  await page.getByRole('button', { name: 'Create 3 drafts' }).click();
  await page.getByText('3 drafts created.').waitFor();
  const { items } = await readAs<Cases>(page, '/v1/cases?reference=A-3');
  expect(items[0]?.data.parties).toMatchObject([
    { role: 'plaintiff' },
    { role: 'defendant', name: 'Pat Example' },
    { role: 'defendant', name: 'Robin Example' },
  ]);
  // The answers are still there, and the same rows don't create drafts again.
  await page.getByRole('button', { name: 'Back' }).click();
  await next('3 cases').click();
  await page.getByText('0 new drafts. 2 unchanged. 1 row to fix.').waitFor();
  await page.getByRole('link', { name: 'Cases', exact: true }).first().click();
  await page.getByRole('heading', { name: 'Cases', exact: true }).waitFor();
  await page.getByRole('row').getByText('A-2').waitFor();
  await expect
    .poll(() =>
      page
        .getByRole('row')
        .filter({ has: page.getByRole('link') })
        .count(),
    )
    .toBe(3);
});

test('the template can be imported without questions, choices for other headings are remembered, and a person says which sign or word marks a payment', async () => {
  const page = await newPage();
  await signUp(page, '/cases/import');
  const importAnother = async () => {
    await page.getByRole('link', { name: 'Cases', exact: true }).first().click();
    await page.getByRole('link', { name: 'Import a spreadsheet' }).click();
    await page.getByRole('heading', { name: 'Import cases' }).waitFor();
  };
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Excel' }).click();
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles(await (await download).path());
  await page.getByText('The balance matches').waitFor();
  const next = page.getByRole('button', { name: 'Continue with 1 case' });
  await next.click();
  await page.getByText('1 new draft.').waitFor();

  const foreign = [
    'Konto,Mieter,Street,City,State,Zip,Owner,Rent',
    'K-1,Terry,12 Sandbox Way,Testville,ZZ,00001,O LLC,1',
  ];
  await importAnother();
  await choose(page, 0, 'foreign.csv', foreign);
  await page.getByText('Not used: Konto, Mieter').waitFor();
  await page.getByLabel('Konto').selectOption('Your reference');
  await page.getByLabel('Mieter').selectOption('Tenants');
  await next.click();
  await page.getByText('1 new draft.').waitFor();
  await page.goto('/cases/import');
  await choose(page, 0, 'foreign.csv', foreign);
  await expect.poll(() => page.getByLabel('Mieter').inputValue()).toBe('defendants');

  await choose(page, 0, 'cases.csv', [header, row('T-1', '00001').replace('1900', '500')]);
  await choose(page, 1, 'signed.csv', ['Account,Date,Amount', 'T-1,7/1/2026,"1,200.00"', 'T-1,7/5/2026,(700.00)']);
  await page.getByText('Choose which amounts are payments.').waitFor();
  await next.click();
  await page.getByRole('heading', { name: 'Match the columns' }).waitFor();
  const negative = page.getByRole('radio', { name: 'Negative amounts' });
  expect([await negative.isChecked(), await page.getByRole('radio', { name: 'Positive amounts' }).isChecked()]).toEqual(
    [false, false],
  );
  await page.getByText('The balance would match').waitFor();
  await page.getByText('The balance would not match').waitFor();
  await negative.check();
  await page.getByRole('status').filter({ hasText: 'The balance matches' }).waitFor();
  await page.getByText('Choose which amounts are payments.').waitFor({ state: 'detached' });

  await choose(page, 1, 'words.csv', ['Account,Date,Kind,Amount', 'T-1,7/1/2026,Dr,1200', 'T-1,7/5/2026,Cr,700']);
  await page.getByText('Not used: Kind').waitFor();
  await page.getByLabel('Or choose the column that says which amounts are payments').selectOption('Kind');
  await next.click();
  await page.getByText('The balance would match with “Dr”: charges; “Cr”: payments.').waitFor();
  await page.getByRole('button', { name: 'Use this' }).click();
  await next.click();
  await page.getByRole('button', { name: 'Create 1 draft' }).click();
  await page.getByText('1 draft created.').waitFor();
  const { items } = await readAs<Cases>(page, '/v1/cases?reference=T-1');
  expect(items[0]?.data.ledger).toMatchObject([
    { date: '2026-07-01', type: 'charge', amountCents: 120_000 },
    { date: '2026-07-05', type: 'payment', amountCents: 70_000 },
  ]);
});

/**
 * Creates a workbook like that of a real office, with number formats, titles above the column names, and sheets for other
 * things.
 */
async function workbook(password?: string): Promise<Buffer> {
  const formats = (lines: number, columns: Readonly<Record<number, string>>) =>
    new Map<string, { style: CellStyle }>(
      Array.from({ length: lines }, (_, line) =>
        Object.entries(columns).map(([column, numFmt]) => [`${line},${column}`, { style: { numFmt } }] as const),
      ).flat(),
    );
  const unit = (account: number) =>
    [account, 'Terry Example', '12 Sandbox Way', 'Testville', 'ZZ', 1, 'Sandbox Holdings LLC', 1400, 1900] as const;
  const bytes = await writeXlsx({
    sheets: [
      { name: 'Summary', rows: [['Sandbox Holdings LLC'], ['Units', 2]] },
      {
        name: 'Rent roll',
        rows: [['Rent roll'], [null], header.split(','), [...unit(101)], [...unit(102)]],
        cells: formats(5, { 5: '00000', 7: '$#,##0', 8: '$#,##0.00' }),
      },
      {
        name: 'Ledgers',
        rows: [
          ['Account', 'Date', 'Charge', 'Payment'],
          [101, 46_143, 2800, null],
          [101, 46_146, null, 900],
          [103, 46_143, 1, null],
          [101, 46_147, 1, null],
        ],
        rowDefs: new Map([[4, { hidden: true }]]),
        cells: formats(5, { 1: 'm/d/yyyy', 2: '$#,##0.00' }),
      },
      { name: 'Old', rows: [header.split(','), [...unit(99)]], hidden: true },
    ],
    ...(password !== undefined && { encryption: { password, spinCount: 1000 } }),
  });
  return Buffer.from(bytes);
}

const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

test("cases and ledgers, or the ledger of one case, can be imported from the sheets of a workbook, and choosing an unreadable file doesn't lose any work", async () => {
  const page = await newPage();
  await signUp(page, '/cases/import');
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
  const chooseFile = (place: number, name: string, buffer: Buffer) =>
    page.locator('input[type=file]').nth(place).setInputFiles({ name, mimeType, buffer });
  await choose(page, 0, 'few.csv', [header, row('A-1', '00001')]);
  await page.getByRole('button', { name: 'Continue with 1 case' }).waitFor();
  expect(loaded.filter((path) => path.includes('workbook'))).toEqual([]);
  await chooseFile(0, 'portfolio.xlsx', await workbook());
  await page.getByText('Choose whether to read the hidden rows.').waitFor();
  expect(loaded.filter((path) => path.includes('workbook-worker'))).toHaveLength(1);
  expect(await page.getByLabel('Sheet of cases').locator('option').allTextContents()).toEqual([
    'Summary',
    'Rent roll',
    'Ledgers',
  ]);
  await page.getByText('The rows above the headings are not read: Rent roll.').waitFor();
  await page.getByText('One row is hidden in the file').waitFor();
  await page.getByLabel('Leave it out').check();
  await page.getByText('1 reference matches no case: 103').waitFor();
  for (const [name, bytes, sentence] of [
    ['locked.xlsx', await workbook('secret'), 'needs a password'],
    ['page.xls', Buffer.from('<table></table>'), 'cannot be read'],
    ['ledger.pdf', Buffer.from('%PDF-1.7'), 'Tables are read from CSV, Excel or pasted text.'],
    ['empty.csv', Buffer.from('\n\n'), 'has no rows'],
  ] as const) {
    await chooseFile(0, name, bytes);
    await page.getByText(sentence).first().waitFor();
  }
  await page.getByLabel('Sheet of ledgers').selectOption('None');
  await page.getByText('1 reference matches no case').waitFor({ state: 'detached' });
  await page.getByLabel('Sheet of ledgers').selectOption('Ledgers');
  await page.getByLabel('Leave it out').check();
  await page.getByText('1 of 2 balances do not match').waitFor();
  await page.getByRole('button', { name: 'Continue with 1 case' }).click();
  await page.getByRole('button', { name: 'Create 1 draft' }).click();
  await page.getByText('1 draft created.').waitFor();
  const { items } = await readAs<Cases>(page, '/v1/cases?reference=101');
  expect(items).toMatchObject([
    {
      reference: '101',
      data: {
        property: { zip: '00001' },
        lease: { monthlyRentCents: 140_000 },
        amountOwedCents: 190_000,
        ledger: [
          { date: '2026-05-01', type: 'charge', amountCents: 280_000 },
          { date: '2026-05-04', type: 'payment', amountCents: 90_000 },
        ],
      },
    },
  ]);
  await page.getByRole('button', { name: 'Back' }).click();
  await choose(page, 0, 'many.csv', [header, ...Array.from({ length: 5001 }, (_, at) => `${at}`)]);
  await page.getByText('The file has more than 5,000 rows').waitFor();

  await page.goto(`/cases/${await draftCase(page, 'test', { ledger: [] })}/edit?step=ledger`);
  await page.getByRole('button', { name: 'Paste or import' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('input[type=file]').setInputFiles({ name: 'ledgers.xlsx', mimeType, buffer: await workbook() });
  await expect.poll(() => dialog.getByLabel('Sheet', { exact: true }).inputValue()).toBe('2');
  await dialog.getByLabel('Leave it out').check();
  await dialog.getByLabel('Account').selectOption('Reference of the case');
  await dialog.getByLabel('Which case do these lines belong to?').selectOption('101');
  await dialog.getByLabel('What does the tenant owe').fill('1,800');
  await dialog.getByText('The balance does not match').waitFor();
  const add = dialog.getByRole('button', { name: 'Add 2 lines' });
  await add.click();
  await dialog.getByLabel('Add these lines even though the figures differ').and(page.locator(':focus')).waitFor();
  await dialog.getByRole('status').getByText('The lines add up to $100.00 more than the balance.').waitFor();
  await expectUsable(page);
  await picture(page, 'ledger-import');
  await dialog.getByLabel('What does the tenant owe').fill('1,900');
  await dialog.getByText('The balance matches').waitFor();
  await add.click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByRole('textbox', { name: 'Amount' }).first().waitFor();
});
