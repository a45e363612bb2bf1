import { ApiError, type Route } from '@evict/contract';
import type { Store } from '@evict/store/database';
import type { Logger } from '@evict/telemetry';
import { Router } from '@koa/router';
import Koa from 'koa';
import type { Handler } from './call.ts';
import { listen, type Listening } from './listen.ts';
import { createCors } from './cors.ts';
import { createPipeline, type PipelineSettings } from './pipeline.ts';
import { createSurroundings } from './render.ts';

export interface GatewaySettings extends PipelineSettings {
  logger: Logger;
  /** From whose pages browsers may call the routes without a credential; none without it. */
  websiteOrigin?: string;
}

export interface Gateway {
  /** Serves an operation of the route table. The types of the call and of the answer follow from its row. */
  route<const R extends Route>(route: R, handler: Handler<R>): void;
  /** The same server for routes whose requests go through another store: that of another database role. */
  over(store: Store): Gateway;
  listen(address: { port: number; host: string }): Promise<Listening>;
}

/** An HTTP server on which every route goes through the same pipeline, driven by its row of the route table. */
export function createGateway({ logger, websiteOrigin, ...settings }: GatewaySettings): Gateway {
  const router = new Router({ sensitive: true, strict: true });
  const app = new Koa();
  app.silent = true;
  app.use(createSurroundings(logger));
  app.use(router.routes());
  app.use(() => {
    throw new ApiError('not_found');
  });
  const callback = app.callback();
  const withStore = (store: Store): Gateway => {
    const serve = createPipeline({ ...settings, store });
    return { route: routeBy(serve), over: withStore, listen: listenAt };
  };
  const listenAt: Gateway['listen'] = (address) => listen((req, res) => void callback(req, res), address);
  const routeBy =
    (serve: ReturnType<typeof createPipeline>): Gateway['route'] =>
    (route, handler) => {
      const { method, path } = route;
      const pattern = toPattern(path);
      const answer = serve(route, handler);
      const isPublicCall = route.auth === 'none' && method === 'POST';
      const cors = isPublicCall && websiteOrigin !== undefined ? createCors(route, websiteOrigin) : null;
      if (cors) router.register(pattern, ['OPTIONS'], async (ctx) => cors.preflight(ctx));
      router.register(pattern, [method], (ctx) => {
        ctx.state['route'] = path;
        cors?.mark(ctx);
        return answer(ctx, ctx.params);
      });
    };
  return withStore(settings.store);
}

/** `/v1/cases/{id}` as the router spells it. */
function toPattern(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1');
}
