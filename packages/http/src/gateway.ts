import { ApiError, type Route } from '@evict/contract';
import type { Store } from '@evict/store/database';
import { Limiter } from '@evict/limiter';
import { Router } from '@koa/router';
import Koa, { type Context, type Middleware } from 'koa';
import type { Handler } from './call.ts';
import { clientAddress } from './client-address.ts';
import { listen, type Listening } from './listen.ts';
import { createCors } from './cors.ts';
import { Pipeline, type PipelineSettings, type ReplayCheck, type Respond, type StrangersPath } from './pipeline.ts';
import { createRequestMiddleware } from './render.ts';
import { createSessionCookies } from './session-cookie.ts';
import { strangerOf } from './strangers.ts';

export interface GatewaySettings extends PipelineSettings {
  /** The origin of the website, whose pages alone may call from a browser; none without it. */
  websiteOrigin?: string;
}

export interface Gateway {
  /** Serves an operation of the route table. The types of call and response derive from its row. */
  route<const R extends Route>(route: R, handler: Handler<R>): void;
  /** For operations that another gateway serves, and that tools of agents call here. */
  readonly forTools: Pick<Gateway, 'route'>;
  /** Runs before what is served at a path by any method. */
  use(path: string, middleware: Middleware): void;
  /** Serves a path for strangers by another server's rules: `respond` writes the response. */
  serve(path: StrangersPath, respond: Respond): void;
  /** The same server for routes that use another store: that of another database role. */
  over(store: Store): Gateway;
  /** The same server for routes whose replays are checked. */
  checkingReplays(check: ReplayCheck): Gateway;
  /** Serves every request that no route takes; those are 404 without it. */
  otherwise(respond: (ctx: Context) => Promise<void>): void;
  listen(address: { port: number; host: string }): Promise<Listening>;
}

/** An HTTP server whose routes share one pipeline, driven by the route table. */
export function createGateway({ websiteOrigin, ...settings }: GatewaySettings): Gateway {
  const router = new Router({ sensitive: true, strict: true });
  const app = new Koa();
  app.silent = true;
  app.use(createRequestMiddleware(settings.logger));
  if (websiteOrigin !== undefined) app.use(createSessionCookies({ ...settings, websiteOrigin }));
  app.use(router.routes());
  /** A response that nobody reads keeps its place until the connection is closed. */
  const others = new Limiter({ perKey: 64, total: 512, maxPresent: 256, maxWaitMs: 10_000 });
  let otherwise: (ctx: Context) => Promise<void> = async () => {
    throw new ApiError('not_found');
  };
  app.use((ctx) => otherwise(ctx));
  const callback = app.callback();
  const serving = (of: PipelineSettings): Gateway => gatewayOf(new Pipeline(of), of);
  const gatewayOf = (pipeline: Pipeline, of: PipelineSettings): Gateway => ({
    route: routeBy(pipeline),
    forTools: { route: (route, handler) => pipeline.offer(route, handler) },
    use: (path, middleware) => void router.all(path, middleware),
    serve: (path, respond) => {
      const serve = pipeline.serveStrangers(path, respond);
      router.register(toPattern(path.path), [path.method], (ctx) => {
        ctx.state['route'] = path.path;
        return serve(ctx, {});
      });
    },
    over: (store) => serving({ ...of, store }),
    checkingReplays: (checkReplay) => serving({ ...of, checkReplay }),
    otherwise: (respond) => {
      otherwise = async (ctx) => {
        const permit = await others.acquire(strangerOf(clientAddress(ctx.req, of.proxyHops)));
        if (ctx.res.destroyed) permit.release();
        else ctx.res.once('close', permit.release);
        await respond(ctx);
      };
    },
    listen: (address) => listen((req, res) => void callback(req, res), address),
  });
  const routeBy =
    (pipeline: Pipeline): Gateway['route'] =>
    (route, handler) => {
      const { method, path } = route;
      const pattern = toPattern(path);
      const respond = pipeline.serve(route, handler);
      const isPublicCall = route.auth === 'none' && method === 'POST';
      const cors = isPublicCall && websiteOrigin !== undefined ? createCors(route, websiteOrigin) : null;
      if (cors) router.register(pattern, ['OPTIONS'], async (ctx) => cors.preflight(ctx));
      router.register(pattern, [method], (ctx) => {
        ctx.state['route'] = path;
        cors?.mark(ctx);
        return respond(ctx, ctx.params);
      });
    };
  return serving(settings);
}

/** `/v1/cases/{id}` in the router's notation. */
function toPattern(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1');
}
