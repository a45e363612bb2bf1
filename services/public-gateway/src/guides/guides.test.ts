import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { renderGuides } from './guides.ts';
import { renderMarkdown } from './markdown.ts';
import { guidesRoot } from './paths.ts';
import { searchPage, searchSections } from './search.ts';
import { findSources } from './sources.ts';

const sources = findSources();
const { pages, pictures, sections } = renderGuides(sources);
const root = new URL('../../../../', import.meta.url);
/** Served beside the guides. */
const others = new Set(['/', '/docs', '/docs/rules', '/docs/guides.css']);

test('every page of docs is listed, once, in the order of its index', () => {
  const listed = sources.groups.flatMap(({ guides }) => guides.map(({ file }) => file));
  const inDocs = readdirSync(new URL('docs/', root)).filter((name) => name.endsWith('.md') && name !== 'README.md');
  expect(listed.filter((file) => file.startsWith('docs/')).sort()).toEqual(inDocs.map((name) => `docs/${name}`).sort());
  expect(new Set(listed).size).toBe(listed.length);
  expect(sources.groups.map(({ title }) => title)).toEqual(['Integrate', 'Use', 'Law and data', 'Operate', 'Develop']);
  expect(listed[0]).toBe('docs/getting-started.md');
  expect(pages.size).toBe(listed.length + sources.decisions.length + 2);
});

test('comments of the Markdown are not shown', () => {
  expect([...pages].filter(([, html]) => html.includes('&lt;!--')).map(([path]) => path)).toEqual([]);
});

test('every link leads to a page and an anchor that exist, every picture is there', () => {
  const anchorsOf = (html: string) => [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
  const anchors = new Map([...pages].map(([path, html]) => [path, anchorsOf(html)]));
  let local = 0;
  const faults: string[] = [];
  for (const [path, html] of pages) {
    expect(new Set(anchors.get(path)).size, path).toBe(anchors.get(path)?.length);
    for (const [, href = ''] of html.matchAll(/ href="([^"]*)"/g)) {
      if (/^(https?|mailto|data):/.test(href)) continue;
      local += 1;
      const [target = '', anchor] = href.split('#');
      const page = target === '' ? path : target;
      const isThere = pages.has(page) || others.has(page);
      if (!isThere || (anchor !== undefined && !anchors.get(page)?.includes(anchor))) faults.push(`${path}: ${href}`);
    }
    for (const [tag, src = ''] of html.matchAll(/<img src="([^"]*)"[^>]*>/g)) {
      expect(pictures.has(src), src).toBe(true);
      expect(tag).toMatch(/ alt="[^"]+" width="\d\d+" height="\d\d+"/);
    }
  }
  expect(faults).toEqual([]);
  expect(local).toBeGreaterThan(1000);
});

test('every page is whole, without scripts, styles of its own, or anything from elsewhere', () => {
  for (const [path, html] of pages) {
    expect(html, path).toMatch(/^<!doctype html>\n<html lang="en">/);
    expect(html, path).not.toMatch(/<script|<style|<iframe|\son\w+="|style="|javascript:|src="http|\[!/i);
    expect(html.match(/<h1/g), path).toHaveLength(1);
    // What the renderer did not understand would be seen as Markdown.
    const words = html.replace(/<(pre|code)\b.*?<\/\1>/gs, '').replace(/<[^>]*>/g, '');
    expect(words, path).not.toMatch(/\]\(|\*\*|^\|/m);
  }
});

test('pictures are those of docs, and every one that a page shows', () => {
  expect(pictures.get(`${guidesRoot}/images/papers/notice-nonpayment.png`)?.contentType).toBe('image/png');
  expect([...pictures.keys()].filter((path) => !/^\/docs\/guides\/images\/[\w/-]+\.(png|svg)$/.test(path))).toEqual([]);
});

test('text of a page never becomes markup, and links lead to pages of the site alone', () => {
  const targets = {
    link: (href: string) => (href === 'known.md' ? { address: '/docs/guides/known', name: 'K<w' } : null),
    picture: () => null,
  };
  const { html, headings } = renderMarkdown(
    [
      '# A `<b>` & "c"',
      '## Same',
      '## Same',
      '<script>alert(1)</script>',
      'One <img src=x onerror=alert(1)> `a<b` &lt;c&gt; [there](known.md) [known.md](known.md) [code](../packages/x.ts) a<br>b',
      '![A "picture"](x.png)',
      '> [!IMPORTANT]',
      '> Read this.',
      '```mermaid\na-->b\n```',
    ]
      .join('\n\n')
      .replace('> [!IMPORTANT]\n\n', '> [!IMPORTANT]\n'),
    targets,
  );
  expect(headings.map(({ anchor }) => anchor)).toEqual(['a-b--c', 'same', 'same-1']);
  expect(html).not.toMatch(/<script|<img|<b>/);
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  expect(html).toContain(
    '<code>a&lt;b</code> &lt;c&gt; <a href="/docs/guides/known">there</a> <a href="/docs/guides/known">K&lt;w</a> code a<br>b',
  );
  expect(html).toContain('A &quot;picture&quot;');
  expect(html).toContain('<div class="note" role="note"><strong>Important</strong><p>Read this.</p>');
  expect(html).toContain(
    '<summary>The diagram as text (Mermaid)</summary><pre tabindex="0"><code>a--&gt;b</code></pre>',
  );
});

test.each([
  ['idempotency-key', `${guidesRoot}/errors`],
  ['verify webhook signature', `${guidesRoot}/webhooks`],
  ['RETRY-AFTER limits', `${guidesRoot}/limits`],
  ['documents bucket encrypted', `${guidesRoot}/storage-and-encryption`],
])('a search for %s finds %s', (query, path) => {
  const found = searchSections(sections, query).map(({ href }) => href.split('#')[0]);
  expect(found.slice(0, 5)).toContain(path);
});

test('a search takes any text as words: nothing of it is markup or a pattern', () => {
  for (const query of ['<script>alert(1)</script>', '"><img src=x>', '.*', '(((((', '[', String.raw`\d`, '​ ', '$&']) {
    const html = searchPage(sections, query, '/docs/guides.css');
    expect(html).not.toMatch(/<script|<img/);
    expect(html).toMatch(/<p role="status">/);
  }
  expect(searchPage(sections, 'ab.*yz', '/x')).toContain('Nothing for “ab.*yz”');
  expect(searchPage(sections, '  ', '/x')).toContain('Enter words');
  // Found, and each with characters that mean something in a pattern.
  for (const query of ['idempotency-key', '<version>', '.data/', '$KEY', "'{", '|', '\\', '"$@"'])
    expect(searchPage(sections, query, '/x'), query).toMatch(/<mark>/);
});

test('README.md of docs is the front page, and what the repository alone has is no link', () => {
  expect(pages.get(guidesRoot)).toContain('<a href="/docs/guides/getting-started">Getting started</a>');
  const map = readFileSync(new URL('docs/change-map.md', root), 'utf8');
  expect(map).toContain('](../packages/');
  expect(pages.get(`${guidesRoot}/change-map`)).not.toContain('packages/case-model/src/events.ts"');
});
