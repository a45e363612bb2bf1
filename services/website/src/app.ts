import type { RequestListener } from 'node:http';
import { ApiError, routes } from '@evict/contract';
import { clientAddress, countedNetworks } from '@evict/http/client-address';
import type { GatewayAddresses } from '@evict/http/gateway-client';
import { createRequestMiddleware } from '@evict/http/render';
import { Limiter } from '@evict/limiter';
import type { Logger } from '@evict/telemetry';
import Koa, { type Context } from 'koa';
import { createCredentials, type Holder } from './credentials.ts';
import { createForwarder, type ReadResponse, respond } from './forward.ts';
import type { Pages } from './pages.ts';
import { dataPolicy, headers } from './policy.ts';
import { findRoute } from './routes.ts';
import { createOriginCheck } from './same-origin.ts';

export interface WebsiteSettings {
  /** As browsers see it. */
  websiteOrigin: string;
  gateways: GatewayAddresses;
  secretKeys: readonly string[];
  /** Proxies of the deployment in front of the website. */
  proxyHops: number;
  pages: Pages;
  logger: Logger;
  /** After so long without a byte in either direction, in milliseconds, a connection is closed. */
  idleMs?: number;
}

export interface Website {
  handle: RequestListener;
  /** Closes the connections to the gateways. */
  close: () => void;
}

const api = '/app/api';
/** The same for what customers and attorneys have both, such as passkeys: those of the attorney. */
const apiOfAttorney = '/app/attorney/api';
/** A link to upload a file: a page for a browser, and the place of the bytes. */
const uploads = /^\/uploads\/upl_[0-9a-f-]{36}$/;
/** Requests of one network at once: many people behind one address, but not all connections to a gateway. */
const maxPresent = 128;

/**
 * Serves the pages, and the interface to them under `/app/api`: there the website adds the credential from the cookie of
 * the browser, which no script can read.
 */
export function createWebsite(settings: WebsiteSettings): Website {
  const { websiteOrigin, pages, logger, proxyHops, idleMs = 120_000 } = settings;
  const credentials = createCredentials(websiteOrigin, settings.secretKeys);
  const forwarder = createForwarder(settings.gateways);
  const isOwnPage = createOriginCheck(websiteOrigin);
  const present = new Limiter({ maxPresent });

  const app = new Koa();
  app.silent = true;
  app.use(createRequestMiddleware(logger));
  app.use(async (ctx) => {
    ctx.set(headers);
    ctx.res.setTimeout(idleMs, () => ctx.res.destroy());
    const isUpload = ctx.method === 'PUT' && uploads.test(ctx.path);
    if (!isUpload && !ctx.path.startsWith('/app/')) return pages(ctx);
    ctx.state['clientAddress'] = clientAddress(ctx.req, proxyHops);
    if (isUpload) return withinShare(ctx, () => upload(ctx));
    ctx.vary('Cookie');
    await withinShare(ctx, () => act(ctx));
  });
  const ownActs: Readonly<Record<string, (ctx: Context) => Promise<void> | void>> = {
    'GET /app/session': (ctx) => {
      const isSignedIn = (holder: Holder) => credentials.read(ctx, holder) !== null;
      ctx.body = { customer: isSignedIn('customer'), attorney: isSignedIn('attorney') };
    },
    'POST /app/attorney/sign-out': (ctx) => signOut(ctx, 'attorney', credentials.read(ctx, 'attorney')),
  };
  const callback = app.callback();
  return { handle: (req, res) => void callback(req, res), close: forwarder.close };

  /** A network with too many requests at once is refused one more. */
  async function withinShare(ctx: Context, work: () => Promise<void>): Promise<void> {
    const network = countedNetworks(ctx.state['clientAddress']).at(-1)?.network;
    const permit = present.tryAcquire(network);
    if (!permit) throw new ApiError('rate_limited', { retryAfterSeconds: 1 });
    try {
      await work();
    } finally {
      permit.release();
    }
  }

  async function act(ctx: Context): Promise<void> {
    if (!isOwnPage(ctx)) throw new ApiError('forbidden', { message: 'Only pages of this website can do that.' });
    for (const base of [api, apiOfAttorney]) if (ctx.path.startsWith(`${base}/v1/`)) return forward(ctx, base);
    const own = ownActs[`${ctx.method} ${ctx.path}`];
    if (!own) throw new ApiError('not_found');
    ctx.state['route'] = ctx.path;
    ctx.set('Content-Security-Policy', dataPolicy);
    await own(ctx);
  }

  async function forward(ctx: Context, base: string): Promise<void> {
    const path = ctx.path.slice(base.length);
    const route = findRoute(ctx.method, path);
    if (!route || (base === apiOfAttorney && !route.isOfBoth)) throw new ApiError('not_found');
    ctx.state['route'] = `${base}${route.path}`;
    const { gateway } = route;
    const holder = base === apiOfAttorney ? 'attorney' : route.holder;
    const token = holder && credentials.read(ctx, holder);
    if (holder && token === null) {
      credentials.end(ctx, holder);
      throw new ApiError('unauthenticated');
    }
    const outgoing = { gateway, path: `${path}${ctx.search}`, token };
    if (route.signsIn) return signIn(ctx, route.signsIn, await forwarder.read(ctx, outgoing));
    if (route.signsOut) return signOut(ctx, 'customer', token);
    await forwarder.forward(ctx, outgoing, () => holder && credentials.end(ctx, holder));
  }

  /** The link is its own credential, from whatever page or program it is used. */
  async function upload(ctx: Context): Promise<void> {
    const { gateway, path } = routes.putUpload;
    ctx.state['route'] = `/uploads/{link}`;
    await forwarder.forward(
      ctx,
      { gateway, path: path.replace('{link}', ctx.path.slice('/uploads/'.length)), token: null },
      () => {},
    );
  }

  /** The token goes into the cookie, the rest to the page. A session that the browser had before is ended. */
  async function signIn(ctx: Context, holder: Holder, response: ReadResponse): Promise<void> {
    if (response.status >= 300) return respond(ctx, response);
    const { token, ...account } = JSON.parse(response.body.toString('utf8')) as { token: string };
    const before = credentials.read(ctx, holder);
    if (before !== null) await endSession(ctx, before);
    credentials.keep(ctx, holder, token);
    ctx.status = response.status;
    ctx.body = account;
  }

  /** If the service does not respond, the session ends by its age. */
  async function endSession(ctx: Context, token: string): Promise<void> {
    await askLogout(ctx, token).catch(() => null);
  }

  /** The cookie ends whatever the service responds. */
  async function signOut(ctx: Context, holder: Holder, token: string | null): Promise<void> {
    credentials.end(ctx, holder);
    ctx.set('Clear-Site-Data', '"storage"');
    if (token === null) throw new ApiError('unauthenticated');
    respond(ctx, await askLogout(ctx, token));
  }

  function askLogout(ctx: Context, token: string): Promise<ReadResponse> {
    const { gateway, path } = routes.logout;
    return forwarder.ask(ctx, { gateway, path, token });
  }
}
