import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { chooseAndConfirm, reaches, signUp, submittedCase } from './support/customer.ts';
import { expectAccessible, expectUsable } from './support/accessible.ts';
import { startWorld } from './support/world.ts';

const { stack, newPage } = await startWorld({ liveMode: true, payments: true });
const stripe = stack.stripe ?? expect.unreachable();
const { account } = stripe;

/** Opens the page of a live case whose fee is due, in a tab that was in test mode. */
async function dueCase(): Promise<{ page: Page; id: string; charges: ReturnType<Page['getByRole']> }> {
  const page = await newPage();
  await signUp(page);
  const id = await submittedCase(page, 'live');
  await page.goto(`/cases/${id}`);
  await reaches(page, 'Submitted');
  return { page, id, charges: page.getByRole('region', { name: 'Charges' }) };
}

const pay = (page: Page) => page.getByRole('button', { name: 'Pay $149.00' }).click();
const sessionOf = (page: Page) => page.url().split('/').at(-1) ?? '';

test("a fee can be paid on the provider's page, and returning from that page twice doesn't pay the fee twice", async () => {
  const { page, id, charges } = await dueCase();
  await page.getByRole('button', { name: 'Pay $149.00' }).waitFor();
  await expectAccessible(page);
  // The response is lost once. The page asks again, and there is still only one checkout.
  stripe.setFault('lost_responses');
  const before = stripe.requests.length;
  await pay(page);
  await expect.poll(() => stripe.requests.length).toBeGreaterThan(before);
  stripe.setFault(null);
  await page.getByRole('button', { name: 'Pay 149.00 USD' }).click();
  await page.getByRole('link', { name: 'Return to the website' }).click();
  await charges.getByText('Payment received').waitFor();
  await reaches(page, 'Submitted');
  await charges.getByText('Paid', { exact: true }).waitFor();
  expect(await page.getByRole('button', { name: /^Pay/ }).count()).toBe(0);
  await expectUsable(page);
  expect(page.url()).toContain(`/cases/${id}?charge=`);
  await page.reload();
  await charges.getByText('Payment received').waitFor();
  await charges.getByText('Paid', { exact: true }).waitFor();
  expect(account.sessions.map(({ status }) => status)).toEqual(['complete']);
  expect(account.refunds).toEqual([]);
});

test('a fee stays due after an abandoned or expired checkout, and can be paid with the next one', async () => {
  const { page, charges } = await dueCase();
  await pay(page);
  await page.getByRole('link', { name: 'Leave without paying' }).click();
  await charges.getByText('You left the payment page').waitFor();
  await expectAccessible(page);
  const cancelled = page.url();
  // The checkout is still open, so the same page opens again.
  await pay(page);
  await page.getByRole('button', { name: 'Pay 149.00 USD' }).waitFor();
  const expired = sessionOf(page);
  account.expire(expired);
  await page.reload();
  await page.getByText('You can no longer pay here').waitFor();
  await page.goto(cancelled.replace('checkout=cancelled', 'checkout=done'));
  await charges.getByText('No payment has arrived yet').waitFor();
  await charges.getByRole('button', { name: 'Check the payment again' }).click();
  await charges.getByText('No payment has arrived yet').waitFor();
  await expectAccessible(page);
  await pay(page);
  await page.getByRole('button', { name: 'Pay 149.00 USD' }).waitFor();
  expect(sessionOf(page)).not.toBe(expired);
  await page.getByRole('button', { name: 'Pay 149.00 USD' }).click();
  await page.getByRole('link', { name: 'Return to the website' }).waitFor();
  // The provider decides whether the fee is paid, whatever the URL says.
  await page.goto(cancelled);
  await charges.getByText('Payment received').waitFor();
  await page.goto(cancelled.replace(/chg_[0-9a-f]{8}/, 'chg_00000000'));
  await charges.getByText('Not found').waitFor();
  await reaches(page, 'Submitted');
});

test("the fee for a withdrawn case is void and can't be paid", async () => {
  const { page, charges } = await dueCase();
  await chooseAndConfirm(page, 'Withdraw case');
  await reaches(page, 'Withdrawn');
  await charges.getByText('Void', { exact: true }).waitFor();
  expect(await page.getByRole('button', { name: /^Pay/ }).count()).toBe(0);
});
