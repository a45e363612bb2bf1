const isLocal = (path: string) => /^\/(?![/\\])/.test(path);

/**
 * Returns a value if it is a path on this website, reduced to path and query. Returns null for anything that would lead
 * elsewhere, such as `//other.example` or `/..//other.example`.
 */
export function localPath(value: unknown): string | null {
  if (typeof value !== 'string' || !isLocal(value)) return null;
  const url = new URL(value, location.origin);
  return url.origin === location.origin && isLocal(url.pathname) ? `${url.pathname}${url.search}` : null;
}
