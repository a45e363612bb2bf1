import { mkdirSync, readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { withLock } from '@evict/local/lock';
import { type Browser, chromium } from 'playwright-core';

/**
 * Chromium's sandbox needs privileges that containers don't have. The other arguments make screenshots the same
 * everywhere.
 */
const linuxArgs = ['--no-sandbox', '--disable-dev-shm-usage', '--font-render-hinting=none', '--disable-lcd-text'];

/** Launches a real Chromium: the one that CHROMIUM_PATH names, or on Linux x64 the one from an npm package. */
export async function launchChromium(): Promise<Browser> {
  const executablePath = process.env['CHROMIUM_PATH'] || (await packagedChromium());
  return chromium.launch({ executablePath, args: process.platform === 'linux' ? linuxArgs : [] });
}

/**
 * The package unpacks to the temporary folder, and uses whatever is there, of any version and owner. So it gets a
 * folder that belongs to this user and this version. Returns the path of the program.
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
    // Test files start at the same time, and none may launch a program that another one is still writing.
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
