import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { TestStack } from '@evict/testkit';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { nextAddress } from '../../e2e/support/api.ts';
import { type Service, sharedWebsite, startService } from '../../e2e/support/service.ts';
import { launchChromium } from './chromium.ts';

export interface World {
  /** The service behind the website, for acting as another user meanwhile. */
  service: Service;
  stack: TestStack;
  baseUrl: string;
  browser: Browser;
  /**
   * Opens a page for a new visitor with their own IP address. The test fails if the page has an uncaught error,
   * violates its content security policy, or writes an error to its console. With options, even `{}`, the page isn't
   * used by other tests, so the test may change it with a CDP session or an init script.
   */
  newPage: (options?: BrowserContextOptions) => Promise<Page>;
}

let chromium: Promise<Browser> | undefined;

/** Starts the real service with its website, which runs until the last test of the file. */
export async function startWorld(options: NonNullable<Parameters<typeof startService>[0]>): Promise<World> {
  return worldOf(startService({ website: true, mail: {}, ...options }));
}

/** Returns the service with its website that the files of one process share. It has live mode. */
export async function sharedWorld(): Promise<World> {
  return worldOf(sharedWebsite());
}

/** The files of one process share one Chromium. */
async function worldOf(starting: Promise<Service>): Promise<World> {
  const [service, browser] = await Promise.all([starting, (chromium ??= launchChromium())]);
  const { stack } = service;
  return { service, stack, baseUrl: stack.baseUrl, browser, newPage };

  async function newPage(options?: BrowserContextOptions): Promise<Page> {
    const page = await pageFor(browser, stack.baseUrl, options);
    await page.context().setExtraHTTPHeaders({ 'X-Forwarded-For': nextAddress() });
    const faults = watch(page);
    onTestFinished(async () => {
      await (options ? page.context().close() : forget(page, stack.baseUrl));
      expect(faults).toEqual([]);
    });
    return page;
  }
}

/** Pages that no test uses, by the URL of their service. */
const unused = new Map<string, Page[]>();
const desktop = { width: 1280, height: 800 };

/**
 * Returns a page without cookies. Without options, it may be one that an earlier test used: its process still has the
 * website's scripts, so the first page loads in half the time.
 */
async function pageFor(browser: Browser, baseURL: string, options?: BrowserContextOptions): Promise<Page> {
  const used = options ? undefined : unused.get(baseURL)?.pop();
  if (used) return used;
  const context = await browser.newContext({
    baseURL,
    locale: 'en-US',
    timezoneId: 'America/New_York',
    viewport: desktop,
    // Without animations, no test looks at a page that is half faded in.
    reducedMotion: 'reduce',
    ...options,
  });
  context.setDefaultTimeout(120_000);
  await context.addInitScript({ content: reportViolations });
  return context.newPage();
}

/** Resets everything that a test changes without a CDP session, so that another test can use the page. */
async function forget(page: Page, baseURL: string): Promise<void> {
  for (const event of ['console', 'pageerror', 'request'] as const) page.removeAllListeners(event);
  const context = page.context();
  for (const other of context.pages()) if (other !== page) await other.close();
  await context.setOffline(false);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.setViewportSize(desktop);
  await page.emulateMedia({ media: null, colorScheme: 'light', reducedMotion: 'reduce' });
  // A page of the same website without a script. Any other page would end the process.
  await page.goto('/icon.svg');
  await page.evaluate('sessionStorage.clear()');
  await context.setStorageState({ cookies: [], origins: [] });
  await context.clearPermissions();
  unused.set(baseURL, [...(unused.get(baseURL) ?? []), page]);
}

/** Reloads the page, and waits until it has read everything. It doesn't notice later changes by others. */
export async function reloadWhole(page: Page): Promise<void> {
  await page.reload();
  await page.waitForLoadState('networkidle');
}

/** Runs in the page, and turns violations of its content security policy into console errors. */
const reportViolations = `addEventListener('securitypolicyviolation', (event) => {
  console.error('policy:', event.effectiveDirective, event.blockedURI, event.sample);
});`;

/** Collects the errors of a page that a test wouldn't notice otherwise. */
function watch(page: Page): string[] {
  const faults: string[] = [];
  page.on('console', (message) => {
    // An error response that a test causes, such as a refused sign-in, isn't an error of the page.
    const isResponse = message.text().startsWith('Failed to load resource');
    if (message.type() === 'error' && !isResponse) faults.push(message.text());
  });
  page.on('pageerror', ({ message }) => faults.push(`uncaught: ${message}`));
  return faults;
}

const folder = join(import.meta.dirname, '../../../docs/images');
/** A picture shows only the top of a page. A reader of the docs doesn't need the rest. */
const viewports = { '': { width: 1280, height: 1000 }, '-phone': { width: 390, height: 844 } };

/**
 * With PICTURES=1, which `npm run pictures` sets, writes docs/images/website-<name>.png: the top of the page as it is
 * now. Also takes pictures in phone size and in dark mode. Otherwise does nothing.
 */
export async function picture(page: Page, name: string): Promise<void> {
  if (process.env['PICTURES'] !== '1') return;
  mkdirSync(folder, { recursive: true });
  const before = page.viewportSize() ?? viewports[''];
  for (const [size, viewport] of Object.entries(viewports)) {
    await page.setViewportSize(viewport);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.evaluate('scrollTo(0, 0)'); // the header sticks to the top of the viewport
      const path = join(folder, `website-${name}${size}${colorScheme === 'dark' ? '-dark' : ''}.png`);
      await page.screenshot({ path, animations: 'disabled', caret: 'hide' });
    }
  }
  await page.setViewportSize(before);
}
