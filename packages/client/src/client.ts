import { ApiError, isError } from './api-error.ts';
import { errorClasses } from './generated/errors.ts';
import { calls, iterators, type Operations } from './generated/operations.ts';
import type { CallOptions } from './options.ts';
import { Paged, type Page } from './paging.ts';
import { pause } from './pause.ts';
import { requestParts } from './request.ts';
import { parseRetryAfter, retryDelayMs } from './retry.ts';

export interface ClientOptions {
  /** Address of the service, without `/v1`. */
  readonly baseUrl: string;
  /** An API key, a session token or an attorney token; public operations need none. */
  readonly credential?: string;
  /** The mode of a session; a key has its mode in its prefix. */
  readonly serviceMode?: 'test' | 'live';
  /** Attempts after the first, 3 by default. */
  readonly maxRetries?: number;
  /** Of each attempt, until its body has been read; a minute by default. */
  readonly timeoutMs?: number;
  /** Replaces the global `fetch`, to add headers or to inspect responses. */
  readonly fetch?: (request: Request) => Promise<Response>;
}

/** One function per operation, named by its operationId, and one for each list in pages that iterates over it. */
export type Client = Operations;

type OperationId = keyof typeof calls;

const defaultRetries = 3;
const defaultTimeoutMs = 60_000;

/**
 * A client of the API. Its functions resolve to the response of a success and throw an `ApiError` for any other response;
 * without a response they throw what `fetch` throws.
 *
 * A request that fails in passing is sent again if that is safe: GET, PUT, DELETE, and POST with an `Idempotency-Key`,
 * which is generated unless the call has its own and stays the same for all attempts of the call.
 */
export function createClient(options: ClientOptions): Client {
  const { baseUrl, credential, serviceMode, maxRetries = defaultRetries, timeoutMs = defaultTimeoutMs } = options;
  const send = options.fetch ?? ((request: Request) => fetch(request));

  async function call(id: OperationId, input: object = {}, given: CallOptions = {}): Promise<unknown> {
    const { takesIdempotencyKey, returnsBytes, ...target } = calls[id];
    const { method, url, body } = requestParts(baseUrl, target, { ...input });
    const retries = given.maxRetries ?? maxRetries;
    const mode = given.serviceMode ?? serviceMode;
    const key = given.idempotencyKey ?? (takesIdempotencyKey && retries > 0 ? crypto.randomUUID() : undefined);
    const headers = {
      ...(credential !== undefined && { Authorization: `Bearer ${credential}` }),
      ...(mode !== undefined && { 'X-Service-Mode': mode }),
      ...(takesIdempotencyKey && key !== undefined && { 'Idempotency-Key': key }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    };
    const isRepeatable = method === 'POST' ? takesIdempotencyKey : method !== 'PATCH';
    for (let attempts = 1; ; attempts += 1) {
      const signal = abortedBy(given.signal, given.timeoutMs ?? timeoutMs);
      // A redirect leads away from the API: its target must not get the credential.
      const init = { method, headers, signal, redirect: 'manual', ...(body !== undefined && { body }) } as const;
      const request = new Request(url, init);
      const outcome = await attempt(id, () => send(request), returnsBytes);
      if ('value' in outcome) return outcome.value;
      given.signal?.throwIfAborted();
      const { error } = outcome;
      const { status, retryAfterSeconds } =
        error instanceof ApiError ? error : { status: null, retryAfterSeconds: null };
      const delayMs = retryDelayMs(attempts, { status, retryAfterSeconds });
      if (!isRepeatable || attempts > retries || delayMs === null) throw error;
      await pause(delayMs, given.signal);
    }
  }

  function iterate(
    { id, endless }: { id: OperationId; endless: boolean },
    input: { cursor?: string } = {},
    given: CallOptions & { followEveryMs?: number } = {},
  ) {
    const { followEveryMs, signal } = given;
    const load = async (cursor: string | undefined) => (await call(id, { ...input, cursor }, given)) as Page<unknown>;
    return new Paged({ cursor: input.cursor, load, endless, followEveryMs, signal });
  }

  const functions = Object.keys(calls).map((id) => [id, call.bind(null, id as OperationId)] as const);
  const iterations = Object.entries(iterators).map(([name, of]) => [name, iterate.bind(null, of)] as const);
  return Object.fromEntries<unknown>([...functions, ...iterations]) as unknown as Client;
}

/** One attempt. Never rejects. */
async function attempt(
  operation: OperationId,
  send: () => Promise<Response>,
  returnsBytes: boolean,
): Promise<{ value: unknown } | { error: unknown }> {
  try {
    const response = await send();
    if (!response.ok) return { error: errorOf(operation, response, await response.text()) };
    if (returnsBytes) return { value: new Uint8Array(await response.arrayBuffer()) };
    const text = await response.text();
    if (text === '') return { value: undefined };
    const value = parsed(text);
    // Something in front of the API has responded.
    return value === undefined ? { error: errorOf(operation, response, text) } : { value };
  } catch (error) {
    return { error };
  }
}

function errorOf(operation: string, { status, headers }: Response, text: string): ApiError {
  const body = parsed(text) ?? text;
  const requestId = headers.get('x-request-id');
  const retryAfterSeconds = parseRetryAfter(headers.get('retry-after'));
  const code = isError(body) ? body.error.code : '';
  const Class = Object.hasOwn(errorClasses, code) ? errorClasses[code as keyof typeof errorClasses] : ApiError;
  return new Class({ operation, status, body, requestId, retryAfterSeconds });
}

/** The value of a JSON text; undefined for any other text. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function abortedBy(signal: AbortSignal | undefined, timeoutMs: number): AbortSignal {
  const timeout = AbortSignal.timeout(timeoutMs);
  return signal ? AbortSignal.any([signal, timeout]) : timeout;
}
