/** A path of this website; null for anything that would lead elsewhere, such as `//other.example` or `/\other`. */
export function localPath(value: unknown): string | null {
  if (typeof value !== 'string' || !/^\/(?![/\\])/.test(value)) return null;
  const url = new URL(value, location.origin);
  return url.origin === location.origin ? `${url.pathname}${url.search}` : null;
}
