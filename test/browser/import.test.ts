import { type CellStyle, writeXlsx } from 'hucre';
import { expect, test } from 'vitest';
import { draftCase, signUp } from './support/customer.ts';
import { expectUsable, picture, startWorld } from './support/world.ts';

const { newPage } = await startWorld();

const header = 'Account,Tenant,Street,City,State,Zip,Owner,Rent,Owed';
const row = (account: string, zip: string) =>
  `${account},Terry Example,12 Sandbox Way,Testville,ZZ,${zip},Sandbox Holdings LLC,1400,1900`;

test('a file of cases is matched, repaired on one page and imported, and a second import doubles nothing', async () => {
  const page = await newPage();
  await signUp(page);
  await page.getByRole('link', { name: 'Import' }).click();
  const choose = (place: number, name: string, lines: string[]) =>
    page
      .locator('input[type=file]')
      .nth(place)
      .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) });
  await choose(0, 'cases.csv', [header, row('A-1', '00001'), row('A-2', 'none'), row('A-3', '00001')]);
  await choose(1, 'ledgers.csv', ['Account,Date,Charge,Payment', 'A-1,5/1/2026,1900,', 'A-1,never,1,']);
  await page.getByText('Parts of the ledgers are left out').waitFor();
  await page.getByLabel('Owed').selectOption('Amount owed');
  await page.getByRole('button', { name: 'Check 3 rows' }).click();
  await page.getByText('2 drafts to be made').waitFor();
  const fault = page.getByRole('group', { name: 'Row 2' });
  await fault.getByText('Property, ZIP code: Must be a ZIP code').waitFor();
  await expectUsable(page);
  await picture(page, 'import');
  await fault.getByLabel('ZIP code').fill('00002');
  await page.getByRole('button', { name: 'Import 3 rows' }).click();
  await page.getByText('3 drafts made').waitFor();
  await page.getByRole('button', { name: 'Import 3 rows' }).click();
  await page.getByText('0 drafts made, 0 changed, 3 as they were').waitFor();
  await page.getByRole('link', { name: 'Go to the cases' }).click();
  await expect
    .poll(() =>
      page
        .getByRole('row')
        .filter({ has: page.getByRole('link') })
        .count(),
    )
    .toBe(3);
  await page.getByRole('row').getByText('A-2').waitFor();
});

/** A workbook as an office has it: numbers in formats, titles above the names, sheets for other things. */
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
        ],
        cells: formats(4, { 1: 'm/d/yyyy', 2: '$#,##0.00' }),
      },
      { name: 'Old', rows: [header.split(','), [...unit(99)]], hidden: true },
    ],
    ...(password !== undefined && { encryption: { password, spinCount: 1000 } }),
  });
  return Buffer.from(bytes);
}

const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

test('a workbook has its cases and their ledgers in sheets; one that cannot be read takes nothing away', async () => {
  const page = await newPage();
  await signUp(page);
  await page.goto('/cases/import');
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
  const choose = (place: number, name: string, buffer: Buffer) =>
    page.locator('input[type=file]').nth(place).setInputFiles({ name, mimeType, buffer });
  await choose(0, 'few.csv', Buffer.from([header, row('A-1', '00001')].join('\n')));
  await page.getByRole('button', { name: 'Check 1 rows' }).waitFor();
  expect(loaded.filter((path) => path.includes('workbook'))).toEqual([]);
  await choose(0, 'portfolio.xlsx', await workbook());
  await page.getByRole('button', { name: 'Check 2 rows' }).waitFor();
  expect(loaded.filter((path) => path.includes('workbook'))).toHaveLength(1);
  expect(await page.getByLabel('Sheet of cases').locator('option').allTextContents()).toEqual([
    'Summary',
    'Rent roll',
    'Ledgers',
  ]);
  await page.getByText('2 rows, without 1 line above the names').waitFor();
  await page.getByText('1 reference in no row of cases: 103').waitFor();
  await expectUsable(page);
  for (const [name, bytes, sentence] of [
    ['locked.xlsx', await workbook('secret'), 'needs a password'],
    ['old.xls', Buffer.from('d0cf11e0a1b11ae1'.padEnd(4096, '0'), 'hex'), 'has the old format'],
    ['page.xls', Buffer.from('<table></table>'), 'cannot be read'],
    ['empty.csv', Buffer.from('\n\n'), 'has no rows'],
  ] as const) {
    await choose(0, name, bytes);
    await page.getByText(sentence).waitFor();
  }
  await page.getByLabel('Sheet of ledgers').selectOption('None');
  await page.getByText('1 reference in no row of cases').waitFor({ state: 'detached' });
  await page.getByLabel('Sheet of ledgers').selectOption('Ledgers');
  await page.getByRole('button', { name: 'Import 2 rows' }).click();
  await page.getByText('2 drafts made').waitFor();
  const { items } = await (await page.request.get('/app/api/v1/cases?reference=101')).json();
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
  const rows = [header.split(','), ...Array.from({ length: 5001 }, (_, at) => [at])];
  await choose(0, 'many.xlsx', Buffer.from(await writeXlsx({ sheets: [{ name: 'All', rows }] })));
  await page.getByText('The file has more than 5,000 rows').waitFor();
});

test('the ledger of one case is read from a sheet of a workbook', async () => {
  const page = await newPage();
  await signUp(page);
  await page.goto(`/cases/${await draftCase(page, 'test', { ledger: [] })}/edit?step=ledger`);
  await page.getByRole('button', { name: 'Paste or import' }).click();
  const dialog = page.getByRole('dialog');
  const file = { name: 'ledgers.xlsx', mimeType, buffer: await workbook() };
  await dialog.locator('input[type=file]').setInputFiles(file);
  await expect.poll(() => dialog.getByLabel('Sheet', { exact: true }).inputValue()).toBe('2');
  await expectUsable(page);
  await dialog.getByText('Row 3').last().waitFor();
  await dialog.getByLabel('Choose all lines').check();
  await dialog.getByRole('button', { name: 'Add 3 lines' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByRole('textbox', { name: 'Amount' }).first().waitFor();
});
