import { expect, test } from 'vitest';
import { signUp } from './support/customer.ts';
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
  await page.getByText('Some lines of the ledgers are left out').waitFor();
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
