import { defaultRetries, isRepeatable, parseRetryAfter, pause, retryDelayMs } from '@evict/client/retry';
import { type Input, type Operation, type Output, unrepeatable } from './contract.ts';
import { type Holder, sessionHeader } from './holder.ts';
import { currentMode, type Mode } from './mode.ts';
import { Refusal, type RefusalCode } from './refusal.ts';

interface CallOptions {
  signal?: AbortSignal;
  /** Defaults to the current mode of this browser tab. */
  mode?: Mode;
}

/**
 * The longest `Retry-After` that a call waits for, in milliseconds. If it is longer, the call fails, and the page says
 * how long to wait.
 */
const patienceMs = 5000;

/**
 * Calls an API operation and returns its result. Retries a failed request if repeating it is safe. A POST request that
 * supports an Idempotency-Key keeps its key until its outcome is known. Throws Refusal.
 */
export async function call<K extends Operation>(
  key: K,
  input: Input<K>,
  options: CallOptions = {},
): Promise<Output<K>> {
  const [method = 'GET'] = key.split(' ');
  const { signal, mode = currentMode() } = options;
  const isKeyed = method === 'POST' && !(key in unrepeatable);
  const send = (idempotencyKey?: string) =>
    responseTo(requestOf(key, input, { mode, idempotencyKey, signal }), isKeyed, signal);
  const response = isKeyed ? await underOneKey([key, input, mode], send) : await send();
  return (await contentOf(response)) as Output<K>;
}

/** Asks the service which kinds of users are signed in, because scripts can't read the session cookies. */
export async function readSignedIn(): Promise<Record<Holder, boolean>> {
  return (await contentOf(await responseTo(new Request('/session'), false))) as Record<Holder, boolean>;
}

function requestOf<K extends Operation>(
  key: K,
  input: Input<K>,
  { mode, idempotencyKey, signal }: { mode: Mode; idempotencyKey: string | undefined; signal: AbortSignal | undefined },
): Request {
  const { body, query = {}, ...names } = input as { body?: unknown; query?: object } & Record<string, string>;
  const [method = 'GET', pattern = ''] = key.split(' ');
  const path = pattern.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(names[name] ?? ''));
  const search = searchOf(query);
  return new Request(`${path}${search}`, {
    method,
    headers: {
      Accept: 'application/json, */*;q=0.1',
      'X-Service-Mode': mode,
      ...sessionHeader(path),
      ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  });
}

/** Builds a query string. A list becomes a repeated parameter, and undefined values are left out. */
function searchOf(query: object): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).flatMap((one) => (one === undefined ? [] : [[name, String(one)]])),
  );
  return pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : '';
}

/** Sends a request. Retries it in the same cases and after the same delays as the API client. */
async function responseTo(request: Request, isKeyed: boolean, signal?: AbortSignal): Promise<Response> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      const response = await fetch(request.clone());
      if (response.ok) return response;
      throw await refusalOf(response);
    } catch (error) {
      if (signal?.aborted) throw error;
      const refusal = error instanceof Refusal ? error : new Refusal(navigator.onLine ? 'unreachable' : 'offline');
      const failure = { status: refusal.status || null, retryAfterSeconds: refusal.retryAfter };
      const mayRepeat = isRepeatable(request.method, isKeyed) && attempts <= defaultRetries;
      const delayMs = mayRepeat ? retryDelayMs(attempts, failure, patienceMs) : null;
      if (delayMs === null) throw refusal;
      await pause(delayMs, signal);
    }
  }
}

export async function refusalOf(response: Response): Promise<Refusal> {
  const { status } = response;
  const retryAfter = parseRetryAfter(response.headers.get('Retry-After'));
  const body: unknown = await response.json().catch(() => null);
  const { error } = (body ?? {}) as { error?: { code: RefusalCode; message: string; details: unknown } };
  if (!error) return new Refusal('unreachable', { status, retryAfter });
  return new Refusal(error.code, { status, message: error.message, details: error.details, retryAfter });
}

async function contentOf(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined;
  const isJson = response.headers.get('Content-Type')?.startsWith('application/json') ?? false;
  return isJson ? response.json() : new Uint8Array(await response.arrayBuffer());
}

const prefix = 'sent:';

/**
 * Sends a request under an Idempotency-Key. While its outcome is unknown, the same request reuses the key, even after
 * the tab is reloaded, so it takes effect only once. `request` identifies the request; only its hash is stored.
 */
export async function underOneKey<T>(request: readonly unknown[], send: (key: string) => Promise<T>): Promise<T> {
  const name = prefix + (await sha256Of(new TextEncoder().encode(JSON.stringify(request))));
  const key = sessionStorage.getItem(name) ?? crypto.randomUUID();
  sessionStorage.setItem(name, key);
  try {
    const result = await send(key);
    sessionStorage.removeItem(name);
    return result;
  } catch (error) {
    if (error instanceof Refusal && !error.keepsKey) sessionStorage.removeItem(name);
    throw error;
  }
}

/** Returns the SHA-256 in lower-case hex. */
export async function sha256Of(bytes: ArrayBuffer | Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
