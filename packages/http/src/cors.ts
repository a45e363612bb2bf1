import { ApiError, type Route } from '@evict/contract';
import type { Context } from 'koa';

/**
 * What browsers are told of a route that they may call from the pages of the website and no others: `mark` makes every
 * response, errors too, theirs to read; `preflight` answers OPTIONS. Any other OPTIONS request is not found.
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
