import type { RawRequest } from './assault.ts';

/** The sender of a request. */
export interface Caller {
  credential?: string | undefined;
  /** For X-Forwarded-For. */
  address: string;
}

/** The bytes of a request. */
export function request(
  { credential, address }: Caller,
  method: string,
  path: string,
  { body = null, headers = {} }: { body?: Buffer | null; headers?: Readonly<Record<string, string>> } = {},
): RawRequest {
  const lines = {
    Host: 'isolation',
    'X-Forwarded-For': address,
    ...(credential !== undefined && { Authorization: `Bearer ${credential}` }),
    ...(body !== null && { 'Content-Type': 'application/json', 'Content-Length': String(body.length) }),
    ...headers,
  };
  const written = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`);
  return { head: `${method} ${path} HTTP/1.1\r\n${written.join('')}\r\n`, body };
}

export function json(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value));
}

/** Repeats these forever. */
export function over<T>(items: readonly T[]): () => T {
  let index = 0;
  return () => items[index++ % items.length] as T;
}

/** Returns each of these once. */
export function once<T>(items: readonly T[]): () => T | null {
  let index = 0;
  return () => items[index++] ?? null;
}
