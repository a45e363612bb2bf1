import { ApiError, type Route } from '@evict/contract';
import type { Store } from '@evict/store/database';
import { Router } from '@koa/router';
import Koa, { type Context, type Middleware } from 'koa';
import type { Handler } from './call.ts';
import { createCors } from './cors.ts';
import { createFront, type Front, type FrontSettings } from './front.ts';
import type { ReplayCheck } from './idempotency.ts';
import { listen, type Listening } from './listen.ts';
import type { Params } from './perform.ts';
import { createRequestMiddleware } from './render.ts';
import { type Respond, serve, serveAnonymous, type AnonymousPath } from './serve.ts';
import { createSessionCookies } from './session-cookie.ts';

export interface GatewaySettings extends FrontSettings {
  /** The website's origin. Its pages may call this gateway from a browser. If it is unset, no page may. */
  websiteOrigin?: string;
}

export interface Gateway {
  /**
   * Serves an operation of the contract. The types of its call and response derive from the route. `ownerOfPath` is for
   * a route whose path contains the credential: it returns the owner whose share of memory the body uses, or throws
   * 404.
   */
  route<const R extends Route>(route: R, handler: Handler<R>, ownerOfPath?: (params: Params) => Promise<string>): void;
  /**
   * Registers operations that another gateway serves over HTTP, so that agents' tools can call them in this process.
   */
  readonly forTools: Pick<Gateway, 'route'>;
  /** Adds middleware for all methods of a path. */
  use(path: string, middleware: Middleware): void;
  /**
   * Serves a path that takes no credential and isn't an operation of the contract, such as an OAuth endpoint. `respond`
   * writes the response.
   */
  serve(path: AnonymousPath, respond: Respond): void;
  /** Returns this gateway with another store, for routes that use a different database role. */
  over(store: Store): Gateway;
  /** Sets the check that authorizes each replay of a stored response. */
  checkReplays(check: ReplayCheck): void;
  /** Sets the handler for requests that match no route. By default, they get 404. */
  otherwise(respond: (ctx: Context) => Promise<void>): void;
  listen(address: { port: number; host: string }): Promise<Listening>;
}

/** Creates an HTTP server for routes of the contract. `serve` in serve.ts lists the steps of each request. */
export function createGateway({ websiteOrigin, ...settings }: GatewaySettings): Gateway {
  const router = new Router({ sensitive: true, strict: true });
  let otherwise: (ctx: Context) => Promise<void> = async () => {
    throw new ApiError('not_found');
  };
  const app = new Koa();
  app.silent = true;
  app.use(createRequestMiddleware(settings.logger));
  if (websiteOrigin !== undefined) app.use(createSessionCookies({ ...settings, websiteOrigin }));
  app.use(router.routes());
  app.use((ctx) => otherwise(ctx));
  const callback = app.callback();

  const gatewayOf = (front: Front): Gateway => {
    const offer: Gateway['route'] = (route, handler) =>
      void front.handlers.set(route, handler as unknown as Handler<Route>);
    return {
      route(route, handler, ownerOfPath) {
        offer(route, handler);
        const { method, path } = route;
        const respond = serve(front, route, handler, ownerOfPath);
        const isPublicCall = route.auth === 'none' && method === 'POST';
        const cors = isPublicCall && websiteOrigin !== undefined ? createCors(route, websiteOrigin) : null;
        if (cors) router.register(toPattern(path), ['OPTIONS'], async (ctx) => cors.preflight(ctx));
        router.register(toPattern(path), [method], (ctx) => {
          ctx.state['route'] = path;
          cors?.mark(ctx);
          return respond(ctx, ctx.params);
        });
      },
      forTools: { route: offer },
      use: (path, middleware) => void router.all(path, middleware),
      serve(path, respond) {
        const serveAny = serveAnonymous(front, path, respond);
        router.register(toPattern(path.path), [path.method], (ctx) => {
          ctx.state['route'] = path.path;
          return serveAny(ctx, {});
        });
      },
      over: (store) => gatewayOf(createFront({ ...settings, store }, front)),
      checkReplays: (check) => void (front.checkReplay = check),
      otherwise: (respond) => void (otherwise = respond),
      listen: (address) => listen((req, res) => void callback(req, res), address),
    };
  };
  return gatewayOf(createFront(settings));
}

/** Converts a path such as `/v1/cases/{id}` to the router's notation. */
function toPattern(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1');
}
