import { ApiError, isId } from '@evict/contract';
import type { Limiter, Permit } from '@evict/limiter';
import type { Context } from 'koa';
import { type BytesAnswer, JsonText, LargeJson, type StoredBytesAnswer, type StreamedJson } from './call.ts';
import type { WrittenAnswer } from './idempotency.ts';
import { writePaced } from './write-paced.ts';

/** What a handler has answered, before it is written. */
export type AnyAnswer =
  | { status: number; body?: unknown }
  | { status: number; streamed: StreamedJson }
  | { status: number; large: LargeJson }
  | BytesAnswer
  | StoredBytesAnswer;

/** A response whose body is made while it is read. */
interface StreamedAnswer {
  status: number;
  contentType: string;
  /** Null where it is not known before the end. */
  sizeBytes: number | null;
  headers?: Readonly<Record<string, string>>;
  pieces: AsyncIterable<Uint8Array | string>;
}

/** A list that is more than is sent in one piece. */
interface ListAnswer {
  status: number;
  json: StreamedJson;
  /** What has been read of it already; null once that has been given up. */
  begun: { text: string; next: JsonPiece; pieces: AsyncGenerator<JsonPiece, void, undefined> } | null;
}

interface LargeAnswer {
  status: number;
  large: LargeJson;
}

/** Part of a list: text, or a large item of it that is still to be written. */
type JsonPiece = string | { write(): Promise<(string | Buffer)[]> };

/** What has been answered, as it is sent. */
export type SentAnswer = WrittenAnswer | StreamedAnswer | ListAnswer | LargeAnswer;

/**
 * The response as it is sent, so that what is kept is what was sent. JSON is made here and not by Koa, where a value that
 * has none would end the response outside of the error handling. What is streamed and turns out small is one text.
 */
export async function written(answer: AnyAnswer): Promise<SentAnswer> {
  const { status } = answer;
  if ('blob' in answer) {
    const { contentType, blob, headers = {} } = answer;
    return { status, contentType, sizeBytes: blob.sizeBytes, headers, pieces: blob.read() };
  }
  if ('bytes' in answer) {
    const { contentType, bytes, headers = {} } = answer;
    return { status, contentType, body: bytes, headers };
  }
  if ('streamed' in answer) return startJson(status, answer.streamed);
  if ('large' in answer) return answer;
  const { body } = answer;
  if (body === undefined) return { status, contentType: null, body: null };
  // As text: Node then sends head and body in one piece.
  return { status, contentType: jsonType, body: jsonOf(body), caseId: caseShown(body) };
}

/** What large responses need: a stream for as long as they are read, and a turn for each large value in them. */
interface SendLimits {
  streams: Limiter;
  largeValues: Limiter;
  owner: string;
  /** Gives the permit of the work back. */
  release: () => void;
}

/**
 * Sends a response. One that is large is written no faster than it is read, and takes one of the caller's streams for
 * that. What waits for a stream holds no data, or holds the permit of the work.
 */
export async function send(ctx: Context, answer: SentAnswer, limits: SendLimits): Promise<void> {
  const { streams, largeValues, owner, release } = limits;
  if ('json' in answer) return sendList(ctx, answer, limits);
  if ('large' in answer) {
    release();
    await streams.run(owner, async () => {
      if (ctx.res.destroyed) return; // who waited is gone
      const body = await largeValues.run(owner, answer.large.write);
      if (!body) throw new ApiError('not_found');
      await stream(ctx, { status: answer.status, contentType: jsonType, sizeBytes: body.length, pieces: once(body) });
    });
    return;
  }
  const { status, contentType, headers = {} } = answer;
  if ('pieces' in answer) {
    release();
    await streams.run(owner, () => stream(ctx, answer));
    return;
  }
  const { body } = answer;
  if (body !== null && body.length > maxUnpacedBytes && ctx.method !== 'HEAD') {
    const sizeBytes = Buffer.byteLength(body);
    await streams.run(owner, () => {
      release();
      return stream(ctx, { status, contentType: contentType ?? jsonType, headers, sizeBytes, pieces: once(body) });
    });
    return;
  }
  ctx.status = status;
  ctx.set(headers);
  if (body === null) return;
  ctx.type = contentType ?? jsonType;
  ctx.body = body;
}

const jsonType = 'application/json';
/** What Node and the system keep of a response that nobody reads; beyond it a reader has to keep pace. */
const maxUnpacedBytes = 64 * 1024;

async function stream(ctx: Context, { status, contentType, sizeBytes, headers = {}, pieces }: StreamedAnswer) {
  if (ctx.res.destroyed) return;
  const iterator = pieces[Symbol.asyncIterator]();
  // Before the head: a fault can be told until then.
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

/** Reads ahead as far as tells whether the whole is small. */
async function startJson(status: number, json: StreamedJson): Promise<WrittenAnswer | ListAnswer> {
  const pieces = jsonPieces(json);
  let text = '';
  for (;;) {
    const next = await pieces.next();
    if (next.done) return { status, contentType: jsonType, body: text };
    const piece = next.value;
    if (typeof piece !== 'string' || text.length + piece.length > maxUnpacedBytes) {
      return { status, json, begun: { text, next: piece, pieces } };
    }
    text += piece;
  }
}

/** Goes on with a list where a stream is free; else gives up what was read, and reads it again once there is one. */
async function sendList(
  ctx: Context,
  answer: ListAnswer,
  { streams, largeValues, owner, release }: SendLimits,
): Promise<void> {
  const { status, json } = answer;
  let permit: Permit | null = null;
  try {
    permit = streams.tryAcquire(owner);
    if (!permit) await answer.begun?.pieces.return();
    const pieces = permit && answer.begun && resumedJson(answer.begun);
    answer.begun = null;
    if (!permit) {
      // What stands before the list stays in memory.
      if (!json.before) release();
      permit = await streams.acquire(owner);
    }
    release();
    const texts = writtenJson(pieces ?? jsonPieces(json), (write) => largeValues.run(owner, write));
    await stream(ctx, { status, contentType: jsonType, sizeBytes: null, pieces: texts });
  } finally {
    permit?.release();
  }
}

async function* resumedJson({ text, next, pieces }: NonNullable<ListAnswer['begun']>) {
  try {
    yield text;
    yield next;
    yield* pieces;
  } finally {
    await pieces.return();
  }
}

async function* writtenJson(
  pieces: AsyncIterable<JsonPiece>,
  inTurn: <T>(write: () => Promise<T>) => Promise<T>,
): AsyncGenerator<string | Buffer, void, undefined> {
  for await (const piece of pieces) {
    if (typeof piece === 'string') yield piece;
    else yield* await inTurn(() => piece.write());
  }
}

/** An object with one list in it, whose items are taken batch by batch: as JSON.stringify writes it. */
async function* jsonPieces({
  before = {},
  list,
  batches,
  after,
}: StreamedJson): AsyncGenerator<JsonPiece, void, undefined> {
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

/** The batches of a streamed list as they are shown. */
export function presented<Row, Shown>(
  read: () => AsyncIterable<readonly Row[]>,
  present: (row: Row) => Shown,
): () => AsyncGenerator<Shown[], void, undefined> {
  return async function* () {
    for await (const batch of read()) yield batch.map(present);
  };
}

/** A case is shown as itself: the answer has its id. */
function caseShown(body: unknown): string | null {
  const { id } = body as { id?: unknown };
  return typeof id === 'string' && isId('case', id) ? id : null;
}
