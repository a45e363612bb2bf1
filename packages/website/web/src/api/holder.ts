/** The kind of session. One browser can have a customer and an attorney signed in. */
export type Holder = 'customer' | 'attorney';

/** The kind of account to which the page belongs. */
export function holderOfPage(path = location.pathname): Holder {
  return /^\/attorney(\/|$)/.test(path) ? 'attorney' : 'customer';
}

/**
 * The header with which a request uses a session of this browser, whose token scripts can't read. For operations that
 * customers and attorneys share, the page determines the session.
 */
export function sessionHeader(path: string): { 'X-Website-Session': Holder } {
  const ofBoth = path.startsWith('/v1/me/') || path === '/v1/auth/logout';
  const ofAttorney = /^\/v1\/(auth\/)?attorney\//.test(path);
  return { 'X-Website-Session': ofBoth ? holderOfPage() : ofAttorney ? 'attorney' : 'customer' };
}
