import type { Context } from 'koa';

const loopbackHosts = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Whether a request comes from a page of this website. Browsers say so in `Sec-Fetch-Site`, which no page can set, or at
 * least in `Origin`. A request that changes something and says neither is refused.
 */
export function createOriginCheck(origin: string): (ctx: Context) => boolean {
  const allowed = new Set(spellings(origin));
  return (ctx) => {
    const site = ctx.get('sec-fetch-site');
    const sender = ctx.get('origin');
    if (sender !== '' && !allowed.has(sender)) return false;
    if (site !== '') return site === 'same-origin' || (site === 'none' && isRead(ctx));
    return sender !== '' || isRead(ctx);
  };
}

function isRead({ method }: Context): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** A local stack is reached by any name of this machine. */
function spellings(origin: string): string[] {
  const { protocol, hostname, port } = new URL(origin);
  if (!loopbackHosts.includes(hostname)) return [origin];
  return loopbackHosts.map((host) => new URL(`${protocol}//${host}${port && `:${port}`}`).origin);
}
