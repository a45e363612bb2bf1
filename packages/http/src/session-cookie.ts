import { loopbackHosts } from '@evict/config';
import { ApiError, routes } from '@evict/contract';
import { credentialPrefixes, parseCredential } from '@evict/credentials';
import { endSession, findSession } from '@evict/store/accounts';
import { withOrigin } from '@evict/store/audit';
import type { Store } from '@evict/store/database';
import type { Context, Middleware } from 'koa';
import { clientAddress, shortNetwork } from './client-address.ts';

interface SessionCookieSettings {
  store: Store;
  /** The origin of the website, as browsers see it. */
  websiteOrigin: string;
  proxyHops: number;
}

/** A browser can have a customer and an attorney signed in at once, each with their own cookie. */
const cookieNames = { customer: 'session', attorney: 'attorney' } as const;
type Holder = keyof typeof cookieNames;

/** How long a browser keeps the cookie after a sign-in. The store also ends a session after 30 days without use. */
const lifetimeSeconds = 30 * 24 * 3600;

/**
 * Lets the website's pages use a session that no script can read. A page selects the session with `X-Website-Session`:
 * `customer` or `attorney`. Its cookie then takes the place of the Authorization header. If the request opens a
 * session, its token moves from the response to the cookie. Without `X-Website-Session`, cookies are ignored. With it,
 * a request is refused if it doesn't come from a page of the website, or if it has an Authorization header.
 */
export function createSessionCookies({ store, websiteOrigin, proxyHops }: SessionCookieSettings): Middleware {
  const { protocol, hostname } = new URL(websiteOrigin);
  const allowed = new Set(spellings(websiteOrigin));
  // Browsers don't keep Secure cookies from plain HTTP.
  const isPlain = protocol === 'http:' && loopbackHosts.includes(hostname);
  const [prefix, secure] = isPlain ? ['', ''] : ['__Host-', '; Secure'];
  const nameOf = (holder: Holder) => `${prefix}${cookieNames[holder]}`;

  return async (ctx, next) => {
    if (ctx.method === 'GET' && ctx.path === '/session') return showSignedIn(ctx);
    const holder = ctx.get('x-website-session');
    if (holder === '') return next();
    if (holder !== 'customer' && holder !== 'attorney') throw new ApiError('forbidden');
    requirePage(ctx);
    if (ctx.req.headers.authorization !== undefined) throw new ApiError('unauthenticated');
    const token = read(ctx, holder);
    if (token !== null) ctx.req.headers.authorization = `Bearer ${token}`;
    if (ctx.method === routes.logout.method && ctx.path === routes.logout.path) {
      // Whatever happens to the session, this browser forgets it.
      write(ctx, holder, '', 0);
      ctx.set('Clear-Site-Data', '"storage"');
    }
    try {
      await next();
    } catch (error) {
      if (error instanceof ApiError && error.code === 'unauthenticated') write(ctx, holder, '', 0);
      throw error;
    }
    const opened = takeToken(ctx);
    if (opened === null) return;
    write(ctx, holder, opened, lifetimeSeconds);
    // If the database is unavailable, the previous session lasts until it expires.
    if (token !== null) await end(ctx, token).catch(() => {});
  };

  /**
   * Tells a page which session cookies the browser has. It doesn't check the sessions: if one has ended, the page's
   * next request is refused.
   */
  function showSignedIn(ctx: Context): void {
    requirePage(ctx);
    ctx.state['route'] = ctx.path;
    ctx.body = { customer: read(ctx, 'customer') !== null, attorney: read(ctx, 'attorney') !== null };
  }

  /**
   * Throws unless the request comes from a page of the website. Browsers say so in `Sec-Fetch-Site`, which no page can
   * set, or at least send the `Origin`.
   */
  function requirePage(ctx: Context): void {
    const [site, origin] = [ctx.get('sec-fetch-site'), ctx.get('origin')];
    const isOwn = site === '' ? origin !== '' : site === 'same-origin';
    if (!isOwn || (origin !== '' && !allowed.has(origin)))
      throw new ApiError('forbidden', { message: 'Only pages of this website can do that.' });
  }

  function read(ctx: Context, holder: Holder): string | null {
    const token = ctx.cookies.get(nameOf(holder));
    return token !== undefined && parseCredential(token)?.prefix === credentialPrefixes.session ? token : null;
  }

  function write(ctx: Context, holder: Holder, token: string, maxAge: number): void {
    const attributes = `Max-Age=${maxAge}; Path=/; HttpOnly; SameSite=Strict${secure}`;
    ctx.append('Set-Cookie', `${nameOf(holder)}=${token}; ${attributes}`);
  }

  /** Ends the session that a browser had before it signed in again. */
  async function end(ctx: Context, token: string): Promise<void> {
    const hash = parseCredential(token)?.hash;
    const session = hash && (await findSession(store, hash));
    if (!session) return;
    const { id, organizationId, user } = session;
    const actor = { type: organizationId === null ? 'attorney' : 'user', id: user.id } as const;
    const network = shortNetwork(clientAddress(ctx.req, proxyHops)) || null;
    await withOrigin({ actor, credentialId: id, network }, () => endSession(store, user.id, id));
  }
}

/** Removes the token of a new session from a response. Returns the token, or null if there is none. */
function takeToken(ctx: Context): string | null {
  if (!ctx.path.startsWith('/v1/auth/') || typeof ctx.body !== 'string') return null;
  const { token, ...account } = JSON.parse(ctx.body) as { token?: unknown };
  if (typeof token !== 'string' || !token.startsWith(credentialPrefixes.session)) return null;
  ctx.body = JSON.stringify(account);
  return token;
}

/** Returns the origins under which browsers reach the website. A local stack can be reached under any loopback name. */
function spellings(origin: string): string[] {
  const { protocol, hostname, port } = new URL(origin);
  if (!loopbackHosts.includes(hostname)) return [origin];
  return loopbackHosts.map((host) => new URL(`${protocol}//${host}${port && `:${port}`}`).origin);
}
