import { ApiError, isId } from '@evict/contract';
import type { Limiter, Permit } from '@evict/limiter';
import type { Context } from 'koa';
import { type BytesResponse, JsonText, LargeJson, type StoredBytesResponse, type StreamedJson } from '../call.ts';
import type { BufferedResponse } from '../idempotency.ts';
import { writePaced } from './write-paced.ts';

/** What a handler returns. */
export type HandlerResult =
  | { status: number; body?: unknown; isFinal?: boolean }
  | { status: number; streamed: StreamedJson }
  | { status: number; large: LargeJson }
  | BytesResponse
  | StoredBytesResponse;

/** A response whose body is made while it is sent. */
interface StreamedResponse {
  status: number;
  contentType: string;
  /** Null if it is not known before the end. */
  sizeBytes: number | null;
  headers?: Readonly<Record<string, string>>;
  chunks: AsyncIterable<Uint8Array | string>;
}

/** A list too long for one buffer. */
interface ListResponse {
  status: number;
  json: StreamedJson;
  /** What has been read of it already; null once that was dropped. */
  begun: { text: string; next: JsonChunk; chunks: AsyncGenerator<JsonChunk, void, undefined> } | null;
}

interface LargeResponse {
  status: number;
  large: LargeJson;
}

/** Part of a list: text, or a large item that is written when it is sent. */
type JsonChunk = string | { write(): Promise<(string | Buffer)[]> };

/** A response, ready to be sent. */
export type PreparedResponse = BufferedResponse | StreamedResponse | ListResponse | LargeResponse;

/**
 * Makes the response that is sent, which is also what an Idempotency-Key stores. JSON is made here and not by Koa,
 * where a value without JSON would fail outside of the error handling. A streamed list that turns out small becomes one
 * text.
 */
export async function prepare(result: HandlerResult): Promise<PreparedResponse> {
  const { status } = result;
  if ('blob' in result) {
    const { contentType, blob, headers = {} } = result;
    return { status, contentType, sizeBytes: blob.sizeBytes, headers, chunks: blob.read() };
  }
  if ('bytes' in result) {
    const { contentType, bytes, headers = {} } = result;
    return { status, contentType, body: bytes, headers };
  }
  if ('streamed' in result) return startJson(status, result.streamed);
  if ('large' in result) return result;
  const { body, isFinal } = result;
  if (body === undefined) return { status, contentType: null, body: null };
  // A string: Node then sends head and body in one write.
  return { status, contentType: jsonType, body: jsonOf(body), subject: subjectOf(body), isFinal };
}

/** The limiters of large responses: of streams being sent, and of large values being written. */
interface SendLimits {
  streams: Limiter;
  largeValues: Limiter;
  owner: string;
  /** Releases the permit of the request's work. */
  release: () => void;
}

/**
 * Sends a response. A large one is written no faster than the client reads it, and takes one of the caller's streams.
 * While it waits for a stream it either holds no data, or keeps the permit of the work.
 */
export async function send(ctx: Context, response: PreparedResponse, limits: SendLimits): Promise<void> {
  const { streams, largeValues, owner, release } = limits;
  if ('json' in response) return sendList(ctx, response, limits);
  if ('large' in response) {
    release();
    await streams.run(owner, async () => {
      if (ctx.res.destroyed) return; // the caller left while waiting
      const body = await largeValues.run(owner, response.large.write);
      if (!body) throw new ApiError('not_found');
      await stream(ctx, { status: response.status, contentType: jsonType, sizeBytes: body.length, chunks: once(body) });
    });
    return;
  }
  const { status, contentType, headers = {} } = response;
  if ('chunks' in response) {
    release();
    await streams.run(owner, () => stream(ctx, response));
    return;
  }
  const { body } = response;
  // Koa would send the words of the status in its place.
  if (body === null) ctx.body = null;
  ctx.status = status;
  ctx.set(headers);
  if (isKnown(ctx, headers['ETag'])) {
    ctx.status = 304;
    return;
  }
  if (body !== null && body.length > maxUnpacedBytes && ctx.method !== 'HEAD') {
    const sizeBytes = Buffer.byteLength(body);
    await streams.run(owner, () => {
      release();
      return stream(ctx, { status, contentType: contentType ?? jsonType, headers, sizeBytes, chunks: once(body) });
    });
    return;
  }
  if (body === null) return;
  ctx.type = contentType ?? jsonType;
  ctx.body = body;
}

/** The JSON of a response for a caller within this process. 413 if it is longer than they take. */
export async function readJson(
  response: PreparedResponse,
  { largeValues, owner, mostBytes }: Pick<SendLimits, 'largeValues' | 'owner'> & { mostBytes: number },
): Promise<unknown> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const chunk of chunksOf(response, (write) => largeValues.run(owner, write))) {
    const part = Buffer.from(chunk);
    length += part.length;
    if (length > mostBytes) throw tooLong();
    parts.push(part);
  }
  return length === 0 ? null : (JSON.parse(Buffer.concat(parts).toString()) as unknown);
}

async function* chunksOf(
  response: PreparedResponse,
  inTurn: InTurn,
): AsyncGenerator<string | Uint8Array, void, undefined> {
  if ('json' in response) {
    yield* writtenJson(response.begun ? resumedJson(response.begun) : jsonChunks(response.json), inTurn);
  } else if ('large' in response) {
    const body = await inTurn(response.large.write);
    if (!body) throw new ApiError('not_found');
    yield body;
  } else if ('chunks' in response) yield* response.chunks;
  else if (response.body !== null) yield response.body;
}

