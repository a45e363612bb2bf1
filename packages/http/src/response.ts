import type { ServerResponse } from 'node:http';
import { ApiError, isId } from '@evict/contract';
import type { Limiter, Permit } from '@evict/limiter';
import type { Context } from 'koa';
import { type BytesResponse, JsonText, type StoredBytesResponse, type StreamedJson } from './call.ts';

/**
 * A handler's result, before it is turned into a response: JSON, a streamed list, bytes in memory, or a stored file.
 */
export type HandlerResult =
  | { status: number; body?: unknown; isFinal?: boolean }
  | { status: number; streamed: StreamedJson }
  | BytesResponse
  | StoredBytesResponse;

/** A response in memory. It can be stored under an Idempotency-Key. */
export interface BufferedResponse {
  status: number;
  contentType: string | null;
  body: Buffer | string | null;
  headers?: Readonly<Record<string, string>>;
  /** The id of the case, user or inbox file that the body shows, if any. */
  subject?: string | null;
  /** False if the same request could get another response later. */
  isFinal?: boolean | undefined;
}

/** A response whose body is produced while it is sent: a long list or a document. */
interface StreamedResponse {
  status: number;
  contentType: string;
  /** Null if the size isn't known in advance. */
  sizeBytes: number | null;
  /**
   * The most memory that sending it takes at a time, in bytes. A list needs room for two large cases as objects, text
   * and bytes.
   */
  heldBytes: number;
  headers?: Readonly<Record<string, string>>;
  /** Starts reading from the beginning. */
  read: () => AsyncIterable<Uint8Array | string>;
  /** The list's chunks, of which the first was already read to find out that the list is long. `drop` stops reading. */
  begun?: { chunks: AsyncIterable<Uint8Array | string>; drop: () => Promise<unknown> } | null;
}

export type PreparedResponse = BufferedResponse | StreamedResponse;

/**
 * Prepares the response to send, which is also what is stored under an Idempotency-Key. JSON is serialized here and not
 * by Koa, so that values that can't be serialized fail inside the error handling. A streamed list that turns out to be
 * small becomes one string.
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
  // With a string, Node sends head and body in one write.
  return { status, contentType: jsonType, body: jsonOf(body), subject: subjectOf(body), isFinal };
}

/** The shared resources that sending a response uses. */
interface Shares {
  memory: Limiter;
  /** The owner whose share of memory the response uses. */
  owner: string;
  slot: Permit;
}

/**
 * Sends a response. A large one uses its owner's share of memory until the client has read it, and releases the slot
 * while it waits for the client. If no memory is free, a buffered response keeps its slot, and a streamed one waits
 * without holding data. A client that doesn't read everything within five minutes is disconnected.
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
  // Otherwise Koa would send the status text as the body.
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
  shares.slot.release();
  releaseWhenSent(ctx.res, place);
}

/**
 * Closes the connection if the client takes more than five minutes to read the response. Sending a request has the same
 * limit.
 */
function closeInTime(res: ServerResponse): void {
  const cut = setTimeout(() => res.destroy(), 300_000);
  res.once('close', () => clearTimeout(cut));
}

/**
 * Releases the permit once the client has received the response or disconnected. Until then, the request counts as in
 * progress.
 */
export function releaseWhenSent(res: ServerResponse, { release }: Permit): void {
  if (res.destroyed || res.writableFinished) release();
  else res.once('close', release);
}

/** Returns the parsed JSON of a response, for a caller in this process. Throws 413 if it is longer than `mostBytes`. */
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

/** Applies `present` to every row of a streamed list. */
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
/**
 * Node and the operating system buffer about this many bytes of a response that the client doesn't read. Longer lists
 * are streamed.
 */
const smallLength = 64 * 1024;

/** Reads a list until it ends or turns out to be long. A short list is buffered, and a long one is streamed. */
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

/** Yields the JSON of an object with one list that is read in batches, exactly as JSON.stringify would write it. */
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

/**
 * Writes a body no faster than the client reads it. If reading a chunk fails, the connection is closed, because the
 * head has already been sent.
 */
async function stream(ctx: Context, response: StreamedResponse, { memory, owner, slot }: Shares): Promise<void> {
  const { res } = ctx;
  const free = memory.tryAcquire(owner, response.heldBytes);
  // A response that has to wait drops what it has read and starts over later.
  if (!free) {
    await response.begun?.drop();
    response.begun = null;
  }
  const place = free ?? (await slot.releaseDuring(() => memory.acquire(owner, response.heldBytes)));
  const chunks = (response.begun?.chunks ?? response.read())[Symbol.asyncIterator]();
  try {
    // Until the head is sent, a failure can still become an error response.
    const first = ctx.method === 'HEAD' ? null : await chunks.next();
    if (res.destroyed) return;
    ctx.status = response.status;
    ctx.set(response.headers ?? {});
    ctx.type = response.contentType;
    if (response.sizeBytes !== null) ctx.length = response.sizeBytes;
    ctx.respond = false;
    if (first) await write(res, first, chunks, slot);
    else res.end();
  } catch (error) {
    if (res.headersSent) res.destroy();
    throw error;
  } finally {
    place.release();
    await chunks.return?.();
  }
}

async function write<T>(res: ServerResponse, first: IteratorResult<T>, chunks: AsyncIterator<T>, slot: Permit) {
  const closed = new Promise<void>((resolve) => res.once('close', resolve));
  closeInTime(res);
  for (let next = first; !next.done && !res.destroyed; next = await chunks.next()) {
    if (res.write(next.value)) continue;
    const drained = new Promise<void>((resolve) => res.once('drain', resolve));
    await slot.releaseDuring(() => Promise.race([drained, closed]));
  }
  slot.release();
  res.end();
  await closed;
}

/** Whether the client already has this version. A proxy that compresses responses makes ETags weak. */
function isKnown(ctx: Context, etag: string | undefined): boolean {
  const known = ctx.get('If-None-Match').split(',');
  return etag !== undefined && known.some((tag) => tag.trim().replace(/^W\//, '') === etag);
}

/** Returns the id of the case, user or inbox file that a body shows, or null. */
function subjectOf(body: unknown): string | null {
  const { id } = body as { id?: unknown };
  return typeof id === 'string' && (['case', 'user', 'intakeFile'] as const).some((kind) => isId(kind, id)) ? id : null;
}

function tooLong(): ApiError {
  const message = 'The answer is larger than 1 MB. Ask for less, for example with `limit`, or read it through the API.';
  return new ApiError('payload_too_large', { message });
}
