import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { day } from '../e2e/support/facts.ts';
import { liveWorld } from '../e2e/support/live-case.ts';
import { factsIn } from '../e2e/support/live.ts';
import { copyCase } from '../e2e/support/seed.ts';
import { reaches } from './support/customer.ts';
import { inDialog, openDocument, signIn } from './support/desk.ts';
import { scannedPdf } from './support/scanned-pdf.ts';
import { expectAccessible, expectUsable } from './support/accessible.ts';
import { sharedWorld } from './support/world.ts';

const { service, newPage } = await sharedWorld();
const { attorney: newAttorney, attach, inReview, summaryInReview } = liveWorld(service);

test('in a queue of 100 cases, a review takes at most six actions, one more key opens the next case, and the notice can be reported as served for each of two tenants', async () => {
  const attorney = await newAttorney({ states: ['CO'] });
  const facts = factsIn('CO');
  const owners = (facts.parties ?? []).filter(({ role }) => role === 'plaintiff');
  const tenants = ['Terry Example', 'Alex Example'].map((name) => ({ role: 'defendant' as const, name }));
  const first = await inReview({ ...facts, parties: [...owners, ...tenants] });
  const second = await inReview(facts);
  // The copies have no workflows, because the queue only lists them.
  await copyCase(service.stack, second.id, 98);
  expect((await attorney.send('GET', '/v1/attorney/queue')).body.items).toHaveLength(100);
  const page = await newPage();
  await page.goto(`/attorney/cases/${first.id}`);
  await signIn(page, attorney);
  await page.getByRole('button', { name: 'Next case' }).waitFor();
  const unopened = page.getByRole('region', { name: 'Review of the notice' }).getByText('Not opened');
  await unopened.first().waitFor();
  const documents = await unopened.count();
  let actions = 0;
  const press = async (key: string) => {
    actions += 1;
    await page.keyboard.press(key);
  };
  const hashes: string[] = [];
  for (let left = documents; left > 0; left -= 1) {
    await press('o');
    await expect.poll(() => unopened.count()).toBe(left - 1);
    hashes.push(await page.getByText('This document matches the record').locator('code').innerText());
  }
  await press('a');
  const dialog = page.getByRole('dialog');
  actions += 1;
  await dialog.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect.poll(async () => (await first.customer.read(first.id)).state).toBe('notice_approved');
  expect(actions).toBeLessThanOrEqual(6);
  // The approval covers exactly the bytes that were shown.
  const { events } = (await attorney.read(first.id)) as { events: { action: string; detail: unknown }[] };
  const approval = events.find(({ action }) => action === 'review_recorded');
  expect(approval?.detail).toMatchObject({ documentHashes: expect.arrayContaining(hashes) as string[] });
  expect(hashes).toHaveLength(2);
  await dialog.waitFor({ state: 'hidden' });
  await page.keyboard.press('j');
  await page.waitForURL(`**/attorney/cases/${second.id}`);
  await unopened.first().waitFor();
  await page.keyboard.press('?');
  await dialog.getByText('Go to the next case that needs your attention').waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });

  await page.goBack();
  const rows = page.getByRole('table', { name: 'Service: Notice' });
  await rows.getByText('Not sent out').first().waitFor();
  await inDialog(page, 'Send out notice to all', { Method: 'Posted' });
  await expect.poll(() => rows.getByText('Out for service').count()).toBe(2);
  const served = { Result: 'Served', 'Date of service': day(0), 'Last day of the period': day(10), Citation: '§ 1' };
  await inDialog(page, 'Report result for Terry Example', served);
  await rows.getByText('Served', { exact: true }).waitFor();
  expect((await first.customer.read(first.id)).state).toBe('notice_sent');
  const failed = { Result: 'Failed', 'Why it failed': 'Nobody was there.' };
  await inDialog(page, 'Report result for Alex Example', failed);
  await rows.getByText('Not served yet').waitFor();
  await inDialog(page, 'Send out to Alex Example', { Method: 'Delivered in person' });
  await inDialog(page, 'Report result for Alex Example', { ...served, 'Last day of the period': day(12) });
  await reaches(page, 'Notice period');
  const { service: shown } = (await first.customer.read(first.id)).data.progress;
  expect(shown.map(({ partyIndex, status }) => [partyIndex, status])).toEqual([
    [1, 'served'],
    [2, 'failed'],
    [2, 'served'],
  ]);
});

