import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

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

const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** The axe rules about colors. The other rules find the same in light and dark mode. */
const ofColors = ['color-contrast', 'link-in-text-block'];

/** An expression that lists the violations in the page. */
const violations = (rules?: readonly string[]) => `axe
  .run(${JSON.stringify({ resultTypes: ['violations'], ...(rules && { runOnly: rules }) })})
  .then(({ violations }) => violations.map(({ id, nodes }) =>
    id + ': ' + nodes.map(({ html, failureSummary }) => html.slice(0, 300) + ' ' + failureSummary).join(' | ')))`;

/**
 * Expects no axe violations, in light and dark mode. axe is evaluated through CDP, so the page's content security policy
 * doesn't block it.
 */
export async function expectAccessible(page: Page): Promise<void> {
  await expectPlain(page);
  const { pathname } = new URL(page.url());
  if (!(await page.evaluate<boolean>(`'axe' in window`))) await page.evaluate(axe);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const found = await page.evaluate(violations(colorScheme === 'light' ? undefined : ofColors));
    expect(found, `${pathname} in ${colorScheme}`).toEqual([]);
  }
}

/** Expects no axe violations, and a page that isn't wider than a narrow phone. */
export async function expectUsable(page: Page): Promise<void> {
  await expectAccessible(page);
  const before = page.viewportSize() ?? { width: 1280, height: 800 };
  await page.setViewportSize({ width: 360, height: 740 });
  // A menu or a wide component is placed again only after the resize.
  const excess = () => page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
  await expect.poll(excess, { message: `${new URL(page.url()).pathname} in pixels too wide` }).toBeLessThanOrEqual(0);
  await page.setViewportSize(before);
}
