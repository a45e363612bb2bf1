/** Sends requests that `fetch` would normalize, with exact paths and repeated headers. */
import { Agent, type IncomingMessage, request } from 'node:http';
import type { ApiResponse } from './api.ts';

export interface ExactRequest {
  method: string;
  /** The path in the request line: ASCII without spaces. */
  path: string;
  /** The headers. An array is sent as repeated headers. */
  headers?: Readonly<Record<string, string | string[]>>;
  /** The body. It is sent with a Content-Length, unless the headers contain a Transfer-Encoding. */
  raw?: string | Uint8Array;
}

const agent = new Agent({ keepAlive: true });

/** Sends the request. Rejects if the response isn't complete within a minute. */
export async function exactly(url: string, { method, path, headers = {}, raw }: ExactRequest): Promise<ApiResponse> {
  const { hostname, port } = new URL(url);
  const length =
    raw === undefined || 'transfer-encoding' in headers ? {} : { 'content-length': Buffer.byteLength(raw) };
  const type = raw === undefined ? {} : { 'content-type': 'application/json' };
  const signal = AbortSignal.timeout(60_000);
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const options = { hostname, port, method, path, agent, signal, headers: { ...type, ...length, ...headers } };
    request(options, resolve).on('error', reject).end(raw);
  });
  const bytes = Buffer.concat((await response.toArray()) as Buffer[]);
  const isJson = response.headers['content-type']?.startsWith('application/json') && bytes.length > 0;
  return {
    status: response.statusCode ?? 0,
    headers: new Headers(response.headers as Record<string, string>),
    bytes,
    body: isJson ? JSON.parse(bytes.toString()) : null,
  };
}
