import { expect, test } from 'vitest';
import { wordsOf } from '../site/html.ts';
import { renderCode } from './code.ts';
import { findGuides, guidesRoot, renderGuides } from './guides.ts';
import { renderMarkdown } from './markdown.ts';

const origin = 'https://www.example.org';
const { pages, pictures, texts } = renderGuides(origin);
/** Other pages that are served next to the guides. */
const others = new Set(['/', '/docs', '/states', '/home', '/sign-up', '/docs/guides.css', '/icon.svg']);

test('only the pages for integrators, users and lawyers are served, in the order of the index', () => {
  const { groups } = findGuides();
  expect(groups.map(({ title }) => title)).toEqual([
    'For landlords and managers',
    'For attorneys',
    'For developers',
    'Law and data',
  ]);
  const listed = groups.flatMap(({ guides }) => guides.map(({ file }) => file));
  expect(listed[0]).toBe('docs/website.md');
  expect(groups[2]?.guides[0]?.file).toBe('docs/getting-started.md');
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

test('every page is complete, has no inline scripts or styles, and loads nothing from another host', () => {
  for (const [path, html] of pages) {
    expect(html, path).toMatch(/^<!doctype html>\n<html lang="en">/);
    const script = '<script src="/docs/guides.js" defer></script>';
    expect(html, path).toContain(`${script}\n</head>`);
    expect(html.replace(script, ''), path).not.toMatch(
      /<script|<style|<iframe|\son\w+="|style="|javascript:|src="http|\[!|&lt;!--/i,
    );
    expect(html.match(/<h1/g), path).toHaveLength(1);
    // Markdown that the renderer didn't understand would remain visible.
    const words = html.replace(/<(pre|code)\b.*?<\/\1>/gs, '').replace(/<[^>]*>/g, '');
    expect(words, path).not.toMatch(/\]\(|\*\*|^\|/m);
  }
});

test('the examples use the address of the service that shows them', () => {
  expect(texts.get(`${guidesRoot}/getting-started.md`)).toContain(`API=${origin}\n`);
  expect(pages.get(`${guidesRoot}/getting-started`)).toContain(`API=${origin}\n`);
  for (const [path, text] of [...pages, ...texts]) expect(text, path).not.toContain('https://api.example.com');
});

test('code has the name of its language, and strings and comments have colors', () => {
  const code = "# Don't\ncurl '$API'#a \"b\" # <c>";
  const rendered = renderCode(code, 'sh try');
  expect(rendered).toContain('<div class="code"><p>Shell</p><pre tabindex="0">');
  const parts = [...rendered.matchAll(/<span class="(\w+)">(.*?)<\/span>/g)].map(([, kind, text]) => [kind, text]);
  expect(parts).toEqual([
    ['comment', '# Don&#39;t'],
    ['string', '&#39;$API&#39;'],
    ['string', '&quot;b&quot;'],
    ['comment', '# &lt;c&gt;'],
  ]);
  expect(wordsOf(/<code>([^]*)<\/code>/.exec(rendered)?.[1] ?? '')).toBe(code);
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
