import { test } from 'vitest';
import { signUp } from './support/customer.ts';
import { expectUsable } from './support/accessible.ts';
import { picture, sharedWorld } from './support/world.ts';

const { newPage } = await sharedWorld();

test('the landing page tells visitors what the service is and what it costs, and sends a signed-in user to the home page', async () => {
  const page = await newPage();
  await page.goto('/');
  await page.getByRole('heading', { level: 1, name: 'Eviction cases, from notice to writ' }).waitFor();
  await page.getByText('$149 for each live case').waitFor();
  await page.getByRole('figure', { name: 'Sample case' }).getByText('Notice period', { exact: true }).first().waitFor();
  await picture(page, 'landing');
  await expectUsable(page);
  const links = page.getByRole('navigation', { name: 'Website' });
  await links.getByRole('link', { name: 'Developers' }).click();
  await page.waitForURL('**/#developers');
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByText('Menu', { exact: true }).click();
  await expectUsable(page);
  await links.getByRole('link', { name: 'How it works' }).click();
  await page.waitForURL('**/#how');
  await links.waitFor({ state: 'hidden' });
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('main').getByRole('link', { name: 'Create account' }).click();
  await page.waitForURL('**/sign-up');
  await page.goto('/request-access');
  await page.getByRole('combobox', { name: /^States/ }).waitFor();
  await page.getByText('$149 for each live case').waitFor();
  await picture(page, 'request-access');
  await signUp(page);
  await page.goto('/');
  await page.waitForURL('**/home');
});
