import { ApiError, type Route } from '@evict/contract';
import { strictObject, text } from '@evict/contract/fields';
import type { Gateway } from '@evict/http';
import { type Guides, renderGuides } from '../guides/guides.ts';
import { guidesRoot, guidesStylesheet } from '../guides/paths.ts';
import { searchPage } from '../guides/search.ts';
import { findSources } from '../guides/sources.ts';
import { guidesStyle } from '../guides/style.ts';
import { maxQuery } from '../site/layout.ts';
import { cachedForADay, cachedForMinutes, cssType, htmlType, page, scriptlessPolicy, servePage } from './page-file.ts';

const html = { contentType: htmlType, headers: { ...cachedForMinutes, 'Content-Security-Policy': scriptlessPolicy } };

/** The guides of docs/ beside the API reference, with their pictures and a search over all of them. */
export function guideRoutes(gateway: Gateway): void {
  const sources = findSources();
  let rendered: Guides | undefined;
  // By the first reader, so that a process without one starts as fast as before.
  const guides = () => (rendered ??= renderGuides(sources));

  servePage(gateway, {
    path: guidesStylesheet,
    contentType: cssType,
    headers: cachedForADay,
    bytes: Buffer.from(guidesStyle),
  });
  // A file is looked up by its whole path, and never read by it.
  for (const names of ['', '/{one}', '/{one}/{two}', '/{one}/{two}/{three}'])
    gateway.route({ ...page, path: `${guidesRoot}${names}` } satisfies Route, async ({ params }) => {
      const path = [guidesRoot, ...Object.values<string>(params)].join('/');
      const found = guides().pages.get(path);
      if (found !== undefined) return { status: 200, bytes: Buffer.from(found), ...html };
      const picture = guides().pictures.get(path);
      if (picture === undefined) throw new ApiError('not_found');
      return { status: 200, ...picture, headers: cachedForADay };
    });

  const search = {
    ...page,
    path: '/docs/search',
    query: strictObject({ q: text({ max: maxQuery }).optional() }),
  } as const satisfies Route;
  gateway.route(search, async ({ query: { q = '' } }) => {
    const bytes = Buffer.from(searchPage(guides().sections, q, guidesStylesheet));
    return { status: 200, bytes, contentType: htmlType, headers: { 'Content-Security-Policy': scriptlessPolicy } };
  });
}
