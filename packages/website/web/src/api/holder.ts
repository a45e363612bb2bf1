/** Whose session it is: a browser can have a customer and an attorney signed in. */
export type Holder = 'customer' | 'attorney';

/** Whose account the page is of. */
export function holderOfPage(path = location.pathname): Holder {
  return /^\/attorney(\/|$)/.test(path) ? 'attorney' : 'customer';
}

/**
 * The header by which a request to the interface uses a session of this browser, whose token no script can read. What
 * customers and attorneys have both is asked for whom the page is of.
 */
export function sessionHeader(path: string): { 'X-Website-Session': Holder } {
  const ofBoth = path.startsWith('/v1/me/') || path === '/v1/auth/logout';
  const ofAttorney = /^\/v1\/(auth\/)?attorney\//.test(path);
  return { 'X-Website-Session': ofBoth ? holderOfPage() : ofAttorney ? 'attorney' : 'customer' };
}
