import openapiFetch from 'openapi-fetch';
import { calls } from './generated/description.ts';
import type { Output, Input, OperationId } from './operations.ts';
import { ApiError } from './api-error.ts';

export interface ClientOptions {
  /** Address of the service, without `/v1`. */
  baseUrl: string;
  /** An API key, a session token or an attorney token; public operations need none. */
  credential?: string;
  /** The mode of a session; a key has its mode in its prefix. */
  serviceMode?: 'test' | 'live';
  /** Generates the `Idempotency-Key` of a request that takes one and is given none. */
  idempotencyKeys?: () => string;
  /** Replaces the global `fetch`, to add headers or to inspect responses. */
  fetch?: (request: Request) => Promise<Response>;
}

/** One function per operation of the description, named by its operationId. */
export type Client = {
  readonly [Id in OperationId]: (
    ...input: object extends Input<Id> ? [input?: Input<Id>, more?: More] : [input: Input<Id>, more?: More]
  ) => Promise<Output<Id>>;
};

/** Options beside the input of an operation. */
interface More {
  /** Repeating the request with the same key has no further effect. */
  idempotencyKey?: string;
}

/**
 * A client of the API. Its functions resolve to the response of a success and throw `ApiError` for any other response;
 * without a response they throw what `fetch` throws.
 */
export function createClient(options: ClientOptions): Client {
  const { baseUrl, credential, serviceMode, idempotencyKeys, fetch } = options;
  const http = openapiFetch<Paths>({
    baseUrl,
    headers: {
      ...(credential !== undefined && { Authorization: `Bearer ${credential}` }),
      ...(serviceMode !== undefined && { 'X-Service-Mode': serviceMode }),
    },
    ...(fetch && { fetch }),
  });

  async function call(id: OperationId, input: Record<string, unknown> = {}, more: More = {}): Promise<unknown> {
    const { method, path, takesIdempotencyKey, returnsBytes } = calls[id];
    const { body, ...parameters } = input;
    const inPath = (name: string) => path.includes(`{${name}}`);
    const idempotencyKey = more.idempotencyKey ?? (takesIdempotencyKey ? idempotencyKeys?.() : undefined);
    const { data, error, response } = await http.request(method, path, {
      params: {
        path: pick(parameters, inPath),
        query: pick(parameters, (name) => !inPath(name)),
        header: { 'Idempotency-Key': idempotencyKey },
      },
      body,
      parseAs: returnsBytes ? 'arrayBuffer' : 'json',
    });
    if (!response.ok) throw new ApiError(id, response.status, error);
    return returnsBytes ? new Uint8Array(data as ArrayBuffer) : data;
  }

  const functions = Object.keys(calls).map((id) => [id, call.bind(null, id as OperationId)] as const);
  return Object.fromEntries(functions) as unknown as Client;
}

/** `Client` has the types of each operation; the code that sends them is untyped. */
type Paths = Record<string, Record<'get' | 'post' | 'put' | 'patch' | 'delete', SomeOperation>>;

interface SomeOperation {
  parameters: {
    path: Record<string, unknown>;
    query: Record<string, unknown>;
    header: Record<string, unknown>;
  };
  requestBody?: { content: { 'application/json': unknown } };
  responses: {
    200: { content: { 'application/json': unknown } };
    default: { content: { 'application/json': unknown } };
  };
}

function pick(values: Record<string, unknown>, isWanted: (name: string) => boolean): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => isWanted(name)));
}
