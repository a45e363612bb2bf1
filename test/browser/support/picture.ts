import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

const folder = join(import.meta.dirname, '../../../docs/images');

/**
 * With PICTURES=1, which `npm run pictures` sets: writes docs/images/website-<name>.png, the whole page in light colors as
 * it is now. Otherwise does nothing.
 */
export async function picture(page: Page, name: string): Promise<void> {
  if (process.env['PICTURES'] !== '1') return;
  mkdirSync(folder, { recursive: true });
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await page.screenshot({
    path: join(folder, `website-${name}.png`),
    fullPage: true,
    animations: 'disabled',
    caret: 'hide',
    scale: 'css',
  });
}
