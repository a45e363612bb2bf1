import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { ApiError, bodyLimits, invalidRequest, jsonLimits, type Route } from '@evict/contract';
import type { Context } from 'koa';
import { HttpMethodEnum, koaBody } from 'koa-body';
import { brokenOff, tooLarge, unreadable } from './body-errors.ts';
import { type JsonFault, JsonScanner } from './json-scanner.ts';
import { type Content, ContentReceiver } from './received-content.ts';
import { letOthersIn, receiveBytes } from './receive-bytes.ts';
import { Spool } from './spool.ts';

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

/** How a route takes its bodies. */
export type BodyRules = Pick<Route, 'bodyLimitBytes' | 'contentField'>;

export interface BodyReader {
  /**
   * Waits until the body of a request has come, which takes as long as its sender takes: one that is large lies in a file
   * then. 413 as soon as it is longer than the limit; 400 as soon as it holds more than `jsonLimits` allow, is no UTF-8,
   * breaks off, or comes too slowly.
   */
  receive(ctx: Context): Promise<ReceivedBody>;
}

/** A body that is there, and takes no memory of its own yet where it is large. */
interface ReceivedBody {
  /** The length of what has to be parsed where that is large; 0 where it is small. */
  largeBytes: number;
  /** The bytes of the field that the route has decoded while it comes. */
  content: Content | null;
  /** Parses it, once. What came whole and is yet no JSON has a fault. */
  parse(): Promise<Body>;
  /** Lets go of everything that is kept for it. */
  discard(): void;
}

/** Reads bodies that there are and that `checkBodyHeaders` let pass. Koa-body parses them, once they are known to be small in what they become. */
export function createBodyReader({ bodyLimitBytes, contentField }: BodyRules): BodyReader {
  const parseLimitBytes = contentField === undefined ? bodyLimitBytes : bodyLimits.default;
  const read = koaBody({
    jsonLimit: parseLimitBytes,
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
      if (ctx.req.destroyed) throw brokenOff();
      const spool = new Spool(memoryBytes);
      const content = contentField === undefined ? null : new ContentReceiver();
      const discard = () => {
        spool.close();
        content?.close();
      };
      try {
        const hash = await receive(ctx.req, spool, content);
        const { length } = spool;
        return {
          largeBytes: length > largeBytes ? length : 0,
          content,
          parse: () => parse(ctx, spool, hash).finally(() => spool.close()),
          discard,
        };
      } catch (error) {
        discard();
        throw error;
      }
    },
  };

  function receive(req: IncomingMessage, spool: Spool, content: ContentReceiver | null): Promise<string> {
    const field = content && { name: contentField ?? '', sink: content.decoder };
    const scanner = new JsonScanner(jsonLimits, field);
    return receiveBytes(req, bodyLimitBytes, (chunk) => {
      const kept = scanner.scan(chunk);
      if (typeof kept === 'string') throw faults[kept]();
      spool.add(kept);
      // What an upload has beside its content is no larger than any other body.
      if (spool.length > parseLimitBytes) throw tooLarge();
      return spool.mustFlush || content?.hasPending ? flush(spool, content) : undefined;
    });
  }

  async function flush(spool: Spool, content: ContentReceiver | null): Promise<void> {
    if (spool.mustFlush) await spool.flush();
    if (content?.hasPending) await content.flush();
  }

  async function parse(ctx: Context, spool: Spool, hash: string): Promise<Body> {
    if (hash === noBody.hash) return noBody;
    const headers = { ...ctx.req.headers, 'content-length': String(spool.length) };
    // The same request, whose bytes come from where they are kept.
    const req = Object.assign(Readable.from(spool.read(), { objectMode: false }), { headers });
    const kept = Object.create(ctx, { req: { value: req } }) as Context;
    try {
      await read(kept, async () => {});
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      return { value: undefined, hash, fault: noJson() };
    } finally {
      req.destroy();
    }
    return { value: takeBody(ctx), hash };
  }
}

/**
 * Whether a body is written to a file while it comes. One that does not say how long it is may be as long as the limit;
 * where that is small, it waits for no place that others keep.
 */
export function isLargeBody({ headers }: IncomingMessage, limitBytes: number): boolean {
  const mayHave = headers['transfer-encoding'] === undefined ? Number(headers['content-length']) : limitBytes;
  return mayHave > memoryBytes;
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
    else letOthersIn(req);
  });
  req.resume();
}

const jsonType = 'application/json';
/** Of a request without one. */
export const noBody: Body = { value: undefined, hash: createHash('sha256').digest('hex') };
/** Beyond it a body comes into a file: a caller may have 256 of those that stay in memory. */
const memoryBytes = 64 * 1024;
/** Beyond it parsing a body takes its room. */
const largeBytes = 256 * 1024;
const maxDroppedBytes = 64 * 1024 * 1024;

/** Whether any byte of a body may come. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** What koa-body has made of it; Koa lets go of it, so that it can be forgotten as soon as it is used. */
function takeBody(ctx: Context): unknown {
  const { request } = ctx as { request: { body?: unknown } };
  const { body } = request;
  delete request.body;
  return body;
}

const faults: Readonly<Record<JsonFault, () => ApiError>> = {
  too_deep: () => unreadable(`The body is nested more than ${jsonLimits.depth} levels deep.`),
  too_many_values: () => tooMuch('too_many', `The body has more than ${jsonLimits.values} values and field names.`),
  too_many_fields: () => tooMuch('too_many', `An object has more than ${jsonLimits.fieldsPerObject} fields.`),
  text_too_long: () => tooMuch('too_long', `A text of the body is longer than ${jsonLimits.textBytes} bytes.`),
};

/** 400 and not 413: no body that a route takes holds as much, so that it has other faults whose answer this is too. */
function tooMuch(code: string, message: string): ApiError {
  return invalidRequest([{ path: '', code, message }]);
}

/** What koa-body throws holds the text of the body; none of it goes any further. */
function noJson(): ApiError {
  return unreadable('The body is not JSON, or has a field called __proto__.');
}

function unsupported(message: string): ApiError {
  return new ApiError('unsupported_media_type', { message });
}
