import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { newAttorney } from '../e2e/support/attorneys.ts';
import { signUp } from './support/customer.ts';
import { expectAccessible, expectUsable } from './support/accessible.ts';
import { sharedWorld } from './support/world.ts';

const { service, stack, newPage } = await sharedWorld();

const region = (page: Page) => page.getByRole('region', { name: 'Calendar' });

/** Creates a link, and returns the URL that the page shows. */
async function createLink(page: Page, button: string): Promise<string> {
  await region(page).getByRole('button', { name: button, exact: true }).click();
  const url = (await region(page).locator('[data-secret]').textContent()) ?? '';
  expect(url.startsWith(`${stack.baseUrl}/v1/calendar.ics?token=`)).toBe(true);
  await expectAccessible(page);
  await region(page).getByRole('button', { name: 'Done' }).click();
  await region(page).locator('[data-secret]').waitFor({ state: 'detached' });
  return url;
}

const read = async (url: string) => (await service.send('GET', url.slice(stack.baseUrl.length))).status;

async function revoke(page: Page, url: string): Promise<void> {
  const row = region(page)
    .getByRole('listitem')
    .filter({ hasText: url.slice(-4) });
  await row.getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await row.waitFor({ state: 'detached' });
}

test('an owner can create and revoke calendar links, for themselves and the organization, separately in each mode', async () => {
  const page = await newPage();
  await signUp(page);
  await page.goto('/account');
  await region(page).getByText('No calendar links yet.').waitFor();
  const own = await createLink(page, 'Create link');
  const shared = await createLink(page, 'Create link for the organization');
  for (const url of [own, shared]) expect(await read(url)).toBe(200);
  await page.reload();
  await region(page).getByText('Last used').first().waitFor();
  await region(page)
    .getByText(`Link for the organization … ${shared.slice(-4)}`)
    .waitFor();
  expect(await page.locator('[data-secret]').count()).toBe(0);
  await expectUsable(page);
  await revoke(page, own);
  expect([await read(own), await read(shared)]).toEqual([404, 200]);
  await page.evaluate("sessionStorage.setItem('mode', 'live')");
  await page.reload();
  await region(page).getByText('No calendar links yet.').waitFor();
});

test("an attorney can create and revoke their own calendar link, but can't create one for an organization", async () => {
  const attorney = await newAttorney(service, { licenses: ['DE'] });
  await attorney.signIn();
  const page = await newPage();
  await page.goto('/attorney/sign-in');
  await page.getByLabel('Email').fill(attorney.email);
  await page.getByLabel('Password', { exact: true }).fill('a password of the attorney');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('link', { name: 'Account' }).click();
  const url = await createLink(page, 'Create link');
  expect(await read(url)).toBe(200);
  expect(
    await region(page)
      .getByRole('button', { name: /organization/ })
      .count(),
  ).toBe(0);
  await expectUsable(page);
  await revoke(page, url);
  expect(await read(url)).toBe(404);
});
