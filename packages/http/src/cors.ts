import { ApiError, type Route } from '@evict/contract';
import type { Context } from 'koa';

/**
 * Allows browsers to call a route only from the website's pages. `mark` makes every response readable to those pages,
 * including errors. `preflight` answers OPTIONS, which is 404 on any other path.
 */
export function createCors({ path, method }: Route, origin: string) {
  const mark = (ctx: Context): void => {
    ctx.vary('Origin');
    if (ctx.get('Origin') !== origin) return;
    ctx.set({ 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': 'Retry-After, X-Request-Id' });
  };
  const preflight = (ctx: Context): void => {
    mark(ctx);
    if (ctx.get('Origin') !== origin || ctx.get('Access-Control-Request-Method') === '')
      throw new ApiError('not_found');
    ctx.state['route'] = path;
    ctx.status = 204;
    ctx.set({
      'Access-Control-Allow-Methods': method,
      'Access-Control-Allow-Headers': 'Content-Type, X-Request-Id',
      'Access-Control-Max-Age': '600',
    });
  };
  return { mark, preflight };
}
