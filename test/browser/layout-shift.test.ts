import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { draftCase, reaches, signUp, submittedCase } from './support/customer.ts';
import { sharedWorld } from './support/world.ts';

const { newPage } = await sharedWorld();

/**
 * Runs in the page, and adds up the layout shifts of one visit the way Web Vitals does, without those caused by input.
 */
const addUp = `window.shifted = 0;
new PerformanceObserver((list) => {
  for (const { hadRecentInput, value } of list.getEntries()) if (!hadRecentInput) window.shifted += value;
}).observe({ type: 'layout-shift', buffered: true });`;

async function shiftOf(page: Page, path: string, ready: () => Promise<unknown>): Promise<number> {
  await page.goto(path);
  await ready();
  await page.waitForLoadState('networkidle');
  const paint = await page.evaluate<number>(
    `performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0`,
  );
  console.log(`${path.replace(/case_.*/, '…')}: first paint after ${Math.round(paint)} ms`);
  return page.evaluate<number>('window.shifted');
}

test('the sign-in page, home page, case list, case page and intake form hardly shift while they load', async () => {
  const page = await newPage({});
  await page.addInitScript({ content: addUp });
  const heading = (name: string) => page.getByRole('heading', { name, exact: true }).waitFor();
  const shifts: Record<string, number> = {
    signIn: await shiftOf(page, '/sign-in', () => heading('Sign in')),
  };
  await signUp(page);
  for (let count = 0; count < 5; count += 1) await draftCase(page, 'test');
  const id = await submittedCase(page, 'test');
  shifts['home'] = await shiftOf(page, '/home', () => page.getByText('Recent changes').waitFor());
  shifts['list'] = await shiftOf(page, '/cases', () => page.getByRole('row').nth(6).waitFor());
  shifts['case'] = await shiftOf(page, `/cases/${id}`, () => reaches(page, 'Notice under review'));
  shifts['intake'] = await shiftOf(page, '/cases/new', () => page.getByRole('navigation', { name: 'Steps' }).waitFor());
  for (const [name, shift] of Object.entries(shifts)) expect(shift, name).toBeLessThan(0.05);
});
