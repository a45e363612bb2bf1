/** Returns the entries that aren't undefined. */
export function withValues<T extends object>(entries: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const given = Object.entries(entries).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as { [K in keyof T]?: Exclude<T[K], undefined> };
}
