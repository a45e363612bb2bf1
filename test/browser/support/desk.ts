import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { attorneyPassword } from '../../e2e/support/attorneys.ts';
import { pdf } from '../../e2e/support/grounds.ts';
import type { Attorney } from '../../e2e/support/live-case.ts';

/** Signs in as the attorney. With `wrong`, uses this wrong password instead. */
export async function signIn(page: Page, attorney: Attorney, wrong?: string): Promise<void> {
  if (wrong === undefined) await attorney.signIn();
  await page.getByLabel('Email').fill(attorney.email);
  await page.getByLabel('Password', { exact: true }).fill(wrong ?? attorneyPassword);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Opens each document that has to be opened, and waits until its bytes are shown and verified against their hash. */
export async function openAll(page: Page): Promise<void> {
  const review = page.getByRole('region', { name: /^Review of/ });
  const unopened = review.getByRole('group').filter({ hasText: 'Not opened' });
  await review.getByRole('group').first().waitFor();
  while ((await unopened.count()) > 0) {
    const before = await unopened.count();
    await unopened.first().getByRole('button').click();
    await expect.poll(() => unopened.count()).toBeLessThan(before);
    await page.getByText('This document matches the record').waitFor();
  }
}

/** Opens the listed document with this filename. */
export async function openDocument(page: Page, filename: string): Promise<void> {
  await page.getByRole('group', { name: filename }).getByRole('button').click();
}

/** Switches to a part of the case: what is under review, its facts, what can be reported, the notes, or the record. */
export async function showPart(page: Page, part: 'Review' | 'Facts' | 'Report' | 'Notes' | 'Record'): Promise<void> {
  await page.getByRole('navigation', { name: 'Parts of the case' }).getByRole('button', { name: part }).click();
}

/** Acts, and waits until the case summary has been generated again. */
export async function remade(attorney: Attorney, id: string, act: () => Promise<unknown>): Promise<void> {
  const hashes = async () => {
    const { documents } = await attorney.read(id);
    return (documents as { filename: string; contentHash: string }[])
      .filter(({ filename }) => filename.startsWith('case-summary'))
      .map(({ contentHash }) => contentHash);
  };
  const before = new Set(await hashes());
  await act();
  await expect.poll(async () => (await hashes()).some((hash) => !before.has(hash))).toBe(true);
}

/**
 * Presses a button, fills in its dialog, and presses the button of the dialog, which repeats the verb. With `refused`,
 * expects the dialog to mark a field as invalid.
 */
export async function inDialog(
  page: Page,
  verb: string,
  fields: Record<string, string> = {},
  end: 'done' | 'refused' = 'done',
): Promise<void> {
  await page.getByRole('button', { name: verb, exact: true }).first().click();
  const dialog = page.getByRole('dialog');
  for (const [label, value] of Object.entries(fields)) {
    const field = dialog.getByLabel(label).first();
    // Once the field is visible, its options are there, too.
    await field.waitFor();
    const isChoice = (await field.locator('option').count()) > 0;
    await (isChoice ? field.selectOption(value) : field.fill(value));
  }
  await dialog.getByRole('button', { name: verb, exact: true }).click();
  if (end === 'done') await dialog.waitFor({ state: 'hidden' });
  else await dialog.locator('[aria-invalid=true]').first().waitFor();
}

/** Attaches a PDF to the current stage. */
export async function attach(page: Page, filename: string): Promise<void> {
  await page.getByRole('button', { name: 'Attach document' }).first().click();
  const dialog = page.getByRole('dialog');
  const file = { name: filename, mimeType: 'application/pdf', buffer: Buffer.from(pdf('Complaint')) };
  await dialog.locator('input[type=file]').setInputFiles(file);
  await dialog.getByText(/^SHA-256 of the file/).waitFor();
  await dialog.getByRole('button', { name: 'Attach document' }).click();
  await dialog.waitFor({ state: 'hidden' });
}

/** Returns the current day on the clock of the case. */
export async function clockDay(attorney: Attorney, id: string): Promise<string> {
  return ((await attorney.read(id)).data.progress.clock as string).slice(0, 10);
}

/** Returns the day this many days later. */
export function addDays(from: string, days: number): string {
  return new Date(Date.parse(`${from}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}
