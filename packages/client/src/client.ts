import { ApiError, errorIn, parsed } from './api-error.ts';
import { calls, iterators } from './generated/calls.ts';
import { errorClasses } from './generated/errors.ts';
import type { Client } from './generated/types.ts';
import type { CallOptions, ClientOptions, FollowOptions } from './options.ts';
import { type Page, Paged } from './paging.ts';
import { defaultRetries, isRepeatable, pause, retryDelayMs } from './retry.ts';

type Values = Readonly<Record<string, string | number | readonly string[] | undefined>>;

export type OperationId = keyof typeof calls;

/** The input of an operation: its path and query parameters by name, and its body. */
export type Input<Id extends OperationId> = NonNullable<Parameters<Client[Id]>[0]>;

/** The result of an operation: a JSON value, a document's bytes, or undefined. */
export type Output<Id extends OperationId> = Awaited<ReturnType<Client[Id]>>;

/**
 * Creates an API client. Its functions resolve to the content of a successful response, and throw an `ApiError` for any
 * other response. If there is no response, they throw whatever `fetch` throws. A request that fails temporarily is sent
 * again if that is safe: for GET, PUT, DELETE, and POST with an `Idempotency-Key`. The key is generated unless the call
 * has its own, and stays the same for all attempts of the call.
 */
export function createClient(options: ClientOptions): Client {
  const { baseUrl, credential, fetch: send = (request: Request) => fetch(request) } = options;

  async function call(id: OperationId, input: object = {}, given: CallOptions = {}): Promise<unknown> {
    const { method, path, takesIdempotencyKey } = calls[id];
    const { signal, serviceMode: mode = options.serviceMode } = given;
    const { maxRetries = options.maxRetries ?? defaultRetries, timeoutMs = options.timeoutMs ?? 60_000 } = given;
    const { idempotencyKey: key = maxRetries > 0 ? crypto.randomUUID() : undefined } = given;
    const { body, ...parameters } = input as { body?: unknown } & Values;
    const url = urlOf(baseUrl, path, parameters);
    const headers = {
      ...(credential !== undefined && { Authorization: `Bearer ${credential}` }),
      ...(mode !== undefined && { 'X-Service-Mode': mode }),
      ...(takesIdempotencyKey && key !== undefined && { 'Idempotency-Key': key }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    };
    const content = body === undefined ? null : JSON.stringify(body);
    for (let attempts = 1; ; attempts += 1) {
      const timeout = AbortSignal.timeout(timeoutMs);
      // A redirect leads away from the API, and its target must not receive the credential.
      const init = { method, headers, body: content, redirect: 'manual' } as const;
      const request = new Request(url, { ...init, signal: signal ? AbortSignal.any([signal, timeout]) : timeout });
      try {
        return await contentOf(id, await send(request));
      } catch (error) {
        signal?.throwIfAborted();
        const failure = error instanceof ApiError ? error : { status: null, retryAfterSeconds: null };
        const mayRepeat = isRepeatable(method, takesIdempotencyKey) && attempts <= maxRetries;
        const delayMs = mayRepeat ? retryDelayMs(attempts, failure) : null;
        if (delayMs === null) throw error;
        await pause(delayMs, signal);
      }
    }
  }

  function iterate(
    { id, endless }: { id: OperationId; endless: boolean },
    input: { cursor?: string } = {},
    given: FollowOptions = {},
  ): Paged<unknown> {
    return new Paged(async function* pages() {
      for (let { cursor } = input; ;) {
        const page = (await call(id, { ...input, cursor }, given)) as Page<unknown>;
        yield page;
        if (page.nextCursor === null) return;
        // A search can return empty pages before the last one.
        if (endless && page.items.length === 0) {
          if (given.followEveryMs === undefined) return;
          await pause(given.followEveryMs, given.signal);
        }
        cursor = page.nextCursor;
      }
    });
  }

  const functions = Object.keys(calls).map((id) => [id, call.bind(null, id as OperationId)] as const);
  const iterations = Object.entries(iterators).map(([name, of]) => [name, iterate.bind(null, of)] as const);
  return Object.fromEntries<unknown>([...functions, ...iterations]) as unknown as Client;
}

function urlOf(baseUrl: string, path: string, parameters: Values): URL {
  const filled = path.replaceAll(/\{(\w+)\}/gu, (_, name: string) => {
    const value = String(parameters[name] ?? '');
    // Refuse values that would lead to a different path.
    if (['', '.', '..'].includes(value)) throw new TypeError(`${name} must not be '${value}'`);
    return encodeURIComponent(value);
  });
  const url = new URL(`${baseUrl.replace(/\/+$/u, '')}${filled}`);
  for (const [name, value] of Object.entries(parameters)) {
    if (path.includes(`{${name}}`)) continue;
    // A list becomes a repeated parameter.
    for (const one of [value].flat()) if (one !== undefined) url.searchParams.append(name, String(one));
  }
  return url;
}

/** Returns the content of a successful response. Throws an ApiError for any other response. */
async function contentOf(operation: OperationId, response: Response): Promise<unknown> {
  if (response.ok && calls[operation].returnsBytes) return new Uint8Array(await response.arrayBuffer());
  const text = await response.text();
  if (response.ok && text === '') return undefined;
  const value = parsed(text);
  // A success that isn't JSON comes from something in front of the API.
  if (response.ok && value !== undefined) return value;
  const ErrorClass = errorClasses.get(errorIn(text)?.code ?? '') ?? ApiError;
  throw new ErrorClass(operation, response, text);
}
