import type { ServerResponse } from 'node:http';
import { ApiError, isId } from '@evict/contract';
import type { Limiter, Permit } from '@evict/limiter';
import type { Context } from 'koa';
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
interface StreamedResponse {
  status: number;
  contentType: string;
  /** Null if it is not known before the end. */
  sizeBytes: number | null;
  /** How much memory it may take at a time: of a list two large cases as objects, text and bytes. */
  heldBytes: number;
  headers?: Readonly<Record<string, string>>;
  /** Begins to read it. */
  read: () => AsyncIterable<Uint8Array | string>;
  /** What has been read already to see that it is long, and the rest of it. */
  begun?: { chunks: AsyncIterable<Uint8Array | string>; drop: () => Promise<unknown> } | null;
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
    return { status, contentType, sizeBytes: blob.sizeBytes, heldBytes: 2 * MiB, headers, read: () => blob.read() };
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

/** What sending a response takes of its process. */
interface Shares {
  memory: Limiter;
  /** Whose memory it takes. */
  owner: string;
  turn: Permit;
}

/**
 * Sends a response. A large one takes memory of its owner until the client has read it, and gives up its turn while it
 * waits for the client. Without memory a response that is made already keeps its turn instead, and a streamed one waits
 * with nothing in hand. A client that does not take it all in five minutes loses the connection.
 */
export async function send(ctx: Context, response: PreparedResponse, shares: Shares): Promise<void> {
  const { status, headers = {} } = response;
  if (isKnown(ctx, headers['ETag'])) {
    ctx.body = null;
    ctx.status = 304;
    ctx.set(headers);
    return;
  }
  if ('read' in response) return stream(ctx, response, shares);
  const { contentType, body } = response;
  // Koa would send the words of the status in its place.
  if (body === null) ctx.body = null;
  ctx.status = status;
  ctx.set(headers);
  if (body === null) return;
  ctx.type = contentType ?? jsonType;
  ctx.body = body;
  if (body.length <= smallLength) return;
  closeInTime(ctx.res);
  const place = shares.memory.tryAcquire(shares.owner, 8 * body.length);
  if (!place) return;
  shares.turn.release();
  releaseWhenSent(ctx.res, place);
}

/** Closes the connection of a client that takes longer for a response than a request may take to arrive. */
function closeInTime(res: ServerResponse): void {
  const cut = setTimeout(() => res.destroy(), 300_000);
  res.once('close', () => clearTimeout(cut));
}

/** Releases once the client has the response or has left: one that is not read counts as a request in progress. */
export function releaseWhenSent(res: ServerResponse, { release }: Permit): void {
  if (res.destroyed || res.writableFinished) release();
  else res.once('close', release);
}

/** The JSON of a response for a caller within this process. 413 if it is longer than they take. */
export async function readJson(response: PreparedResponse, mostBytes: number): Promise<unknown> {
  if ('body' in response && response.body === null) return null;
  const parts: Buffer[] = [];
  let length = 0;
  for await (const chunk of 'body' in response ? [response.body ?? ''] : (response.begun?.chunks ?? response.read())) {
    const part = Buffer.from(chunk);
    length += part.length;
    if (length > mostBytes) throw tooLong();
    parts.push(part);
  }
  return JSON.parse(Buffer.concat(parts).toString()) as unknown;
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

const MiB = 1024 * 1024;
const jsonType = 'application/json';
/** What Node and the system take of a response that the client does not read. A longer list is streamed. */
const smallLength = 64 * 1024;

/** Reads until it is known whether the list is small. */
async function startList(status: number, list: StreamedJson): Promise<PreparedResponse> {
  const read = () => textsOf(list);
  const texts = read();
  let text = '';
  for (;;) {
    const next = await texts.next();
    if (next.done) return { status, contentType: jsonType, body: text };
    text += next.value;
    if (text.length <= smallLength) continue;
    const begun = { chunks: continued(text, texts), drop: () => texts.return() };
    return { status, contentType: jsonType, sizeBytes: null, heldBytes: 16 * MiB, read, begun };
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
  for await (const batch of batches()) {
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

/** Writes a body no faster than the client reads it. A chunk that fails closes the connection: the head has been sent. */
async function stream(ctx: Context, response: StreamedResponse, { memory, owner, turn }: Shares): Promise<void> {
  const { res } = ctx;
  const free = memory.tryAcquire(owner, response.heldBytes);
  // A response that has to wait drops what was read of it, and reads it again.
  if (!free) {
    await response.begun?.drop();
    response.begun = null;
  }
  const place = free ?? (await turn.outside(() => memory.acquire(owner, response.heldBytes)));
  const chunks = (response.begun?.chunks ?? response.read())[Symbol.asyncIterator]();
  try {
    // Before the head is sent, a failure can still become an error response.
    const first = ctx.method === 'HEAD' ? null : await chunks.next();
    if (res.destroyed) return;
    ctx.status = response.status;
    ctx.set(response.headers ?? {});
    ctx.type = response.contentType;
    if (response.sizeBytes !== null) ctx.length = response.sizeBytes;
    ctx.respond = false;
    if (first) await write(res, first, chunks, turn);
    else res.end();
  } catch (error) {
    if (res.headersSent) res.destroy();
    throw error;
  } finally {
    place.release();
    await chunks.return?.();
  }
}

async function write<T>(res: ServerResponse, first: IteratorResult<T>, chunks: AsyncIterator<T>, turn: Permit) {
  const closed = new Promise<void>((resolve) => res.once('close', resolve));
  closeInTime(res);
  for (let next = first; !next.done && !res.destroyed; next = await chunks.next()) {
    if (res.write(next.value)) continue;
    const drained = new Promise<void>((resolve) => res.once('drain', resolve));
    await turn.outside(() => Promise.race([drained, closed]));
  }
  turn.release();
  res.end();
  await closed;
}

/** Whether the client has the response with this tag. A proxy that compresses it makes the tag a weak one. */
function isKnown(ctx: Context, etag: string | undefined): boolean {
  const known = ctx.get('If-None-Match').split(',');
  return etag !== undefined && known.some((tag) => tag.trim().replace(/^W\//, '') === etag);
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
