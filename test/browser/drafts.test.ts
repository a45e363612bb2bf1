import { expect, test } from 'vitest';
import { pdf } from '../e2e/support/grounds.ts';
import { choose, draftCase, signUp } from './support/customer.ts';
import { expectUsable } from './support/accessible.ts';
import { sharedWorld } from './support/world.ts';

const { newPage } = await sharedWorld();

test('a file can be removed from a draft, and an unsupported or empty file is refused with a reason', async () => {
  const page = await newPage();
  await signUp(page);
  const id = await draftCase(page, 'test');
  await page.goto(`/cases/${id}/edit?step=evidence`);
  const chooser = page.locator('input[type=file]');
  const send = (name: string, buffer: Buffer) => chooser.setInputFiles({ name, mimeType: 'application/pdf', buffer });
  await page.getByLabel('What the files are').selectOption('Correspondence');
  await send('photo.heic', Buffer.from('ftypheic'));
  await page.getByText('Courts do not take HEIC photos.').waitFor();
  await send('lease.docx', Buffer.from('PK'));
  await page.getByText('Courts do not take word processor files.').waitFor();
  await send('empty.pdf', Buffer.alloc(0));
  await page.getByText('This file is empty.').waitFor();
  await send('letter.pdf', Buffer.from(pdf('A letter')));
  await page.getByRole('button', { name: 'Open letter.pdf' }).waitFor();
  await expectUsable(page);
  await page.getByRole('button', { name: 'Remove letter.pdf' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove file' }).click();
  await page.getByRole('button', { name: 'Open letter.pdf' }).waitFor({ state: 'detached' });
});

test('a draft can be given a reference, duplicated and deleted, and the link back to the list keeps the filters', async () => {
  const page = await newPage();
  await signUp(page);
  const id = await draftCase(page, 'test');
  await page.goto('/cases?state=draft');
  await page.getByRole('row').getByRole('link').click();
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
  await page.getByRole('row').getByText('UNIT-4B').waitFor();

  await page.goto(`/cases/${id}`);
  await choose(page, 'Duplicate', 'More actions');
  await page.waitForURL((url) => url.pathname.endsWith('/edit') && !url.pathname.includes(id));
  expect(await page.getByLabel('Street and number').inputValue()).toBe('12 Sandbox Way');
  await page.goto(`/cases/${id}`);
  await choose(page, 'Delete draft');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete draft' }).click();
  await page.waitForURL('**/cases');
  await expect
    .poll(() =>
      page
        .getByRole('row')
        .filter({ has: page.getByRole('link') })
        .count(),
    )
    .toBe(1);
});

test('a link to a live draft switches the tab to live mode, and signing in from a form leads back to the form', async () => {
  const page = await newPage();
  const person = await signUp(page);
  const id = await draftCase(page, 'live');
  await page.goto(`/cases/${id}/edit?step=lease`);
  await page.getByText('this tab is now in live mode').waitFor();
  await page.getByLabel('Monthly rent').waitFor();
  await page.context().clearCookies();
  await page.goto('/contact');
  await page.getByRole('link', { name: 'Sign in', exact: true }).click();
  // The form that this leaves has a field for an email, too.
  await page.getByRole('heading', { name: 'Sign in', exact: true }).waitFor();
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL('**/contact');
});
