import type { IncomingMessage } from 'node:http';
import { Transform } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { finished } from 'node:stream/promises';
import { ApiError, type Route } from '@evict/contract';
import type { Context } from 'koa';
import { HttpMethodEnum, koaBody } from 'koa-body';
import { tooLarge, unreadable } from './json-bounds.ts';

/** Whether the headers announce a body. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/**
 * Checks the headers before reading a byte. Throws 415 for the wrong type or an encoding, and 413 for a Content-Length
 * above the limit.
 */
export function checkBodyHeaders(ctx: Context, { bodyLimitBytes, rawBody }: BodyRule): void {
  if (!hasBody(ctx.req)) return;
  if (!rawBody && !ctx.is(jsonType) && !mayBeEmpty(ctx.req)) throw untyped();
  if (!['', 'identity'].includes(ctx.get('content-encoding')))
    throw unsupported('Send the body without a Content-Encoding.');
  if (Number(ctx.get('content-length')) > bodyLimitBytes) throw tooLarge();
}

type BodyRule = Pick<Route, 'bodyLimitBytes' | 'rawBody'>;

/** Whether the body may be empty: some clients send an empty chunked body without a type. */
function mayBeEmpty({ headers }: IncomingMessage): boolean {
  return headers['content-type'] === undefined && headers['transfer-encoding'] !== undefined;
}

/**
 * Reads bodies that `checkBodyHeaders` has accepted. Throws 413 as soon as the limit is exceeded, 415 at the first byte
 * of a body without a type, and 400 if the body ends early. The connection stays open for the response.
 */
export function createBodyReader({ bodyLimitBytes: limitBytes, rawBody }: BodyRule): (ctx: Context) => Promise<Buffer> {
  const read = koaBody({
    // Without an encoding, koa-body returns bytes, which are stored outside the heap.
    text: true,
    textTypes: [jsonType],
    textLimit: limitBytes,
    encoding: '',
    json: false,
    urlencoded: false,
    multipart: false,
    // Includes methods that take no body: a body has to be read before validation can report it.
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
 * Reads and discards the rest of a refused body. If the connection were closed instead, a caller that is still sending
 * would see a broken connection and not the response. A caller that doesn't stop is cut off.
 */
export function drain(req: IncomingMessage): void {
  if (req.complete) return;
  let dropped = 0;
  req.on('data', (chunk: Buffer) => {
    dropped += chunk.length;
    if (dropped > maxDroppedBytes) return void req.destroy();
    // Otherwise Node would read 2 MB at a time from a fast sender.
    req.pause();
    setImmediate(() => req.resume());
  });
  req.resume();
}

/**
 * Joins the chunks of a body into larger ones. A sender can split it into single bytes, and an array of those would
 * take a hundred times the memory. Fails as soon as the limit is exceeded or the connection is lost.
 */
function receive(req: IncomingMessage, limitBytes: number, beyond: () => ApiError): Transform & { headers: object } {
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
      // Let other connections go first: Node reads up to 2 MB at a time from a fast sender.
      setImmediate(done);
    },
    flush: (done) => done(null, joined(chunks)),
  });
  const onClose = () => {
    if (!req.readableEnded) incoming.destroy(connectionLost());
  };
  incoming.once('close', () => req.off('close', onClose));
  // Keep this listener: an error event without a listener would end the process.
  req.on('error', () => {}).once('close', onClose);
  // Hide the headers from koa-body, because they have already been checked.
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

/** Removes the bytes from Koa's request and returns them, so that they can be garbage-collected early. */
function takeBody(ctx: Context): Buffer {
  const { request } = ctx as unknown as { request: { body?: Buffer } };
  const { body = Buffer.of() } = request;
  delete request.body;
  return body;
}

function connectionLost(): ApiError {
  return unreadable('The connection ended before the whole body had arrived.');
}

function untyped(): ApiError {
  return unsupported('Send Content-Type: application/json.');
}

function unsupported(message: string): ApiError {
  return new ApiError('unsupported_media_type', { message });
}