function tooLong(): ApiError {
  const message = 'The answer is larger than 1 MB. Ask for less, for example with `limit`, or read it through the API.';
  return new ApiError('payload_too_large', { message });
}

/** Whether the client has the response with this tag. A proxy that compresses it makes the tag a weak one. */
function isKnown(ctx: Context, etag: string | undefined): boolean {
  const known = ctx.get('If-None-Match').split(',');
  return etag !== undefined && known.some((tag) => tag.trim().replace(/^W\//, '') === etag);
}

const jsonType = 'application/json';
/** What Node and the system may buffer of a response that the client does not read. */
const maxUnpacedBytes = 64 * 1024;

async function stream(ctx: Context, { status, contentType, sizeBytes, headers = {}, chunks }: StreamedResponse) {
  if (ctx.res.destroyed) return;
  const iterator = chunks[Symbol.asyncIterator]();
  // Before the head is sent, a failure can still become an error response.
  const first = ctx.method === 'HEAD' ? null : await iterator.next();
  ctx.status = status;
  ctx.set(headers);
  ctx.type = contentType;
  if (sizeBytes !== null) ctx.length = sizeBytes;
  ctx.respond = false;
  if (first === null) ctx.res.end();
  else await writePaced(ctx.res, resumed(first, iterator));
}

async function* resumed<T>(first: IteratorResult<T>, iterator: AsyncIterator<T>): AsyncGenerator<T, void, undefined> {
  try {
    for (let next = first; !next.done; next = await iterator.next()) yield next.value;
  } finally {
    await iterator.return?.();
  }
}

async function* once<T>(value: T): AsyncGenerator<T, void, undefined> {
  yield value;
}

/** Reads until it is known whether the list is small. */
async function startJson(status: number, json: StreamedJson): Promise<BufferedResponse | ListResponse> {
  const chunks = jsonChunks(json);
  let text = '';
  for (;;) {
    const next = await chunks.next();
    if (next.done) return { status, contentType: jsonType, body: text };
    const chunk = next.value;
    if (typeof chunk !== 'string' || text.length + chunk.length > maxUnpacedBytes) {
      return { status, json, begun: { text, next: chunk, chunks } };
    }
    text += chunk;
  }
}

/** Continues a list if a stream is free; otherwise drops what was read, and reads it again once there is one. */
async function sendList(
  ctx: Context,
  response: ListResponse,
  { streams, largeValues, owner, release }: SendLimits,
): Promise<void> {
  const { status, json } = response;
  let permit: Permit | null = null;
  try {
    permit = streams.tryAcquire(owner);
    if (!permit) await response.begun?.chunks.return();
    const chunks = permit && response.begun && resumedJson(response.begun);
    response.begun = null;
    if (!permit) {
      // The fields before the list stay in memory.
      if (!json.before) release();
      permit = await streams.acquire(owner);
    }
    release();
    const texts = writtenJson(chunks ?? jsonChunks(json), (write) => largeValues.run(owner, write));
    await stream(ctx, { status, contentType: jsonType, sizeBytes: null, chunks: texts });
  } finally {
    permit?.release();
  }
}

async function* resumedJson({ text, next, chunks }: NonNullable<ListResponse['begun']>) {
  try {
    yield text;
    yield next;
    yield* chunks;
  } finally {
    await chunks.return();
  }
}

/** Writes one large value at a time. */
type InTurn = <T>(write: () => Promise<T>) => Promise<T>;

async function* writtenJson(
  chunks: AsyncIterable<JsonChunk>,
  inTurn: InTurn,
): AsyncGenerator<string | Buffer, void, undefined> {
  for await (const chunk of chunks) {
    if (typeof chunk === 'string') yield chunk;
    else yield* await inTurn(() => chunk.write());
  }
}

/** An object with one list, read in batches: the text that JSON.stringify would make. */
async function* jsonChunks({
  before = {},
  list,
  batches,
  after,
}: StreamedJson): AsyncGenerator<JsonChunk, void, undefined> {
  const fieldsBefore = JSON.stringify(before).slice(1, -1);
  yield `{${fieldsBefore}${fieldsBefore === '' ? '' : ','}${JSON.stringify(list)}:[`;
  let isFirst = true;
  const separator = () => {
    const text = isFirst ? '' : ',';
    isFirst = false;
    return text;
  };
  for await (const batch of batches()) {
    for (const item of batch) {
      if (!(item instanceof LargeJson)) {
        yield `${separator()}${jsonOf(item)}`;
        continue;
      }
      const write = async () => {
        const text = await item.write();
        return text ? [separator(), text] : [];
      };
      yield { write };
    }
  }
  const fieldsAfter = JSON.stringify(after?.() ?? {}).slice(1, -1);
  yield `]${fieldsAfter === '' ? '' : `,${fieldsAfter}`}}`;
}

function jsonOf(value: unknown): string {
  return value instanceof JsonText ? value.text : JSON.stringify(value);
}

/** Maps the batches of a streamed list. */
export function presentBatches<Row, Shown>(
  read: () => AsyncIterable<readonly Row[]>,
  present: (row: Row) => Shown,
): () => AsyncGenerator<Shown[], void, undefined> {
  return async function* () {
    for await (const batch of read()) yield batch.map(present);
  };
}

/** The case, the user or the file of the inbox that a body is, recognized by its id. */
function subjectOf(body: unknown): string | null {
  const { id } = body as { id?: unknown };
  return typeof id === 'string' && (['case', 'user', 'intakeFile'] as const).some((kind) => isId(kind, id)) ? id : null;
}
