import { asMarkdown, type RuleBook, ruleBooks } from '@evict/rule-book';
import { expect, test } from 'vitest';
import { rulesIndexPage, rulesPage } from './rules-page.ts';

const books = ruleBooks();
const pages = [
  { name: 'the list', html: rulesIndexPage(books) },
  ...books.map((book) => ({ name: book.id, html: rulesPage(book) })),
];

test.each(books)('the page of $id says what the printed rules say, word for word', (book) => {
  const words = (text: string) => text.replace(/\s+/g, ' ').trim();
  const html = rulesPage(book).replace(/<nav.*?<\/nav>/gs, '');
  const [, main = ''] = /<main id="main">(.*)<\/main>/s.exec(html) ?? [];
  const ofPage = words(textOf(main.replace(/<\/(dt|caption)>/g, ':')));
  const ofPrint = words(asMarkdown(book).replace(/^#+ |^- |\*\*|^\| -.*$|^\||\|$| \| /gm, ' '));
  expect(ofPage).toBe(ofPrint);
  expect(ofPage.length).toBeGreaterThan(5000);
});

test.each(pages)('$name is a whole page that needs no script and nothing from elsewhere', ({ html }) => {
  expect(html).toMatch(/^<!doctype html>\n<html lang="en">/);
  expect(html).not.toMatch(/<script|\son\w+=|style=|https?:|javascript:/i);
  const loaded = [...html.matchAll(/<link [^>]*href="([^"]*)"/g)].map(([, href]) => href);
  expect(loaded).toEqual(['data:,', '/docs/rules.css']);
});

test.each(pages)('$name can be read with a screen reader', ({ html }) => {
  const levels = [...html.matchAll(/<h(\d)/g)].map(([, level]) => Number(level));
  expect(levels.filter((level) => level === 1)).toHaveLength(1);
  levels.reduce((before, level) => {
    expect(level).toBeLessThanOrEqual(before + 1);
    return level;
  }, 0);
  const tables = html.match(/<table>.*?<\/table>/gs) ?? [];
  for (const table of tables) expect(table).toMatch(/^<table><caption>[^<]/);
  for (const cell of html.match(/<th\b[^>]*>/g) ?? []) expect(cell).toMatch(/^<th scope="(col|row)">$/);
  const labels = [...html.matchAll(/aria-label="([^"]*)"/g)].map(([, label]) => label);
  expect(labels.every((label) => label !== '')).toBe(true);
});

test.each(pages)('$name has anchors for its own links, each once', ({ html }) => {
  const ids = [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const [, target] of html.matchAll(/href="#([^"]*)"/g)) expect(ids).toContain(target);
});

test('no text of a pack becomes markup', () => {
  const hostile = `"><script>alert('1')</script>&amp;`;
  const basis = { citation: hostile, source: hostile, checked: hostile, sure: 'sure', remark: hostile } as const;
  const table = { caption: hostile, headers: [hostile], rows: [[hostile]] };
  const paper = { id: hostile, title: hostile, filename: hostile };
  const book: RuleBook = {
    id: 'zz',
    version: '2026.1',
    title: hostile,
    about: hostile,
    sections: [
      {
        title: hostile,
        text: [hostile],
        tables: [table],
        rules: [{ title: hostile, words: [hostile], basis, papers: [paper], tables: [table] }],
      },
    ],
  };
  for (const html of [rulesPage(book), rulesIndexPage([book])]) {
    expect(html).not.toContain('<script');
    expect(textOf(html)).toContain(hostile);
  }
});

/** The text of markup, entities read. */
function textOf(html: string): string {
  const characters: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
  return html.replace(/<[^>]*>/g, ' ').replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => characters[name] ?? '');
}
