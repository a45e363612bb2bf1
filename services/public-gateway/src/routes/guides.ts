import { ApiError, type Route } from '@evict/contract';
import type { Gateway } from '@evict/http';
import { type Guides, guidesRoot, guidesScript, guidesStylesheet, llmsTexts, renderGuides } from '../guides/guides.ts';
import { copyScript } from '../guides/script.ts';
import { guidesStyle } from '../guides/style.ts';
import { fontStyle } from '../site/style.ts';
import {
  cachedForADay,
  cachedForMinutes,
  cssType,
  guidesPolicy,
  htmlType,
  page,
  scriptType,
  servePage,
} from './page-file.ts';

const html = { contentType: htmlType, headers: { ...cachedForMinutes, 'Content-Security-Policy': guidesPolicy } };

const markdown = { contentType: 'text/markdown; charset=utf-8', headers: cachedForMinutes };

/**
 * Serves the guides in docs/ with their images, next to the API reference. `font` is the path of the website's font, and
 * `origin` the address that the examples use.
 */
export function guideRoutes(gateway: Gateway, font: string | null, origin: string): void {
  let rendered: Guides | undefined;
  // Render the guides on the first request, so that the process starts quickly.
  const guides = () => (rendered ??= renderGuides(origin));

  servePage(gateway, {
    path: guidesStylesheet,
    contentType: cssType,
    headers: cachedForADay,
    bytes: Buffer.from(`${fontStyle(font)}${guidesStyle}`),
  });
  servePage(gateway, {
    path: guidesScript,
    contentType: scriptType,
    headers: cachedForADay,
    bytes: Buffer.from(copyScript),
  });
  // Files are looked up in memory by their whole path. No path from a request is used to read a file.
  for (const names of ['', '/{one}', '/{one}/{two}', '/{one}/{two}/{three}'])
    gateway.route({ ...page, path: `${guidesRoot}${names}` } satisfies Route, async ({ params }) => {
      const path = [guidesRoot, ...Object.values<string>(params)].join('/');
      const found = guides().pages.get(path);
      if (found !== undefined) return { status: 200, bytes: Buffer.from(found), ...html };
      const text = guides().texts.get(path);
      if (text !== undefined) return { status: 200, bytes: Buffer.from(text), ...markdown };
      const picture = guides().pictures.get(path);
      if (picture === undefined) throw new ApiError('not_found');
      return { status: 200, ...picture, headers: cachedForADay };
    });
  for (const path of llmsTexts)
    gateway.route({ ...page, path } satisfies Route, async () => ({
      status: 200,
      bytes: Buffer.from(guides().texts.get(path) ?? ''),
      ...markdown,
      contentType: 'text/plain; charset=utf-8',
    }));
}
