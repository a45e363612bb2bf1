/** How tests and benchmarks call the API over HTTP, and the people they call as. */
import { type ClientOptions, createClient } from '@evict/client';

export interface Sent {
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as it is. */
  raw?: string | Uint8Array<ArrayBuffer>;
  credential?: string;
  headers?: Readonly<Record<string, string>>;
  /** Where it fires first there is no answer. */
  signal?: AbortSignal;
}

export interface Answer {
  status: number;
  headers: Headers;
  bytes: Buffer;
  /** The JSON; null for bytes and for an empty answer. */
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any;
}

/** One request and its answer, whatever they are: for what the typed client does not send. */
export async function send(
  url: string,
  method: string,
  path: string,
  { body, raw, credential, headers, signal }: Sent = {},
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
    ...(signal && { signal }),
  });
  return answerOf(response);
}

export async function answerOf(response: Response): Promise<Answer> {
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

/** The test key of a new customer of the API at that address. */
export async function newKey(baseUrl: string, more: Pick<ClientOptions, 'fetch'> = {}): Promise<string> {
  const { token } = await createClient({ baseUrl, ...more }).signup({ body: buildSignup() });
  const { secret } = await createClient({ baseUrl, credential: token, ...more }).createApiKey();
  return secret;
}

/** What sends requests with these headers too. */
export function withHeaders(headers: Readonly<Record<string, string>>) {
  return (request: Request): Promise<Response> => {
    for (const [name, value] of Object.entries(headers)) request.headers.set(name, value);
    return fetch(request);
  };
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
