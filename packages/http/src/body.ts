import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { ApiError } from '@evict/contract';
import type { Context } from 'koa';
import { HttpMethodEnum, koaBody } from 'koa-body';
import { brokenOff, unreadable, watchBody } from './body-watch.ts';

export interface Body {
  /** The JSON that was sent; undefined where no byte was. */
  value: unknown;
  /** SHA-256 of the bytes as sent, lower-case hex. */
  hash: string;
  /** What came whole and is yet no JSON; refused once it is known that the request is not a replay. */
  fault?: ApiError;
}

/** Refuses what can be refused before a byte is read: 415 for another type or an encoding, 413 by Content-Length. */
export function checkBodyHeaders(ctx: Context, limitBytes: number): void {
  if (!hasBody(ctx.req)) return;
  if (!ctx.is(jsonType)) throw unsupported('Send Content-Type: application/json.');
  if (!['', 'identity'].includes(ctx.get('content-encoding'))) throw unsupported('Send the body unencoded.');
  if (Number(ctx.get('content-length')) > limitBytes) throw tooLarge();
}

/**
 * Reads and parses bodies that `checkBodyHeaders` let pass. 413 as soon as one is longer than the limit; 400 for
 * one that is no UTF-8, breaks off, or comes too slowly. One that is no JSON, or nested too deeply, has a fault.
 */
export function createBodyReader(limitBytes: number): (ctx: Context) => Promise<Body> {
  const read = koaBody({
    jsonLimit: limitBytes,
    jsonTypes: [jsonType],
    jsonStrict: false,
    // A method that takes no body is told so, which takes reading it.
    parsedMethods: Object.values(HttpMethodEnum),
    text: false,
    urlencoded: false,
    multipart: false,
  });
  return async (ctx) => {
    if (!hasBody(ctx.req)) return noBody;
    // Koa-body gives the text as decoded, where every byte that is no UTF-8 has become U+FFFD.
    const watch = watchBody(ctx.req);
    try {
      await Promise.race([read(ctx, async () => {}), watch.refused]);
      const hash = watch.finish();
      if (watch.length() === 0) return { value: undefined, hash };
      return isDeeperThan(maxDepth, ctx.request.body)
        ? { value: undefined, hash, fault: tooDeep() }
        : { value: ctx.request.body, hash };
    } catch (error) {
      const refused = refusal(error, { req: ctx.req, isTooLarge: watch.length() > limitBytes });
      if (refused instanceof ApiError && error instanceof SyntaxError)
        return { value: undefined, hash: watch.finish(), fault: refused };
      throw refused;
    } finally {
      watch.stop();
    }
  };
}

/**
 * Reads and drops what is left of a body that was refused. Were the connection closed instead, a caller who is still
 * sending would see a broken connection and not the answer; one who does not stop is cut off all the same.
 */
export function drain(req: IncomingMessage): void {
  if (req.complete) return;
  let dropped = 0;
  req.on('data', (chunk: Buffer) => {
    dropped += chunk.length;
    if (dropped > maxDroppedBytes) req.destroy();
  });
  req.resume();
}

const jsonType = 'application/json';
const noBody: Body = { value: undefined, hash: createHash('sha256').digest('hex') };
const maxDepth = 32;
const maxDroppedBytes = 64 * 1024 * 1024;

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function tooDeep(): ApiError {
  return unreadable(`The body is nested more than ${maxDepth} levels deep.`);
}

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((item) => isDeeperThan(levels - 1, item));
}

/** What koa-body throws holds the text of the body; none of it goes any further. */
function refusal(error: unknown, { req, isTooLarge }: { req: IncomingMessage; isTooLarge: boolean }): unknown {
  if (error instanceof ApiError) return error;
  if (isTooLarge) return tooLarge();
  if (error instanceof SyntaxError) return unreadable('The body is not JSON, or has a field called __proto__.');
  return req.destroyed ? brokenOff() : error;
}

function tooLarge(): ApiError {
  return new ApiError('payload_too_large');
}

function unsupported(message: string): ApiError {
  return new ApiError('unsupported_media_type', { message });
}
