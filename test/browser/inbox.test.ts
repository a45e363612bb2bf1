import type { Case } from '@evict/client';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { buildFacts } from '../e2e/support/facts.ts';
import { pdf } from '../e2e/support/grounds.ts';
import { callAs, pressAndConfirm, signUp } from './support/customer.ts';
import { scannedPdf } from './support/scanned-pdf.ts';
import { textPdf } from './support/text-pdf.ts';
import { expectUsable, picture, startWorld } from './support/world.ts';

const { newPage } = await startWorld();

const ledger = textPdf([
  [[50, 'Sandbox Holdings LLC, ledger of Terry Example']],
  [
    [50, 'Date'],
    [130, 'Description'],
    [330, 'Charge'],
    [430, 'Payment'],
  ],
  [
    [50, '05/01/2026'],
    [130, 'Rent May'],
    [330, '1,400.00'],
  ],
  [
    [50, '05/04/2026'],
    [130, 'Check 1017'],
    [430, '900.00'],
  ],
  [
    [50, '06/01/2026'],
    [130, 'Rent June'],
    [330, '1,400.00'],
  ],
  [
    [50, 'Total'],
    [330, '2,800.00'],
    [430, '900.00'],
  ],
]);

interface File {
  name: string;
  type: string;
  buffer: Buffer;
}

/** Drops files from another program on the page. */
async function drop(page: Page, files: readonly File[]): Promise<void> {
  const sent = files.map(({ buffer, ...file }) => ({ ...file, base64: buffer.toString('base64') }));
  const transfer = await page.evaluateHandle(`(() => {
    const data = new DataTransfer();
    for (const { name, type, base64 } of ${JSON.stringify(sent)})
      data.items.add(new File([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], name, { type }));
    return data;
  })()`);
  await page.getByText('Drop files here, or choose them').dispatchEvent('drop', { dataTransfer: transfer });
}

const rowOf = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Files' }).getByRole('listitem').filter({ hasText: name });

