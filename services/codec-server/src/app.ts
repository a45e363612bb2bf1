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
  /** Only payloads of this namespace are decoded. */
  temporalNamespace: string;
  /** The only origin whose pages may call. */
  temporalWebOrigin: string;
  logger: Logger;
}

/**
 * Serves `POST /decode` of Temporal's codec protocol: `{payloads: [...]}` in, the same payloads decrypted out; those
 * that were never encrypted pass unchanged. 400 with every fault if one cannot be decoded, 403 for another origin or
 * namespace, 413 over 6 MiB. There is no encoder: read access to Temporal must not allow planting payloads in it.
 */
export function createCodecServer(settings: CodecServerSettings): RequestListener {
  const { payloadKeys, temporalNamespace, temporalWebOrigin, logger } = settings;
  const decode = createDecoder(createPayloadCodec(payloadKeys));
  const app = new Koa();
  app.silent = true;
  app.use(createRequestMiddleware(logger));
  app.use(allowPagesOf(temporalWebOrigin));
  app.use(async (ctx) => {
    // Only the end of the path counts, so that a proxy can serve this under a path of Temporal Web.
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

/** The largest response of Temporal, 4 MiB, in base64. */
const maxBodyBytes = 6 * 1024 * 1024;

/**
 * CORS for pages of one origin; requests of any other are rejected. Programs that are not browsers, such as Temporal's
 * command line, send no origin and are served.
 */
function allowPagesOf(origin: string): (ctx: Context, next: Next) => Promise<unknown> {
  return async (ctx, next) => {
    ctx.vary('Origin');
    const asking = ctx.get('Origin');
    if (asking === '') return next();
    if (asking !== origin) throw new ApiError('forbidden', { message: 'Pages of this origin may not ask here.' });
    // Credentials are for a login in front of this process; here nothing reads them.
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
