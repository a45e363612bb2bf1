import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { ApiError } from '@evict/contract';
import type { Context } from 'koa';
import { HttpMethodEnum, koaBody } from 'koa-body';
import { brokenOff, tooLarge, unreadable, watchBody } from './body-watch.ts';
import { spool } from './spool.ts';

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

export interface BodyReader {
  /**
   * Waits until the body of a request has come, which takes as long as its sender takes: one that is large lies in a file
   * then. 413 as soon as it is longer than the limit; 400 where it is no UTF-8, breaks off, or comes too slowly.
   */
  receive(ctx: Context): Promise<ReceivedBody>;
}

/** A body that is there, and takes no memory of its own yet where it is large. */
interface ReceivedBody {
  /** The length of a large one; 0 for one that is small. */
  largeBytes: number;
  /** Parses it, once. What came whole and is yet no JSON has a fault. */
  parse(): Promise<Body>;
}

/** Reads bodies that `checkBodyHeaders` let pass. */
export function createBodyReader(limitBytes: number): BodyReader {
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

  return {
    async receive(ctx) {
      if (!hasBody(ctx.req)) return { largeBytes: 0, parse: async () => noBody };
      if (isLargeBody(ctx.req, limitBytes)) return receiveLarge(ctx);
      const body = await receiveSmall(ctx);
      return { largeBytes: 0, parse: async () => body };
    },
  };

  async function receiveSmall(ctx: Context): Promise<Body> {
    // Koa-body gives the text as decoded, where every byte that is no UTF-8 has become U+FFFD.
    const watch = watchBody(ctx.req, limitBytes);
    try {
      await Promise.race([read(ctx, async () => {}), watch.refused]);
      return toBody(ctx, watch.finish());
    } catch (error) {
      const { req } = ctx;
      if (error instanceof SyntaxError) return { value: undefined, hash: watch.finish(), fault: noJson() };
      throw error instanceof ApiError || !req.destroyed ? error : brokenOff();
    } finally {
      watch.stop();
    }
  }

  async function receiveLarge(ctx: Context): Promise<ReceivedBody> {
    if (ctx.req.destroyed) throw brokenOff();
    const watch = watchBody(ctx.req, limitBytes);
    let file: Readable | null = null;
    try {
      const whole = (file = await spool(ctx.req, watch.refused));
      const hash = watch.finish();
      return {
        largeBytes: watch.length() > largeBytes ? watch.length() : 0,
        parse: () => parseLarge(ctx, whole, hash).finally(() => whole.destroy()),
      };
    } catch (error) {
      file?.destroy();
      throw error;
    } finally {
      watch.stop();
    }
  }

  async function parseLarge(ctx: Context, file: Readable, hash: string): Promise<Body> {
    const req = Object.assign(file, { headers: ctx.req.headers });
    try {
      // The same reader, of the same request, whose bytes come from the file now.
      await read(Object.create(ctx, { req: { value: req } }) as Context, async () => {});
      return toBody(ctx, hash);
    } catch (error) {
      if (error instanceof SyntaxError) return { value: undefined, hash, fault: noJson() };
      throw error;
    }
  }
}

/**
 * Whether a body is written to a file while it comes. One that does not say how long it is may be as long as the limit;
 * where that is small, it waits for no place that others keep.
 */
export function isLargeBody({ headers }: IncomingMessage, limitBytes: number): boolean {
  const mayHave = headers['transfer-encoding'] === undefined ? Number(headers['content-length']) : limitBytes;
  return mayHave > largeBytes;
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
const largeBytes = 256 * 1024;
const maxDroppedBytes = 64 * 1024 * 1024;

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** What koa-body has made of it; Koa lets go of it, so that it can be forgotten as soon as it is used. */
function toBody(ctx: Context, hash: string): Body {
  const { request } = ctx as { request: { body?: unknown } };
  // Of no byte koa-body makes an empty text.
  const value = hash === noBody.hash ? undefined : request.body;
  delete request.body;
  return isDeeperThan(maxDepth, value) ? { value: undefined, hash, fault: tooDeep() } : { value, hash };
}

function tooDeep(): ApiError {
  return unreadable(`The body is nested more than ${maxDepth} levels deep.`);
}

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((item) => isDeeperThan(levels - 1, item));
}

/** What koa-body throws holds the text of the body; none of it goes any further. */
function noJson(): ApiError {
  return unreadable('The body is not JSON, or has a field called __proto__.');
}

function unsupported(message: string): ApiError {
  return new ApiError('unsupported_media_type', { message });
}
