import { expect, test } from 'vitest';
import { findGuides, guidesRoot, renderGuides } from './guides.ts';
import { renderMarkdown } from './markdown.ts';

const { pages, pictures } = renderGuides();
/** Other pages that are served next to the guides. */
const others = new Set(['/', '/docs', '/states', '/docs/guides.css', '/icon.svg']);

test('only the pages for integrators, users and lawyers are served, in the order of the index', () => {
  const { groups } = findGuides();
  expect(groups.map(({ title }) => title)).toEqual(['Integrate', 'Use', 'Law and data']);
  const listed = groups.flatMap(({ guides }) => guides.map(({ file }) => file));
  expect(listed[0]).toBe('docs/getting-started.md');
  expect(new Set(listed).size).toBe(listed.length);
  expect(pages.size).toBe(listed.length + 1);
  for (const path of ['deployment', 'operations', 'adr/0001-the-row-decides', 'packages/client/readme'])
    expect(pages.has(`${guidesRoot}/${path}`)).toBe(false);
  for (const path of ['', '/getting-started', '/packages/client', '/security'])
    expect(pages.has(`${guidesRoot}${path}`), path).toBe(true);
});

test('every link in the guides leads to an existing page and anchor, and every picture exists', () => {
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
  expect(local).toBeGreaterThan(300);
});

test('every guide is a complete page without scripts, inline styles, or anything from another host', () => {
  for (const [path, html] of pages) {
    expect(html, path).toMatch(/^<!doctype html>\n<html lang="en">/);
    expect(html, path).not.toMatch(/<script|<style|<iframe|\son\w+="|style="|javascript:|src="http|\[!|&lt;!--/i);
    expect(html.match(/<h1/g), path).toHaveLength(1);
    // Markdown that the renderer didn't understand would remain visible.
    const words = html.replace(/<(pre|code)\b.*?<\/\1>/gs, '').replace(/<[^>]*>/g, '');
    expect(words, path).not.toMatch(/\]\(|\*\*|^\|/m);
  }
});

test('only pictures in docs/images are served', () => {
  expect(pictures.get(`${guidesRoot}/images/papers/notice-nonpayment.png`)?.contentType).toBe('image/png');
  expect([...pictures.keys()].filter((path) => !/^\/docs\/guides\/images\/[\w/-]+\.(png|svg)$/.test(path))).toEqual([]);
});

test('the text of a guide never becomes markup, and its links lead only to pages of the site', () => {
  const targets = { link: (href: string) => (href === 'known.md' ? '/docs/guides/known' : null), picture: () => null };
  const text = [
    '# A `<b>` & "c"',
    '## Same',
    '## Same',
    '<script>alert(1)</script>',
    '<!-- not shown -->',
    'One <img src=x onerror=alert(1)> `a<b` &lt;c&gt; [there](known.md) [code](../packages/x.ts) [bad](javascript:alert(1))',
    '![A "picture"](x.png)',
    '> [!IMPORTANT]\n> Read this.',
    '```html"><script>\n<b>\n```',
    '| <i>a</i> |\n| --- |\n| <script>b</script> |',
  ];
  const { html, headings } = renderMarkdown(text.join('\n\n'), targets);
  expect(headings.map(({ anchor }) => anchor)).toEqual(['a-b--c', 'same', 'same-1']);
  expect(html).not.toMatch(/<script|<img|<b>|<i>|javascript:|not shown/);
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  expect(html).toContain('<code>a&lt;b</code> &lt;c&gt; <a href="/docs/guides/known">there</a> code bad');
  expect(html).toContain('A &quot;picture&quot;');
  expect(html).toContain('<strong>IMPORTANT</strong>\nRead this.');
  expect(html).toContain('<pre tabindex="0"><code>&lt;b&gt;</code></pre>');
});
