import type { Gateway } from '@evict/http';
import { ruleBooks } from '@evict/rule-book';
import { rulesIndexPage, rulesPage, rulesStyle } from '../rules-page.ts';
import { cachedForADay, cachedForMinutes, cssType, htmlType, pagePolicy, servePage } from './page-file.ts';

/** The rule packs in words, beside the API reference: `/docs/rules`, a page for each pack and for each version. */
export function rulesRoutes(gateway: Gateway): void {
  const books = ruleBooks();
  const html = (path: string, text: string) =>
    servePage(gateway, {
      path,
      contentType: htmlType,
      // For minutes only: a change of law is another version.
      headers: { 'Content-Security-Policy': pagePolicy, ...cachedForMinutes },
      bytes: Buffer.from(text),
    });
  html('/docs/rules', rulesIndexPage(books));
  for (const book of books) html(`/docs/rules/${book.id}/${book.version}`, rulesPage(book));
  for (const [id, newest] of new Map(books.map((book) => [book.id, book])))
    html(`/docs/rules/${id}`, rulesPage(newest));
  servePage(gateway, {
    path: '/docs/rules.css',
    contentType: cssType,
    headers: cachedForADay,
    bytes: Buffer.from(rulesStyle),
  });
}
