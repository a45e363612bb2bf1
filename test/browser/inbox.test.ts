import type { Case } from '@evict/client';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { buildFacts } from '../e2e/support/facts.ts';
import { pdf } from '../e2e/support/grounds.ts';
import { callAs, draftCase, readAs, signUp } from './support/customer.ts';
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
