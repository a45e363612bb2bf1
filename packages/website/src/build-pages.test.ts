import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { builtPages } from './build-pages.ts';

const folder = await builtPages();
const html = readFileSync(join(folder, 'index.html'), 'utf8');
const assets = readdirSync(join(folder, 'assets'));
const read = (name: string) => readFileSync(join(folder, 'assets', name), 'utf8');

/** Returns a script and everything that it imports before it runs. */
function withImports(name: string, found = new Set<string>()): Set<string> {
  if (found.has(name)) return found;
  found.add(name);
  for (const [, imported = ''] of read(name).matchAll(/(?:from|import)\s*["']\.\/([^"']+)["']/g)) {
    withImports(imported, found);
  }
  return found;
}

const kilobytes = (names: Iterable<string>) =>
  [...names].reduce((sum, name) => sum + gzipSync(read(name)).length, 0) / 1024;

const [, entry = ''] = /src="\/assets\/([^"]+\.js)"/.exec(html) ?? [];
const shared = withImports(entry);
const router = readFileSync(join(import.meta.dirname, '../web/src/router.tsx'), 'utf8');
const files = new Set(Array.from(router.matchAll(/import\('\.\/pages\/([\w/-]+)\.tsx'\)/g), ([, file = '']) => file));
files.delete('intake/drafts'); // exempt, because this editor is opened once and then used for a while
const pages = Array.from(files, (file) => basename(file));

const visitorPages = ['landing', 'sign-in', 'single-sign-on', 'leads', 'upload-link'];
/** The scripts of the frame around the pages of a signed-in user. */
const frame = withImports(assets.find((name) => /^signed-in-pages-[\w-]{8}\.js$/.test(name)) ?? '', new Set(shared));

/** The limit for the scripts of a first load, in KB compressed by gzip. Pages for visitors have the lower limit. */
const limitOf = (page: string) => (visitorPages.includes(page) ? 200 : 250);

test('no page initially loads more scripts than its limit allows', () => {
  expect(pages.length).toBeGreaterThan(8);
  const sizes = pages.map((page) => {
    const scripts = assets.filter((name) => new RegExp(`^${page}-[\\w-]{8}\\.js$`).test(name));
    expect(scripts, page).not.toEqual([]);
    const around = visitorPages.includes(page) ? shared : frame;
    return [page, Math.max(...scripts.map((script) => kilobytes(withImports(script, new Set(around)))))] as const;
  });
  // The framework alone exceeds this, so a smaller sum would mean that the test miscounts.
  expect(Math.min(...sizes.map(([, size]) => size))).toBeGreaterThan(100);
  expect(sizes.filter(([page, size]) => size > limitOf(page))).toEqual([]);
});

test('no page loads a script, a style or a font from another host', () => {
  expect(html).not.toMatch(/(?:src|href)="(?!\/)/);
  const styles = assets.filter((name) => name.endsWith('.css')).map(read);
  expect(styles.length).toBeGreaterThan(0);
  for (const style of styles) expect(style).not.toMatch(/url\(["']?(?:https?:)?\/\/|@import/);
});

test("the built styles keep light-dark(), so colors follow Mantine's color scheme", () => {
  const styles = assets.filter((name) => name.endsWith('.css')).map(read);
  expect(styles.some((style) => style.includes('light-dark('))).toBe(true);
  for (const style of styles) expect(style).not.toContain('--lightningcss-');
});
