/** Calls the API over HTTP, for tests and benchmarks. */
import { type ClientOptions, createClient } from '@evict/client';

export interface Sent {
  /** The body, which is sent as JSON. */
  body?: unknown;
  /** A body that is sent unchanged. */
  raw?: string | Uint8Array<ArrayBuffer>;
  credential?: string;
  headers?: Readonly<Record<string, string>>;
  signal?: AbortSignal;
}

export interface ApiResponse {
  status: number;
  headers: Headers;
  bytes: Buffer;
  /** The parsed JSON, or null for an empty body or another content type. */
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any;
}

/** Sends any request, even one that the typed client doesn't allow. */
export async function send(
  url: string,
  method: string,
  path: string,
  { body, raw, credential, headers, signal }: Sent = {},
): Promise<ApiResponse> {
  const content = raw ?? (body === undefined ? null : JSON.stringify(body));
  const response = await fetch(url + path, {
    method,
    headers: {
      ...(content !== null && { 'content-type': 'application/json' }),
      ...(credential !== undefined && { authorization: `Bearer ${credential}` }),
      ...headers,
    },
    body: content,
    ...(signal && { signal }),
  });
  return readResponse(response);
}

export async function readResponse(response: Response): Promise<ApiResponse> {
  const bytes = Buffer.from(await response.arrayBuffer());
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
  const text = bytes.toString();
  return {
    status: response.status,
    headers: response.headers,
    bytes,
    body: isJson && text !== '' ? JSON.parse(text) : null,
  };
}

/** Signs up a new customer at this base URL, and returns their test key. */
export async function newKey(baseUrl: string, more: Pick<ClientOptions, 'fetch' | 'maxRetries'> = {}): Promise<string> {
  const { token } = await createClient({ baseUrl, ...more }).signup({ body: buildSignup() });
  const { secret } = await createClient({ baseUrl, credential: token, ...more }).createApiKey();
  return secret;
}

/** Returns a `fetch` that adds these headers. */
export function withHeaders(headers: Readonly<Record<string, string>>) {
  return (request: Request): Promise<Response> => {
    for (const [name, value] of Object.entries(headers)) request.headers.set(name, value);
    return fetch(request);
  };
}

/** Returns the body of a new user's sign-up. */
export function buildSignup(override: object = {}) {
  const email = `owner-${crypto.randomUUID()}@example.com`;
  return { name: 'Robin', organizationName: 'Sandbox Holdings', email, password: 'correct horse battery', ...override };
}

let addresses = 0;

/** Returns an unused IP address for `X-Forwarded-For`, because requests are limited by IP address. */
export function nextAddress(): string {
  addresses += 1;
  return `10.${addresses >> 16}.${(addresses >> 8) & 255}.${addresses & 255}`;
}
