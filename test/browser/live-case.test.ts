import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { newAttorney } from '../e2e/support/attorneys.ts';
import { callAs, chooseAndConfirm, openPart, reaches, signUp, submittedCase } from './support/customer.ts';
import { expectAccessible, expectUsable } from './support/accessible.ts';
import { startWorld } from './support/world.ts';

const { service, stack, newPage } = await startWorld({ liveMode: true, payments: true });
const stripe = stack.stripe ?? expect.unreachable();
const { account } = stripe;
const hostile = '"><img src=x onerror=alert(1)>${7*7}\u202Egpj.exe';
const written = 'The tenant has handed over the keys of the garage.';

test('on a live case, a customer can pay the fee despite a lost response and an expired checkout, exchange messages, add evidence and request a withdrawal', async () => {
  const page = await newPage();
  await signUp(page);
  // This case is withdrawn before there is an attorney who could take it.
  const withdrawn = await submittedCase(page, 'live');
  await callAs(page, 'live', `/v1/cases/${withdrawn}/withdraw`);
  const attorney = await newAttorney(service);
  const id = await submittedCase(page, 'live', {
    parties: [
      { role: 'plaintiff', name: 'Sandbox Holdings LLC', isEntity: true },
      { role: 'defendant', name: '<script>alert(1)</script> Terry' },
    ],
  });
  // The case is opened as from a link in an email, in a tab that is in test mode.
  await page.goto(`/cases/${id}`);
  await reaches(page, 'Notice under review');
  await page.getByRole('region', { name: 'Attorney' }).getByText('Alex Counsel').waitFor();
  await page.getByText('<script>alert(1)</script> Terry').first().waitFor();
  await openPart(page, 'Messages');
  const notes = page.getByRole('region', { name: 'Messages' });
  const note = notes.getByLabel('Your message');
  await note.fill(written);
  await openPart(page, 'Overview');

  // The response is lost once. The page asks again, and there is still only one checkout.
  const charges = page.getByRole('region', { name: 'Charges' });
  stripe.setFault('lost_responses');
  const before = stripe.requests.length;
  await pay(page);
  await expect.poll(() => stripe.requests.length).toBeGreaterThan(before);
  stripe.setFault(null);
  await page.getByRole('button', { name: 'Pay 149.00 USD' }).waitFor();
  expect(account.sessions).toHaveLength(1);
  const expired = sessionOf(page);
  await page.getByRole('link', { name: 'Leave without paying' }).click();
  await charges.getByText('You left the payment page').waitFor();
  const cancelled = page.url();
  expect(cancelled).toContain(`/cases/${id}?charge=`);
  account.expire(expired);
  await page.goto(cancelled.replace('checkout=cancelled', 'checkout=done'));
  await charges.getByText('No payment has arrived yet').waitFor();
  await charges.getByRole('button', { name: 'Check the payment again' }).click();
  await charges.getByText('No payment has arrived yet').waitFor();
  await pay(page);
  await page.getByRole('button', { name: 'Pay 149.00 USD' }).click();
  expect(sessionOf(page)).not.toBe(expired);
  await page.getByRole('link', { name: 'Return to the website' }).click();
  await charges.getByText('Payment received').waitFor();
  await charges.getByText('Paid', { exact: true }).waitFor();
  expect(await page.getByRole('button', { name: /^Pay/ }).count()).toBe(0);
  const reply = await attorney.send('POST', `/v1/attorney/cases/${id}/notes`, { body: { body: hostile } });
  expect(reply.status).toBe(201);
  // The provider decides whether the fee is paid, whatever the URL says. Returning again doesn't pay again.
  await page.goto(cancelled);
  await charges.getByText('Payment received').waitFor();
  expect(account.sessions.map(({ status }) => status)).toEqual(['expired', 'complete']);
  expect(account.refunds).toEqual([]);

  // A message that isn't sent yet is still there after the page was left and opened again.
  await openPart(page, 'Messages');
  expect(await note.inputValue()).toBe(written);
  await notes.getByRole('button', { name: 'Send message' }).click();
  await expect.poll(() => note.inputValue()).toBe('');
  await notes.getByText(written).waitFor();
  await notes.getByText(hostile).waitFor();
  await expectAccessible(page);
  await openPart(page, 'Documents');
  const name = `${hostile.replaceAll('/', '')}.png`;
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'image/png', buffer: png });
  await page.getByRole('button', { name: /^Open .*onerror/ }).waitFor();
  await expectUsable(page);
  await openPart(page, 'Overview');
  await chooseAndConfirm(page, 'Withdraw case');
  await reaches(page, 'On hold');
  await page.getByRole('heading', { name: 'Withdrawal requested' }).waitFor();
  await page.getByRole('button', { name: 'Other actions' }).click();
  await page.getByRole('menuitem', { name: 'Message the attorney' }).waitFor();
  expect(await page.getByRole('menuitem', { name: 'Withdraw case' }).count()).toBe(0);
  await page.keyboard.press('Escape');
  await expectAccessible(page);
  await page.emulateMedia({ media: 'print' });
  const printed = await page.locator('body').innerText();
  for (const words of [id, 'Withdrawal requested', 'handed over the keys', 'onerror', 'Amount owed'])
    expect(printed).toContain(words);
  expect(printed).not.toMatch(/Drop files|Your message|Test case/);
  await page.emulateMedia({ media: null });

  // The fee for the withdrawn case can't be paid. The URL names a charge that doesn't exist.
  const unknown = cancelled.replace(id, withdrawn).replace(/chg_[0-9a-f]{8}/, 'chg_00000000');
  await page.goto(unknown);
  await charges.getByText('Void', { exact: true }).waitFor();
  expect(await page.getByRole('button', { name: /^Pay/ }).count()).toBe(0);
  await charges.getByText('Not found').waitFor();
});

const pay = (page: Page) => page.getByRole('button', { name: 'Pay $149.00' }).click();
const sessionOf = (page: Page) => page.url().split('/').at(-1) ?? '';

/** An image of one pixel. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