test('a case begins with a lease and a ledger from the inbox, whose lines are added once somebody has chosen them', async () => {
  const page = await newPage();
  await signUp(page);
  await page.getByRole('link', { name: 'Inbox' }).click();
  await page.getByText('There are no files yet.').waitFor();
  await page.getByLabel('Note (optional)').fill('Unit 3B');
  await drop(page, [
    { name: 'lease.pdf', type: 'application/pdf', buffer: pdf('Lease') },
    { name: 'ledger.pdf', type: 'application/pdf', buffer: ledger },
  ]);
  await page.getByText('ledger.pdf was added').waitFor();
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'old.csv', mimeType: 'text/csv', buffer: Buffer.from('Date,Rent\n') });
  await page.getByText('old.csv was added').waitFor();
  await rowOf(page, 'lease.pdf').getByText('Unit 3B').waitFor();
  await expectUsable(page);
  await picture(page, 'inbox');
  await rowOf(page, 'ledger.pdf').getByRole('button', { name: 'Open ledger.pdf' }).click();
  await page.getByText('This document matches the record.').waitFor();
  await page.keyboard.press('Escape');
  await rowOf(page, 'lease.pdf').getByRole('checkbox').check();
  await rowOf(page, 'ledger.pdf').getByRole('checkbox').check();
  await page.getByRole('link', { name: 'Begin a case with 2 files' }).click();
  await page.getByText('become its evidence').waitFor();
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
  await page.getByRole('button', { name: 'Ledger' }).click();
  await page.getByRole('button', { name: 'Paste or import' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Or read a file of this case or the inbox').selectOption('ledger.pdf');
  await dialog.getByText('Page 1, line 4').waitFor();
  await dialog.getByText('Page 1, line 6: Total').waitFor();
  await dialog.getByRole('button', { name: 'Page 1, line 4' }).click();
  const mark = dialog.locator('.pdf-mark');
  const words = dialog.locator('.pdf-words').getByText('900.00').first();
  await words.waitFor();
  const apart = async () => {
    const boxes = await Promise.all([mark, words].map((one) => one.boundingBox()));
    const [of, around] = boxes.map((box) => (box ? box.y + box.height / 2 : 0));
    return Math.abs((of ?? 0) - (around ?? 99));
  };
  await expect.poll(apart).toBeLessThan(5);
  expect(await dialog.getByRole('button', { name: 'Add 0 lines' }).isDisabled()).toBe(true);
  await expectUsable(page);
  await dialog.getByLabel('Choose all lines').check();
  await dialog.getByLabel('Line 3').uncheck();
  await dialog.getByRole('button', { name: 'Add 2 lines' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Save and continue' }).click();
  await page.getByRole('heading', { name: 'Attestations' }).waitFor();
  const one = (await (await page.request.get(`/app/api/v1/cases/${id}`)).json()) as Case;
  expect(one.documents.map(({ filename }) => filename).toSorted()).toEqual(['lease.pdf', 'ledger.pdf']);
  expect(one.data.ledger).toEqual([
    { date: '2026-05-01', type: 'charge', amountCents: 140_000, memo: 'Rent May' },
    { date: '2026-05-04', type: 'payment', amountCents: 90_000, memo: 'Check 1017' },
  ]);
  await page.getByRole('link', { name: 'Inbox' }).click();
  await rowOf(page, 'old.csv').waitFor();
  await rowOf(page, 'lease.pdf').waitFor({ state: 'detached' });
});

test('a PDF that is a picture and too many lines are not read, what is not used is named, and a file is removed', async () => {
  const page = await newPage();
  await signUp(page);
  await page.goto('/inbox');
  const scan = scannedPdf([{ text: '' }], 10);
  await callAs(page, 'test', '/v1/intake/files', {
    filename: 'scan\u202Efdp.pdf',
    contentBase64: scan.toString('base64'),
  });
  const dialog = await openLedgerDialog(page);
  await dialog.getByLabel('Or read a file of this case or the inbox').selectOption('scan\uFFFDfdp.pdf');
  await dialog.getByText('This PDF is a picture without text').waitFor();
  const lines = Array.from({ length: 1001 }, (_, line) => `5/1/2026\t${line + 1}`);
  const paste = dialog.getByLabel('Paste the lines from a spreadsheet here');
  await paste.fill(lines.join('\n'));
  await dialog.getByText('These are 1,001 lines, and a ledger has at most 1,000.').waitFor();
  expect(await dialog.getByLabel('Choose all lines').count()).toBe(0);
  await paste.fill(lines.slice(1).join('\n'));
  await dialog.getByLabel('Line 1000').waitFor();
  await paste.fill('Date\tCharges\tOther charges\n5/1/2026\t1400\t35');
  await dialog.getByText('Not used: Other charges').waitFor();
  await dialog.getByRole('combobox', { name: 'Other charges' }).selectOption('charge');
  await dialog.getByText('Not used: Other charges').waitFor({ state: 'detached' });
  await dialog.getByLabel('Line 2').waitFor();
  await paste.fill('x\t'.repeat(100_000));
  await dialog.getByText('This has more than 100 columns.').waitFor();
  await page.goto('/inbox');
  await pressAndConfirm(page, 'Remove');
  await page.getByText('There are no files yet.').waitFor();
});

test('a ledger is read from the oldest of more files than a page of the list has', async () => {
  const page = await newPage();
  await signUp(page);
  // As Excel writes it on Windows.
  const contentBase64 = Buffer.from('Date,Amount,Memo\n2026-05-01,1400,Loyer René\n', 'latin1').toString('base64');
  for (let number = 1; number <= 21; number += 1) {
    await callAs(page, 'test', '/v1/intake/files', { filename: `${number}.csv`, contentBase64 });
  }
  const dialog = await openLedgerDialog(page);
  await dialog.getByLabel('Or read a file of this case or the inbox').selectOption('1.csv');
  await dialog.getByText('Row 2').waitFor();
  await dialog.getByText('Loyer René').first().waitFor();
});

/** Of a new draft, where lines are pasted or read from a file. */
async function openLedgerDialog(page: Page): Promise<Locator> {
  const { id } = (await callAs(page, 'test', '/v1/cases', buildFacts())) as Case;
  await page.goto(`/cases/${id}/edit?step=ledger`);
  await page.getByRole('button', { name: 'Paste or import' }).click();
  return page.getByRole('dialog');
}
