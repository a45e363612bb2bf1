/** The bytes of a request, or of several that are sent without waiting for responses. */
export interface RawRequest {
  head: string;
  body: Buffer | null;
  responses?: number;
}

/** The sender of a request, with its address for X-Forwarded-For. */
export interface Caller {
  credential?: string | undefined;
  address?: string;
}

/** Requests over several connections. Each connection sends its next request after the response to the previous one. */
export interface Assault {
  connections: number;
  /** Returns the next request. Null ends the connection. */
  next: () => RawRequest | null;
  /** How many bytes of responses are read per second. With 0, responses aren't read. */
  readRate?: number;
  /** How many bytes of a body are sent per second. After an early response the rest of the body isn't sent. */
  writeRate?: number;
  /** Whether each connection is closed as soon as its request is sent. */
  leaves?: boolean;
}

/** Returns the bytes of a request. A body with a `Transfer-Encoding` header must already be in that encoding. */
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

/** Sends these requests over and over, in turn, on this many connections. */
export function again(connections: number, ...requests: RawRequest[]): Assault[] {
  return [{ connections, next: over(requests) }];
}

/** Returns a function that returns these items in turn, forever. */
export function over<T>(items: readonly T[]): () => T {
  let index = 0;
  return () => items[index++ % items.length] as T;
}

/** Returns a function that returns each item once, and then null. */
export function each<T>(items: readonly T[]): () => T | null {
  let index = 0;
  return () => items[index++] ?? null;
}

/** Returns a function that returns these items in turn, and null once the time is over. */
export function forSeconds<T>(seconds: number, items: readonly T[]): () => T | null {
  const [until, next] = [performance.now() + seconds * 1000, over(items)];
  return () => (performance.now() < until ? next() : null);
}
