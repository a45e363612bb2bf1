/** The bytes of one request, or of several that are sent without waiting. */
export interface RawRequest {
  head: string;
  body: Buffer | null;
  responses?: number;
}

/** The sender of a request, and its address for X-Forwarded-For. */
export interface Caller {
  credential?: string | undefined;
  address?: string;
}

/** Requests over several connections. Each sends its next request after the response to the previous one. */
export interface Assault {
  connections: number;
  /** Null ends the connection. */
  next: () => RawRequest | null;
  /** Bytes per second that are read; 0 reads nothing. */
  readRate?: number;
  /** Bytes per second that are sent of a body. After an early response the rest of it is not sent. */
  writeRate?: number;
  /** Closes each connection as soon as its request is sent. */
  leaves?: boolean;
}

/** The bytes of a request. A body with a `Transfer-Encoding` header is already in that encoding. */
export function request(
  { credential, address }: Caller,
  method: string,
  path: string,
  { body = null, headers = {} }: { body?: Buffer | null; headers?: Readonly<Record<string, string>> } = {},
): RawRequest {
  const lines = {
    Host: 'rehearsal',
    ...(address !== undefined && { 'X-Forwarded-For': address }),
    ...(credential !== undefined && { Authorization: `Bearer ${credential}` }),
    ...(body !== null && { 'Content-Type': 'application/json' }),
    ...(body !== null && !headers['Transfer-Encoding'] && { 'Content-Length': String(body.length) }),
    ...headers,
  };
  const written = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`);
  return { head: `${method} ${path} HTTP/1.1\r\n${written.join('')}\r\n`, body };
}

export function json(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value));
}

/** These requests in turn, again and again, on so many connections. */
export function again(connections: number, ...requests: RawRequest[]): Assault[] {
  return [{ connections, next: over(requests) }];
}

/** Repeats these forever. */
export function over<T>(items: readonly T[]): () => T {
  let index = 0;
  return () => items[index++ % items.length] as T;
}

/** Returns each of these once. */
export function each<T>(items: readonly T[]): () => T | null {
  let index = 0;
  return () => items[index++] ?? null;
}

/** Repeats these until the time is up. */
export function forSeconds<T>(seconds: number, items: readonly T[]): () => T | null {
  const [until, next] = [performance.now() + seconds * 1000, over(items)];
  return () => (performance.now() < until ? next() : null);
}
