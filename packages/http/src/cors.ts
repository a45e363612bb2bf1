import type { Route } from '@evict/contract';
import type { Router } from '@koa/router';
import type { Context, Next } from 'koa';

/**
 * Lets browsers call a route from the pages of the website and no others: answers their preflight, and marks every
 * answer, errors too, as theirs to read. Any other OPTIONS request is left to be not found.
 */
export function allowWebsite(router: Router, { path, method }: Route, origin: string): void {
  router.register(path, [method, 'OPTIONS'], async (ctx: Context, next: Next) => {
    ctx.vary('Origin');
    if (ctx.get('Origin') !== origin) return next();
    ctx.set({ 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': 'Retry-After, X-Request-Id' });
    if (ctx.method !== 'OPTIONS' || ctx.get('Access-Control-Request-Method') === '') return next();
    ctx.state['route'] = path;
    ctx.status = 204;
    ctx.set({
      'Access-Control-Allow-Methods': method,
      'Access-Control-Allow-Headers': 'Content-Type, X-Request-Id',
      'Access-Control-Max-Age': '600',
    });
  });
}
