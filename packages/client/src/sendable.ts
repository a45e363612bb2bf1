/** Accepts read-only values, and undefined for absent fields: JSON omits them. */
export type Sendable<T> = T extends object
  ? { readonly [K in keyof T]: object extends Pick<T, K> ? Sendable<T[K]> | undefined : Sendable<T[K]> }
  : T;
