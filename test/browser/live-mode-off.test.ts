import { expect, test } from 'vitest';
import { TestApp } from '../e2e/support/oauth.ts';
import { draftCase, signUp } from './support/customer.ts';
import { expectAccessible } from './support/accessible.ts';
import { startWorld } from './support/world.ts';

const { newPage, baseUrl } = await startWorld({ liveMode: false });

test('if live mode is off, the list of cases offers to switch to test mode, and an app can only be connected to test mode', async () => {
  const page = await newPage();
  await signUp(page, '/cases');
  await draftCase(page, 'test');
  // As if the tab had been in live mode while the service still offered it.
  await page.evaluate("sessionStorage.setItem('mode', 'live')");
  await page.goto('/cases');
  await page.getByText('Live mode is off').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Switch to test mode' }).click();
  await page.getByRole('link', { name: '12 Sandbox Way' }).waitFor();

  const app = new TestApp('Assistant', 'http://127.0.0.1:9/callback');
  await app.run(baseUrl);
  await page.goto(String(app.authorizeUrl));
  await page.getByText('Test: sandbox cases only').waitFor();
  expect(await page.getByRole('radio').count()).toBe(0);
});
