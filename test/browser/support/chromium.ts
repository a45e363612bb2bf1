import { mkdirSync, readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { withLock } from '@evict/local/lock';
import { type Browser, chromium } from 'playwright-core';

/** The sandbox of Chromium needs rights that containers do not have; the rest makes pictures the same everywhere. */
const linuxArgs = ['--no-sandbox', '--disable-dev-shm-usage', '--font-render-hinting=none', '--disable-lcd-text'];

/** A real Chromium: the one that CHROMIUM_PATH names, or on Linux x64 the one that comes as a package. */
export async function launchChromium(): Promise<Browser> {
  const executablePath = process.env['CHROMIUM_PATH'] || (await packagedChromium());
  return chromium.launch({ executablePath, args: process.platform === 'linux' ? linuxArgs : [] });
}

/**
 * The package unpacks to the temporary folder, and takes whatever lies there, of any version and owner. So it gets a
 * folder of this user's own, for its version.
 */
async function packagedChromium(): Promise<string> {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error('Set CHROMIUM_PATH to a Chrome or Chromium: none comes as a package for this machine.');
  }
  const manifest = findPackageJSON('@sparticuz/chromium', import.meta.url) ?? '';
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
  const cache = process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache');
  const folder = join(cache, 'eviction-case-service', `chromium-${version}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { TMPDIR } = process.env;
  process.env['TMPDIR'] = folder;
  try {
    const { default: packaged } = await import('@sparticuz/chromium');
    // Files of tests begin at the same time: none may start what another still writes.
    return await withLock(
      join(folder, 'lock'),
      () => {},
      () => packaged.executablePath(),
    );
  } finally {
    if (TMPDIR === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = TMPDIR;
  }
}
