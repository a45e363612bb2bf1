import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { ApiError, bodyLimits, invalidRequest, jsonLimits, type Route } from '@evict/contract';
import type { Context } from 'koa';
import { HttpMethodEnum, koaBody } from 'koa-body';
import { connectionLost, tooLarge, unreadable } from './body-errors.ts';
import { type JsonFault, JsonScanner } from './json-scanner.ts';
import { type Content, ContentReceiver } from './received-content.ts';
import { yieldToOthers, receiveBytes } from './receive-bytes.ts';
import { Spool } from './spool.ts';

export interface Body {
  /** The parsed JSON; undefined for an empty body. */
  value: unknown;
  /** SHA-256 of the bytes as sent, lower-case hex. */
  hash: string;
  /** A complete body that is not JSON; refused once the request is known to be no replay. */
  fault?: ApiError;
}

/** Refuses by the headers, before a byte is read: 415 for another type or an encoding, 413 by Content-Length. */
export function checkBodyHeaders(ctx: Context, limitBytes: number): void {
  if (!hasBody(ctx.req)) return;
  if (!ctx.is(jsonType)) throw unsupported('Send Content-Type: application/json.');
  if (!['', 'identity'].includes(ctx.get('content-encoding'))) throw unsupported('Send the body unencoded.');
  if (Number(ctx.get('content-length')) > limitBytes) throw tooLarge();
}

/** What a route says of its bodies. */
export type BodyRules = Pick<Route, 'bodyLimitBytes' | 'contentField'>;

export interface BodyReader {
  /**
   * Receives the body of a request, a large one into a file. 413 as soon as it is longer than the limit; 400 as soon as
   * it holds more than `jsonLimits` allow, is not UTF-8, ends early, or comes too slowly.
   */
  receive(ctx: Context): Promise<ReceivedBody>;
}

/** A body that has been received but not parsed; a large one takes no memory. */
interface ReceivedBody {
  /** The length to be parsed if that is large; otherwise 0. */
  largeBytes: number;
  /** The bytes of the route's `contentField`, decoded while they were received. */
  content: Content | null;
  /** Parses it, once. Text that is not JSON has a fault. */
  parse(): Promise<Body>;
  /** Frees memory and files. */
  discard(): void;
}

/**
 * Reads bodies that `checkBodyHeaders` has accepted. Koa-body parses them, after a scan has bounded what they become in
 * memory.
 */
export function createBodyReader({ bodyLimitBytes, contentField }: BodyRules): BodyReader {
  const parseLimitBytes = contentField === undefined ? bodyLimitBytes : bodyLimits.default;
  const read = koaBody({
    jsonLimit: parseLimitBytes,
    jsonTypes: [jsonType],
    jsonStrict: false,
    // For methods without a body too: their body is refused by name, which requires reading it.
    parsedMethods: Object.values(HttpMethodEnum),
    text: false,
    urlencoded: false,
    multipart: false,
  });

  return {
    async receive(ctx) {
      if (ctx.req.destroyed) throw connectionLost();
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
      // Apart from its content, an upload is no larger than any other body.
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
    // The same request, whose bytes come from the spool.
    const req = Object.assign(Readable.from(spool.read(), { objectMode: false }), { headers });
    const kept = Object.create(ctx, { req: { value: req } }) as Context;
    try {
      await read(kept, async () => {});
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      return { value: undefined, hash, fault: notJson() };
    } finally {
      req.destroy();
    }
    return { value: takeBody(ctx), hash };
  }
}

/**
 * Whether a body may be received into a file. A body of unknown length may be as long as the limit; if that is small,
 * it does not wait for the limiter of large bodies.
 */
export function isLargeBody({ headers }: IncomingMessage, limitBytes: number): boolean {
  const maxLength = headers['transfer-encoding'] === undefined ? Number(headers['content-length']) : limitBytes;
  return maxLength > memoryBytes;
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
    if (dropped > maxDroppedBytes) req.destroy();
    else yieldToOthers(req);
  });
  req.resume();
}

const jsonType = 'application/json';
/** The body of a request without one. */
export const noBody: Body = { value: undefined, hash: createHash('sha256').digest('hex') };
/** Longer bodies go to a file: one caller may have 256 bodies in memory. */
const memoryBytes = 64 * 1024;
/** Longer bodies count against `bounds.parsedBytes` of the pipeline. */
const largeBytes = 256 * 1024;
const maxDroppedBytes = 64 * 1024 * 1024;

/** Whether the headers announce a body. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** The parsed body, removed from Koa's request so that it can be collected early. */
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

/** 400 and not 413: no valid body of any route holds as much. */
function tooMuch(code: string, message: string): ApiError {
  return invalidRequest([{ path: '', code, message }]);
}

/** Without koa-body's message, which holds text of the body. */
function notJson(): ApiError {
  return unreadable('The body is not JSON, or has a field called __proto__.');
}

function unsupported(message: string): ApiError {
  return new ApiError('unsupported_media_type', { message });
}
