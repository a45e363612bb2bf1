import type { Case } from '@evict/client';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { buildFacts } from '../e2e/support/facts.ts';
import { pdf } from '../e2e/support/grounds.ts';
import { callAs, readAs, signUp } from './support/customer.ts';
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

test('a case can be started with files from the inbox, and its ledger can be read from another inbox file', async () => {
  const page = await newPage();
  await signUp(page, '/cases');
  await page.getByRole('link', { name: 'Files' }).click();
  await page.getByText('No files yet').waitFor();
  await expectUsable(page);
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
  await expectUsable(page);
  await page.getByRole('button', { name: 'Done' }).click();
  await rowOf(page, 'lease.pdf').getByText('Unit 3B').waitFor();
  await expectUsable(page);
  await picture(page, 'inbox');
  await rowOf(page, 'scan.pdf').getByRole('button', { name: 'Open scan.pdf' }).click();
  await page.getByText('This document matches the record.').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('status').getByText('Select files to start a case, or add one to a draft.').waitFor();
  await rowOf(page, 'lease.pdf').getByRole('checkbox').check();
  await rowOf(page, 'scan.pdf').getByRole('checkbox').check();
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
  // The new draft's page has the same steps as the previous page, so this waits for its heading.
  await page.getByRole('heading', { level: 1, name: 'Parties', exact: true }).waitFor();
  await page.getByRole('navigation', { name: 'Steps' }).getByRole('button', { name: 'Ledger' }).click();
  await page.getByRole('button', { name: 'Paste or import' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Or choose one of your files').selectOption('ledger.csv');
  await dialog.getByText('The balance matches').waitFor();
  await dialog.getByText('1 line is a title, balance or total').waitFor();
  await expectUsable(page);
  await dialog.getByRole('button', { name: 'Add 2 lines' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Save and continue' }).click();
  await page.getByRole('heading', { name: 'Attestations' }).waitFor();
  const one = await readAs<Case>(page, `/v1/cases/${id}`);
  expect(one.documents.map(({ filename }) => filename).toSorted()).toEqual(['lease.pdf', 'scan.pdf']);
  expect(one.data.ledger).toEqual([
    { date: '2026-05-01', type: 'charge', amountCents: 140_000, memo: 'Rent May' },
    { date: '2026-05-04', type: 'payment', amountCents: 90_000, memo: 'Check 1017' },
  ]);
  await page.getByRole('link', { name: 'Files' }).click();
  await rowOf(page, 'ledger.csv').waitFor();
  await rowOf(page, 'lease.pdf').waitFor({ state: 'detached' });
});

test("a stored ledger file can be added to a draft's ledger from the inbox", async () => {
  const page = await newPage();
  await signUp(page);
  const { id } = (await callAs(page, 'test', '/v1/cases', buildFacts({ ledger: [] }))) as Case;
  const contentBase64 = Buffer.from(ledger).toString('base64');
  await callAs(page, 'test', '/v1/intake/files', { filename: 'ledger.csv', contentBase64 });
  await page.goto('/inbox');
  await page.getByRole('button', { name: 'Add to a case the lines of ledger.csv' }).click();
  const draft = page.getByRole('dialog').getByRole('link', { name: '12 Sandbox Way' });
  await draft.waitFor();
  await expectUsable(page);
  await draft.click();
  const dialog = page.getByRole('dialog', { name: 'Import a ledger' });
  await dialog.getByText('The balance matches').waitFor();
  await dialog.getByRole('button', { name: 'Add 2 lines' }).click();
  await dialog.waitFor({ state: 'hidden' });
  // A reload doesn't read the file again.
  await expect.poll(() => new URL(page.url()).search).toBe('?step=ledger');
  await page.getByRole('button', { name: 'Save and continue' }).click();
  await page.getByRole('heading', { name: 'Attestations' }).waitFor();
  expect((await readAs<Case>(page, `/v1/cases/${id}`)).data.ledger).toMatchObject([
    { date: '2026-05-01', type: 'charge', amountCents: 140_000 },
    { date: '2026-05-04', type: 'payment', amountCents: 90_000 },
  ]);
});

test('files can be dropped onto the inbox page, a PDF can be moved to a draft as evidence, and selected files can be removed', async () => {
  const page = await newPage();
  await signUp(page);
  const { id } = (await callAs(page, 'test', '/v1/cases', buildFacts())) as Case;
  const contentBase64 = Buffer.from(ledger).toString('base64');
  await callAs(page, 'test', '/v1/intake/files', { filename: 'ledger.csv', contentBase64 });
  await page.goto('/inbox');
  const lease = { name: 'lease.pdf', type: 'application/pdf', buffer: pdf('Lease') };
  await drop(page, [lease], 'Drop leases, ledgers, and notices here');
  await page.getByText('Not added yet: lease.pdf').waitFor();
  await page.getByRole('button', { name: 'Add 1 file' }).click();
  await page.getByText('lease.pdf was added').waitFor();
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Add to a case lease.pdf' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '12 Sandbox Way' }).click();
  await page.getByRole('heading', { level: 1, name: 'Evidence', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Open lease.pdf' }).waitFor();
  const one = await readAs<Case>(page, `/v1/cases/${id}`);
  expect(one.documents.map(({ filename }) => filename)).toEqual(['lease.pdf']);

  await page.getByRole('link', { name: 'Files' }).click();
  await rowOf(page, 'lease.pdf').waitFor({ state: 'detached' });
  await rowOf(page, 'ledger.csv').getByRole('checkbox').check();
  await page.getByRole('status').getByText('1 selected. A spreadsheet cannot start a case').waitFor();
  await expectUsable(page);
  await page.getByRole('button', { name: 'Remove 1 file' }).click();
  await page.getByRole('dialog', { name: 'Remove this file?' }).getByRole('button', { name: 'Remove' }).click();
  await page.getByText('No files yet').waitFor();
});

test("a PDF or a table with too many lines or columns can't become a ledger, and a file can be removed from the inbox", async () => {
  const page = await newPage();
  await signUp(page);
  await page.goto('/inbox');
  await callAs(page, 'test', '/v1/intake/files', {
    filename: 'scan\u202Efdp.pdf',
    contentBase64: Buffer.from(pdf('Ledger')).toString('base64'),
  });
  const dialog = await openLedgerDialog(page);
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'ledger.pdf', mimeType: 'application/pdf', buffer: Buffer.from(pdf('Ledger')) });
  await dialog.getByText('Tables are read from CSV, Excel or pasted text.').waitFor();
  const lines = Array.from({ length: 1001 }, (_, line) => `5/1/2026\t${line + 1}`);
  const paste = dialog.getByLabel('Paste the lines from a spreadsheet here');
  await paste.fill(['Date\tCharge', ...lines].join('\n'));
  await dialog.getByText('A ledger has at most 1,000 lines.').waitFor();
  await dialog.getByRole('button', { name: 'Add 1,001 lines' }).click();
  await dialog.getByText('The ledger has no room for all of these lines. Leave some out.').waitFor();
  await paste.fill('x\t'.repeat(100_000));
  await dialog.getByText('The table has more than 100 columns.').waitFor();
  await page.goto('/inbox');
  await page.getByRole('button', { name: /^Remove scan/ }).click();
  const question = page.getByRole('dialog', { name: 'Remove this file?' });
  await question.waitFor();
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByText('No files yet').waitFor();
});

test('a ledger can be read from the oldest file in the inbox, even if there are more files than fit on a page', async () => {
  const page = await newPage();
  await signUp(page);
  // Excel on Windows writes files in this encoding.
  const contentBase64 = Buffer.from('Date,Amount,Memo\n2026-05-01,1400,Loyer René\n', 'latin1').toString('base64');
  for (let number = 1; number <= 21; number += 1) {
    await callAs(page, 'test', '/v1/intake/files', { filename: `${number}.csv`, contentBase64 });
  }
  const dialog = await openLedgerDialog(page);
  await dialog.getByLabel('Or choose one of your files').selectOption('1.csv');
  await dialog.getByRole('cell', { name: 'Loyer René' }).waitFor();
});

/** Opens the dialog of a new draft in which ledger lines are pasted or read from a file. */
async function openLedgerDialog(page: Page): Promise<Locator> {
  const { id } = (await callAs(page, 'test', '/v1/cases', buildFacts())) as Case;
  await page.goto(`/cases/${id}/edit?step=ledger`);
  await page.getByRole('button', { name: 'Paste or import' }).click();
  return page.getByRole('dialog');
}
