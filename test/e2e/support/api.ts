/** How every test and benchmark calls the API over HTTP, and the people it calls as. */

export interface Sent {
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as it is. */
  raw?: string | Uint8Array<ArrayBuffer>;
  credential?: string;
  headers?: Readonly<Record<string, string>>;
}

export interface Answer {
  status: number;
  headers: Headers;
  bytes: Buffer;
  /** The JSON; null for bytes and for an empty answer. */
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any;
}

/** One request and its answer, whatever that is. */
export async function send(
  url: string,
  method: string,
  path: string,
  { body, raw, credential, headers }: Sent = {},
): Promise<Answer> {
  const content = raw ?? (body === undefined ? null : JSON.stringify(body));
  const response = await fetch(url + path, {
    method,
    headers: {
      ...(content !== null && { 'content-type': 'application/json' }),
      ...(credential !== undefined && { authorization: `Bearer ${credential}` }),
      ...headers,
    },
    body: content,
  });
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

/** Calls the API at an address with one credential, or none. Throws what was answered where that is no success. */
export function apiAt(url: string, credential: string | null, headers: Sent['headers'] = {}) {
  return async function call<T>(method: string, path: string, content?: unknown): Promise<T> {
    const sent = { body: content, headers, ...(credential !== null && { credential }) };
    const { status, body } = await send(url, method, path, sent);
    if (status >= 300) throw new Error(`${method} ${path} answered ${status}: ${JSON.stringify(body)}`);
    return body as T;
  };
}

/** The test key of a new customer of the API at an address. */
export async function newKey(url: string, headers: Sent['headers'] = {}): Promise<string> {
  const { token } = await apiAt(url, null, headers)<{ token: string }>('POST', '/v1/auth/signup', buildSignup());
  const { secret } = await apiAt(url, token, headers)<{ secret: string }>('POST', '/v1/api-keys');
  return secret;
}

/** A new customer of the API at an address: what they call, they call with their test key. */
export async function customerOf(url: string, headers: Sent['headers'] = {}) {
  return apiAt(url, await newKey(url, headers), headers);
}

/** Body of a sign-up by somebody new. */
export function buildSignup(override: object = {}) {
  const email = `owner-${crypto.randomUUID()}@example.com`;
  return { name: 'Robin', organizationName: 'Sandbox Holdings', email, password: 'correct horse battery', ...override };
}

let addresses = 0;

/** An address that no other caller of this file has, for `X-Forwarded-For`: limits are counted by address. */
export function nextAddress(): string {
  addresses += 1;
  return `10.${addresses >> 16}.${(addresses >> 8) & 255}.${addresses & 255}`;
}
