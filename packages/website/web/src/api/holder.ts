/** The kind of session. A browser can have one of each at the same time. */
export type Holder = 'customer' | 'attorney';

/** Returns the kind of session that the page belongs to. */
export function holderOfPage(path = location.pathname): Holder {
  return /^\/attorney(\/|$)/.test(path) ? 'attorney' : 'customer';
}

/**
 * Returns the header that selects one of the browser's sessions. The page can't send the token itself, because scripts
 * can't read it. For an operation that customers and attorneys share, the current page decides which session is used.
 */
export function sessionHeader(path: string): { 'X-Website-Session': Holder } {
  const ofBoth = path.startsWith('/v1/me/') || path === '/v1/auth/logout';
  const ofAttorney = /^\/v1\/(auth\/)?attorney\//.test(path);
  return { 'X-Website-Session': ofBoth ? holderOfPage() : ofAttorney ? 'attorney' : 'customer' };
}
