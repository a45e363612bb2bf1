import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

const folder = join(import.meta.dirname, '../../../docs/images');
/** A picture shows how a page begins; a reader of the docs does not need its end. */
const viewport = { width: 1280, height: 1000 };

/**
 * With PICTURES=1, which `npm run pictures` sets: writes docs/images/website-<name>.png, the beginning of the page in light
 * colors as it is now. Otherwise does nothing.
 */
export async function picture(page: Page, name: string): Promise<void> {
  if (process.env['PICTURES'] !== '1') return;
  mkdirSync(folder, { recursive: true });
  const before = page.viewportSize() ?? viewport;
  await page.setViewportSize(viewport);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await page.evaluate('scrollTo(0, 0)'); // the header stays at the top of what is seen
  await page.screenshot({ path: join(folder, `website-${name}.png`), animations: 'disabled', caret: 'hide' });
  await page.setViewportSize(before);
}
