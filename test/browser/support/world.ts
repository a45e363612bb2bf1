import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { TestStack } from '@evict/testkit';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { nextAddress } from '../../e2e/support/api.ts';
import { startService } from '../../e2e/support/service.ts';
import { launchChromium } from './chromium.ts';

export interface World {
  /** The service behind the website, for acting as another user meanwhile. */
  service: Awaited<ReturnType<typeof startService>>;
  stack: TestStack;
  baseUrl: string;
  browser: Browser;
  /**
   * Opens a page for a new visitor with their own IP address. The test fails if the page has an uncaught error,
   * violates its content security policy, or writes an error to its console.
   */
  newPage: (options?: BrowserContextOptions) => Promise<Page>;
}

let chromium: Promise<Browser> | undefined;

/**
 * Starts the real stack with its website, which runs until the last test of the file. The files of one process share one
 * Chromium.
 */
export async function startWorld(options: Parameters<typeof startService>[0] = {}): Promise<World> {
  chromium ??= launchChromium();
  const [service, browser] = await Promise.all([startService({ website: true, mail: {}, ...options }), chromium]);
  const { stack } = service;
  return { service, stack, baseUrl: stack.baseUrl, browser, newPage };

  async function newPage(more: BrowserContextOptions = {}): Promise<Page> {
    const context = await browser.newContext({
      baseURL: stack.baseUrl,
      locale: 'en-US',
      timezoneId: 'America/New_York',
      viewport: { width: 1280, height: 800 },
      // Without animations, no test looks at a page that is half faded in.
      reducedMotion: 'reduce',
      extraHTTPHeaders: { 'X-Forwarded-For': nextAddress() },
      ...more,
    });
    context.setDefaultTimeout(120_000);
    const page = await context.newPage();
    const faults = watch(page);
    onTestFinished(async () => {
      await context.close();
      expect(faults).toEqual([]);
    });
    return page;
  }
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
  void page.addInitScript({ content: reportViolations });
  page.on('console', (message) => {
    // An error response that a test causes, such as a refused sign-in, isn't an error of the page.
    const isResponse = message.text().startsWith('Failed to load resource');
    if (message.type() === 'error' && !isResponse) faults.push(message.text());
  });
  page.on('pageerror', ({ message }) => faults.push(`uncaught: ${message}`));
  return faults;
}

/** API terms that don't belong on a page: paths, headers, and field names. */
const ofInterface =
  /\/v1\/|\b(?:Authorization|Bearer|Idempotency-Key|X-Service-Mode)\b|\b[a-z]+\[\d+\]|\b[a-z]+[A-Z]\w*|(?<!sandbox:)\b[a-z]+_[a-z_]+\b/g;
/** Elements for developers, and quoted text. A citation is in the words of its source, such as eSign. */
const quoted = 'code, pre, textarea, [data-secret], .mantine-Code-root, a[target=_blank], .pdf-words';
const visibleText = `(() => {
  const hidden = (element) => element.closest(${JSON.stringify(quoted)}) !== null;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts = [];
  while (walker.nextNode()) if (!hidden(walker.currentNode.parentElement)) texts.push(walker.currentNode.data);
  return texts.join('\\n');
})()`;

/** Expects the page to use the words of its users, not terms of the API. Skips the pages for developers. */
async function expectPlain(page: Page): Promise<void> {
  const { pathname } = new URL(page.url());
  if (pathname === '/developers' || pathname.startsWith('/docs')) return;
  const shown = await page.evaluate<string>(visibleText);
  // Ids and the ends of secrets are allowed.
  const text = shown.replaceAll(/\b[a-z]+_[0-9a-f]{8}(?:-[0-9a-f]+)+|… [\w-]{4}\b/g, '');
  expect(text.match(ofInterface) ?? [], `${pathname} in words`).toEqual([]);
}

/** The axe rules about colors. The other rules find the same in light and dark mode. */
const ofColors = ['color-contrast', 'link-in-text-block'];

/**
 * Expects no axe violations, in light and dark mode. axe runs through CDP, so the page's content security policy
 * doesn't block it.
 */
export async function expectAccessible(page: Page): Promise<void> {
  await expectPlain(page);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // The pages have no frames, so axe doesn't need a second page to merge their results.
    const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
    const { violations } = await (colorScheme === 'light' ? axe : axe.withRules(ofColors)).analyze();
    const found = violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map(({ html, failureSummary }) => `${html.slice(0, 300)} ${failureSummary}`).join(' | ')}`,
    );
    expect(found, `${new URL(page.url()).pathname} in ${colorScheme}`).toEqual([]);
  }
}

/** Expects no axe violations, and a page that isn't wider than a narrow phone. */
export async function expectUsable(page: Page): Promise<void> {
  await expectAccessible(page);
  const before = page.viewportSize() ?? { width: 1280, height: 800 };
  await page.setViewportSize({ width: 360, height: 740 });
  const widths = await page.evaluate<[number, number]>('[document.documentElement.scrollWidth, innerWidth]');
  expect(widths[0], new URL(page.url()).pathname).toBeLessThanOrEqual(widths[1]);
  await page.setViewportSize(before);
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
