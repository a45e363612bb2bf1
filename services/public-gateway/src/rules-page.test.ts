import { asMarkdown, ruleBooks } from '@evict/rule-book';
import { expect, test } from 'vitest';
import { rulesIndexPage, rulesPage } from './rules-page.ts';
import { wordsOf } from './site/html.ts';

const books = ruleBooks();
const pages = [
  { name: 'the list', html: rulesIndexPage(books) },
  ...books.map((book) => ({ name: book.id, html: rulesPage(book) })),
];

test.each(books)('the page of $id says what the printed rules say, word for word', (book) => {
  const words = (text: string) => text.replace(/\s+/g, ' ').trim();
  const html = rulesPage(book).replace(/<nav.*?<\/nav>/gs, '');
  const [, main = ''] = /<main id="main">(.*)<\/main>/s.exec(html) ?? [];
  const ofPage = words(wordsOf(main.replaceAll(/<\/t[dh]>/g, ' ')));
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

test.each(pages)('$name has its headings in order, and anchors for its own links, each once', ({ html }) => {
  const levels = [...html.matchAll(/<h(\d)/g)].map(([, level]) => Number(level));
  expect(levels.filter((level) => level === 1)).toHaveLength(1);
  levels.reduce((before, level) => {
    expect(level).toBeLessThanOrEqual(before + 1);
    return level;
  }, 0);
  const ids = [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const [, target] of html.matchAll(/href="#([^"]*)"/g)) expect(ids).toContain(target);
});
