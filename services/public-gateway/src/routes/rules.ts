import { ApiError, type Route } from '@evict/contract';
import type { Gateway } from '@evict/http';
import { ruleBookOf, ruleBooks } from '@evict/rule-book';
import { rulesIndexPage, rulesPage, rulesStyle } from '../rules-page.ts';
import { cachedForADay, cachedForMinutes, cssType, htmlType, page, pagePolicy, servePage } from './page-file.ts';

// For minutes only: a change of law is another version.
const html = { contentType: htmlType, headers: { ...cachedForMinutes, 'Content-Security-Policy': pagePolicy } };

/** The rule packs in words, beside the API reference: `/docs/rules`, a page for each pack and for each version. */
export function rulesRoutes(gateway: Gateway): void {
  // Each by its first reader, so that a process without one starts as fast as before.
  const written = new Map<string, Buffer>();
  for (const names of ['', '/{id}', '/{id}/{version}'])
    gateway.route({ ...page, path: `/docs/rules${names}` } satisfies Route, async ({ params }) => {
      const { id, version } = params as { id?: string; version?: string };
      const key = JSON.stringify([id, version]);
      const bytes = written.get(key) ?? Buffer.from(writePage(id, version));
      written.set(key, bytes);
      return { status: 200, bytes, ...html };
    });
  servePage(gateway, {
    path: '/docs/rules.css',
    contentType: cssType,
    headers: cachedForADay,
    bytes: Buffer.from(rulesStyle),
  });
}

function writePage(id?: string, version?: string): string {
  if (id === undefined) return rulesIndexPage(ruleBooks());
  const book = ruleBookOf(id, version);
  if (book === undefined) throw new ApiError('not_found');
  return rulesPage(book);
}
