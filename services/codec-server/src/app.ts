import type { RequestListener } from 'node:http';
import { ApiError, invalidRequest } from '@evict/contract';
import { createRequestMiddleware } from '@evict/http/render';
import type { Logger } from '@evict/telemetry';
import { createPayloadCodec, type PayloadKeys } from '@evict/temporal/payload-codec';
import Koa, { type Context, type Next } from 'koa';
import { createDecoder } from './payloads.ts';
import { readJson } from './read-json.ts';

export interface CodecServerSettings {
  payloadKeys: PayloadKeys;
  /** The one whose payloads are decoded. */
  temporalNamespace: string;
  /** From whose pages browsers may ask, and no others. */
  temporalWebOrigin: string;
  logger: Logger;
}

/**
 * Answers `POST /decode` as Temporal's codec protocol has it: `{payloads: [...]}` in, the same payloads readable out,
 * those that were never encrypted as they are. 400 with every fault where one cannot be decoded, 403 for another origin
 * or namespace, 413 past 6 MiB. Nothing encodes here: who can only read what Temporal keeps can plant nothing in it.
 */
export function createCodecServer(settings: CodecServerSettings): RequestListener {
  const { payloadKeys, temporalNamespace, temporalWebOrigin, logger } = settings;
  const decode = createDecoder(createPayloadCodec(payloadKeys));
  const app = new Koa();
  app.silent = true;
  app.use(createRequestMiddleware(logger));
  app.use(allowPagesOf(temporalWebOrigin));
  app.use(async (ctx) => {
    // Only the end of the path counts, so that a proxy can have this below a path of Temporal Web's own name.
    if (ctx.method !== 'POST' || !ctx.path.endsWith(route)) {
      throw new ApiError('not_found', { message: 'There is POST /decode here and nothing else.' });
    }
    ctx.state['route'] = route;
    if (ctx.get('X-Namespace') !== temporalNamespace) {
      throw new ApiError('forbidden', { message: 'X-Namespace must name the namespace that is decoded here.' });
    }
    if (!ctx.is('application/json')) throw new ApiError('unsupported_media_type');
    const { payloads, issues } = await decode(await readJson(ctx.req, maxBodyBytes));
    if (issues.length > 0) throw invalidRequest(issues);
    ctx.body = { payloads };
  });
  const callback = app.callback();
  return (req, res) => void callback(req, res);
}

const route = '/decode';

/** The largest answer that Temporal gives, 4 MiB, in base64. */
const maxBodyBytes = 6 * 1024 * 1024;

/**
 * Lets pages of one origin ask and read the answers, and refuses those of any other. Programs that are no browsers, for
 * example Temporal's command line, name no origin: they are let through as anybody is who reaches this port.
 */
function allowPagesOf(origin: string): (ctx: Context, next: Next) => Promise<unknown> {
  return async (ctx, next) => {
    ctx.vary('Origin');
    const asking = ctx.get('Origin');
    if (asking === '') return next();
    if (asking !== origin) throw new ApiError('forbidden', { message: 'Pages of this origin may not ask here.' });
    // Credentials are for whatever asks who it is in front of this process; here nothing reads them.
    ctx.set({ 'Access-Control-Allow-Origin': origin, 'Access-Control-Allow-Credentials': 'true' });
    if (ctx.method !== 'OPTIONS' || ctx.get('Access-Control-Request-Method') === '') return next();
    ctx.state['route'] = route;
    ctx.status = 204;
    ctx.set({
      'Access-Control-Allow-Methods': 'POST',
      'Access-Control-Allow-Headers': 'Authorization, Authorization-Extras, Content-Type, X-Namespace',
      'Access-Control-Max-Age': '600',
    });
  };
}
