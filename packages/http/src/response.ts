import { ApiError, isId } from '@evict/contract';
import { type BytesResponse, JsonText, type StoredBytesResponse, type StreamedJson } from './call.ts';

/** What a handler returns. */
export type HandlerResult =
  | { status: number; body?: unknown; isFinal?: boolean }
  | { status: number; streamed: StreamedJson }
  | BytesResponse
  | StoredBytesResponse;

/** A response in memory, which can be stored under an Idempotency-Key. */
export interface BufferedResponse {
  status: number;
  contentType: string | null;
  body: Buffer | string | null;
  headers?: Readonly<Record<string, string>>;
  /** The case or the user that the body shows, if it shows one. */
  subject?: string | null;
  /** Whether the same request could not get another response later: true by default. */
  isFinal?: boolean | undefined;
}

/** A response whose body is made while it is sent: a long list, or a document. */
export interface StreamedResponse {
  status: number;
  contentType: string;
  /** Null if it is not known before the end. */
  sizeBytes: number | null;
  /** How much of it is in memory at a time. */
  heldBytes: number;
  headers?: Readonly<Record<string, string>>;
  chunks: AsyncIterable<Uint8Array | string>;
}

export type PreparedResponse = BufferedResponse | StreamedResponse;

/**
 * Makes the response that is sent, which is also what an Idempotency-Key stores. JSON is made here and not by Koa,
 * where a value without JSON would fail outside of the error handling. A streamed list that turns out small becomes one
 * text.
 */
export async function prepare(result: HandlerResult): Promise<PreparedResponse> {
  const { status } = result;
  if ('blob' in result) {
    const { contentType, blob, headers = {} } = result;
    return { status, contentType, sizeBytes: blob.sizeBytes, heldBytes: 2 * MiB, headers, chunks: blob.read() };
  }
  if ('bytes' in result) {
    const { contentType, bytes, headers = {} } = result;
    return { status, contentType, body: bytes, headers };
  }
  if ('streamed' in result) return startList(status, result.streamed);
  const { body, isFinal } = result;
  if (body === undefined) return { status, contentType: null, body: null };
  // A string: Node then sends head and body in one write.
  return { status, contentType: jsonType, body: jsonOf(body), subject: subjectOf(body), isFinal };
}

/** The JSON of a response for a caller within this process. 413 if it is longer than they take. */
export async function readJson(response: PreparedResponse, mostBytes: number): Promise<unknown> {
  if ('body' in response && response.body === null) return null;
  const parts: Buffer[] = [];
  let length = 0;
  for await (const chunk of 'body' in response ? [response.body ?? ''] : response.chunks) {
    const part = Buffer.from(chunk);
    length += part.length;
    if (length > mostBytes) throw tooLong();
    parts.push(part);
  }
  return JSON.parse(Buffer.concat(parts).toString()) as unknown;
}

/** Maps the batches of a streamed list. */
export async function* presentBatches<Row, Shown>(
  batches: AsyncIterable<readonly Row[]>,
  present: (row: Row) => Shown,
): AsyncGenerator<Shown[], void, undefined> {
  for await (const batch of batches) yield batch.map(present);
}

const MiB = 1024 * 1024;
const jsonType = 'application/json';
/** A longer list is streamed. */
const smallListLength = 64 * 1024;

/** Reads until it is known whether the list is small. */
async function startList(status: number, list: StreamedJson): Promise<PreparedResponse> {
  const texts = textsOf(list);
  let text = '';
  for (;;) {
    const next = await texts.next();
    if (next.done) return { status, contentType: jsonType, body: text };
    text += next.value;
    if (text.length <= smallListLength) continue;
    return { status, contentType: jsonType, sizeBytes: null, heldBytes: 8 * MiB, chunks: continued(text, texts) };
  }
}

async function* continued<T>(first: T, rest: AsyncGenerator<T, void, undefined>): AsyncGenerator<T, void, undefined> {
  yield first;
  yield* rest;
}

/** An object with one list, read in batches: the text that JSON.stringify would make. */
async function* textsOf({ before = {}, list, batches, after }: StreamedJson): AsyncGenerator<string, void, undefined> {
  const fieldsBefore = JSON.stringify(before).slice(1, -1);
  let text = `{${fieldsBefore}${fieldsBefore === '' ? '' : ','}${JSON.stringify(list)}:[`;
  let separator = '';
  for await (const batch of batches) {
    for (const item of batch) {
      text += separator + jsonOf(item);
      separator = ',';
    }
    yield text;
    text = '';
  }
  const fieldsAfter = JSON.stringify(after?.() ?? {}).slice(1, -1);
  yield `${text}]${fieldsAfter === '' ? '' : `,${fieldsAfter}`}}`;
}

function jsonOf(value: unknown): string {
  return value instanceof JsonText ? value.text : JSON.stringify(value);
}

/** The case, the user or the file of the inbox that a body is, recognized by its id. */
function subjectOf(body: unknown): string | null {
  const { id } = body as { id?: unknown };
  return typeof id === 'string' && (['case', 'user', 'intakeFile'] as const).some((kind) => isId(kind, id)) ? id : null;
}

function tooLong(): ApiError {
  const message = 'The answer is larger than 1 MB. Ask for less, for example with `limit`, or read it through the API.';
  return new ApiError('payload_too_large', { message });
}