test('the document viewer has thumbnails, pages, zoom and a text search, and paints only nearby pages', async () => {
  const attorney = await newAttorney({ states: ['UT'] });
  const one = await summaryInReview(factsIn('UT'));
  const pages = Array.from({ length: 208 }, (_, index) => ({ text: `Exhibit ${index + 1} of the lease` }));
  // The first is larger than a canvas can be, and the second longer than any normal page.
  const odd = [
    { text: 'A plan', width: 14_400, height: 14_400 },
    { text: 'A roll', width: 100, height: 14_400 },
  ];
  const bytes = scannedPdf([...pages, ...odd], 300);
  await attach(one.ref, 'notice', { filename: 'scan.pdf', bytes });
  const page = await newPage();
  await page.goto(`/attorney/cases/${one.id}`);
  await signIn(page, attorney);
  await openDocument(page, 'scan.pdf');
  await page.locator('[data-page="1"][data-painted=true]').waitFor();
  const viewer = page.getByRole('group', { name: 'Document', exact: true });
  const at = (text: string) => viewer.locator(`[data-pages="${text}"]`).waitFor();
  await at('1 of 210');
  await page.getByText('This document matches the record').waitFor();

  // Only nearby pages are painted, and the memory of the others is released.
  const painted = () =>
    page
      .locator('[data-painted=true]')
      .evaluateAll((frames) => frames.map((frame) => Number(frame.getAttribute('data-page'))));
  await viewer.getByRole('button', { name: 'Next page' }).click();
  await at('2 of 210');
  const number = viewer.getByRole('textbox', { name: 'Page' });
  for (const wanted of [150, 209, 210]) {
    await number.fill(String(wanted));
    await number.press('Enter');
    await at(`${wanted} of 210`);
    await page.locator(`[data-page="${wanted}"][data-painted=true]`).waitFor();
    await expect.poll(async () => (await painted()).every((near) => Math.abs(near - wanted) < 4)).toBe(true);
    expect(await number.evaluate((field) => field === field.ownerDocument.activeElement)).toBe(true);
  }
  await expect.poll(() => pixelsOf(page)).toBeLessThan(40_000_000);
  expect(await page.locator('[data-page]').count()).toBeLessThanOrEqual(200);
  expect(await viewer.getByRole('button', { name: 'Next page' }).getAttribute('aria-disabled')).toBe('true');
  await viewer.getByRole('button', { name: 'Pages 1 to 200' }).focus();
  await page.keyboard.press('Enter');
  await at('1 of 210');

  // When zoomed in, the page is larger than its scroller, but the viewer stays on it.
  const width = async () => (await page.locator('[data-page="1"]').boundingBox())?.width ?? 0;
  const fitted = await width();
  const zoom = viewer.getByRole('group', { name: 'Zoom' });
  await zoom.getByRole('button', { name: 'Zoom in' }).click();
  await expect.poll(width).toBeGreaterThan(fitted * 1.2);
  await at('1 of 210');
  await zoom.getByRole('button', { name: 'Fit to width' }).click();
  await zoom.getByRole('button', { name: 'Zoom out' }).click();
  await expect.poll(width).toBeLessThan(fitted);
  await zoom.getByRole('button', { name: 'Fit to width' }).click();

  // By keyboard, a search finds words, scrolls to them and marks them, and the thumbnails are a single tab stop.
  await viewer.getByRole('group', { name: 'Pages' }).focus();
  await page.keyboard.press('/');
  await page.keyboard.type('exhibit 20');
  await at('20 of 210');
  await viewer.getByText('1 of 10', { exact: true }).waitFor();
  await page.keyboard.press('Enter');
  await viewer.getByText('2 of 10', { exact: true }).waitFor();
  await at('200 of 210');
  await expect.poll(() => page.evaluate("[...(CSS.highlights.get('found-now') ?? [])].join()")).toBe('Exhibit 20');
  await page.keyboard.press('Shift+Enter');
  await at('20 of 210');
  await page.keyboard.press('Shift+Enter');
  await at('208 of 210');
  await page.keyboard.press('Control+A');
  await page.keyboard.type('.*');
  await viewer.getByText('Not found').waitFor();
  await expectAccessible(page);
  await viewer.getByRole('button', { name: 'Go to page 208' }).focus();
  await page.keyboard.press('ArrowDown');
  await at('209 of 210');
  expect(await page.evaluate('document.activeElement.ariaLabel')).toBe('Go to page 209');

  // A tab opens another document, and the focus stays where it was.
  const tab = viewer.getByRole('group', { name: 'Documents' }).getByRole('button', { name: /^case-summary/ });
  await tab.click();
  await expect.poll(() => tab.getAttribute('aria-pressed')).toBe('true');
  expect(await tab.evaluate((button) => button === button.ownerDocument.activeElement)).toBe(true);
  await page.locator('[data-painted=true]').first().waitFor();

  // The document is beside the facts on a wide screen, and a separate part on a narrow one.
  const facts = page.getByRole('region', { name: 'Facts', exact: true });
  await page.setViewportSize({ width: 1100, height: 800 });
  await facts.waitFor();
  const [left, right] = await Promise.all([viewer.boundingBox(), facts.boundingBox()]);
  expect((left?.x ?? 0) + (left?.width ?? Infinity)).toBeLessThanOrEqual(right?.x ?? 0);
  await page.setViewportSize({ width: 1099, height: 800 });
  await viewer.waitFor({ state: 'hidden' });
  await facts.waitFor();
  await page.getByRole('region', { name: 'Decision' }).getByText('2 of 2 opened').waitFor();
  await page.getByRole('button', { name: 'Document', exact: true }).click();
  await facts.waitFor({ state: 'hidden' });
  await page.locator('[data-painted=true]').first().waitFor();
  await expectUsable(page);
});

/** Returns the total number of pixels of all canvases on the page. */
async function pixelsOf(page: Page): Promise<number> {
  return page.evaluate(
    "[...document.querySelectorAll('canvas')].reduce((sum, { width, height }) => sum + width * height, 0)",
  );
}
