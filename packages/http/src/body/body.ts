import type { IncomingMessage } from 'node:http';
import { Transform } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { finished } from 'node:stream/promises';
import { ApiError, bodyLimits, type Route } from '@evict/contract';
import type { Context } from 'koa';
import { HttpMethodEnum, koaBody } from 'koa-body';
import { isTooSlow } from '../pace.ts';
import { tooLarge, unreadable } from './json-bounds.ts';

const MiB = 1024 * 1024;

/** Whether the headers announce a body. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Refuses by the headers, before a byte is read: 415 for another type or an encoding, 413 by Content-Length. */
export function checkBodyHeaders(ctx: Context, { bodyLimitBytes, rawBody }: BodyRule): void {
  if (!hasBody(ctx.req)) return;
  if (!rawBody && !ctx.is(jsonType) && !mayBeEmpty(ctx.req)) throw untyped();
  if (!['', 'identity'].includes(ctx.get('content-encoding'))) throw unsupported('Send the body unencoded.');
  if (Number(ctx.get('content-length')) > bodyLimitBytes) throw tooLarge();
}

type BodyRule = Pick<Route, 'bodyLimitBytes' | 'rawBody'>;

/** Chunked without a type: some clients send no body like that. */
function mayBeEmpty({ headers }: IncomingMessage): boolean {
  return headers['content-type'] === undefined && headers['transfer-encoding'] !== undefined;
}

/**
 * The memory that a body may take until its request has ended; 0 for a small one. An upload is in memory as text and as
 * bytes, rows as bytes and as their texts, any other body as bytes and as its values. A body of unknown length may be as
 * long as its route allows.
 */
export function memoryOf(
  req: IncomingMessage,
  route: Pick<Route, 'bodyLimitBytes' | 'contentField' | 'rawBody' | 'rows'>,
): number {
  const isChunked = req.headers['transfer-encoding'] !== undefined;
  const bytes = isChunked ? route.bodyLimitBytes : Number(req.headers['content-length']);
  if (bytes <= bodyLimits.default) return 0;
  return bytes * (route.contentField === undefined && route.rows === undefined && !route.rawBody ? 4 : 2);
}

/**
 * The memory of the messages of agents, which stays taken while their tools wait for a person: of one caller one long
 * message at a time, or many short ones.
 */
export const messagesShare = { perKey: 16 * MiB, total: 64 * MiB, maxPresent: 256, maxWaitMs: 30_000 } as const;

/**
 * What a message of an agent takes: it is parsed, checked by the protocol's own schemas, and written once more, which costs
 * up to 24 times its bytes. A long one takes the whole share of its caller.
 */
export function memoryOfMessage(req: IncomingMessage, { bodyLimitBytes }: Pick<Route, 'bodyLimitBytes'>): number {
  const isChunked = req.headers['transfer-encoding'] !== undefined;
  const bytes = isChunked ? bodyLimitBytes : Number(req.headers['content-length']);
  return bytes > bodyLimits.default ? messagesShare.perKey : bytes * 24;
}

/**
 * Reads bodies that `checkBodyHeaders` has accepted. 413 as soon as one is longer than the limit, 415 with the first
 * byte of one without a type; 400 as soon as it ends early or comes too slowly. The connection stays open for the
 * response.
 */
export function createBodyReader({ bodyLimitBytes: limitBytes, rawBody }: BodyRule): (ctx: Context) => Promise<Buffer> {
  const read = koaBody({
    // Without an encoding these are bytes, outside of the heap, as they were sent.
    text: true,
    textTypes: [jsonType],
    textLimit: limitBytes,
    encoding: '',
    json: false,
    urlencoded: false,
    multipart: false,
    // For methods without a body too: their body is refused by name, which requires reading it.
    parsedMethods: Object.values(HttpMethodEnum),
  });

  return async (ctx) => {
    if (ctx.req.destroyed) throw connectionLost();
    const isEmpty = !rawBody && mayBeEmpty(ctx.req);
    const incoming = isEmpty ? receive(ctx.req, 0, untyped) : receive(ctx.req, limitBytes, tooLarge);
    try {
      if (rawBody) return await buffer(incoming);
      if (isEmpty) await finished(incoming.resume());
      else await read(Object.create(ctx, { req: { value: incoming } }) as Context, async () => {});
    } finally {
      ctx.req.unpipe(incoming);
      incoming.destroy();
    }
    return takeBody(ctx);
  };
}

/**
 * Reads and drops the rest of a refused body. If the connection were closed instead, a caller who is still sending
 * would see a broken connection and not the response. A caller who does not stop is cut off.
 */
export function drain(req: IncomingMessage): void {
  if (req.complete) return;
  let dropped = 0;
  req.on('data', (chunk: Buffer) => {
    dropped += chunk.length;
    if (dropped > maxDroppedBytes) return void req.destroy();
    // Node would read 2 MB at a time from a fast sender.
    req.pause();
    setImmediate(() => req.resume());
  });
  req.resume();
}

/**
 * The bytes of a body, in pieces: a sender can cut it into single bytes, each of which would take a hundred times its
 * size in memory. Fails as soon as there is a fault.
 */
function receive(req: IncomingMessage, limitBytes: number, beyond: () => ApiError): Transform & { headers: object } {
  const started = performance.now();
  const chunks: Buffer[] = [];
  let [received, passed] = [0, 0];
  const incoming = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      received += chunk.length;
      if (received > limitBytes) return done(beyond());
      chunks.push(chunk);
      if (received - passed < pieceBytes && chunks.length < pieceChunks) return done();
      this.push(joined(chunks.splice(0)));
      passed = received;
      // Other connections first: Node would read 2 MB at a time from a fast sender.
      setImmediate(done);
    },
    flush: (done) => done(null, joined(chunks)),
  });
  const pace = setInterval(() => {
    if (isTooSlow(received, performance.now() - started)) incoming.destroy(unreadable('The body comes too slowly.'));
  }, 1000);
  const onClose = () => {
    if (!req.readableEnded) incoming.destroy(connectionLost());
  };
  incoming.once('close', () => {
    clearInterval(pace);
    req.off('close', onClose);
  });
  // Never removed: an error event without a listener ends the process.
  req.on('error', () => {}).once('close', onClose);
  // Without headers: those of the request have been checked.
  return Object.assign(req.pipe(incoming), { headers: {} });
}

const jsonType = 'application/json';
const pieceBytes = 64 * 1024;
const pieceChunks = 1024;
const maxDroppedBytes = 64 * 1024 * 1024;

function joined(chunks: Buffer[]): Buffer {
  const [only, ...others] = chunks;
  return only && others.length === 0 ? only : Buffer.concat(chunks);
}

/** The bytes that koa-body has read, removed from Koa's request so that they can be collected early. */
function takeBody(ctx: Context): Buffer {
  const { request } = ctx as unknown as { request: { body?: Buffer } };
  const { body = Buffer.of() } = request;
  delete request.body;
  return body;
}

function connectionLost(): ApiError {
  return unreadable('The body broke off.');
}

function untyped(): ApiError {
  return unsupported('Send Content-Type: application/json.');
}

function unsupported(message: string): ApiError {
  return new ApiError('unsupported_media_type', { message });
}
