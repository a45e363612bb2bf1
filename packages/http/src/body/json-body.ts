import { createHash, randomUUID } from 'node:crypto';
import { type ApiError, bodyLimits } from '@evict/contract';
import { checkBounds, type TextRange, tooLarge, unreadable } from './json-bounds.ts';

export interface Body {
  /** The parsed JSON; undefined for an empty body. */
  value: unknown;
  /** SHA-256 of the bytes as sent, lower-case hex; that of no bytes for an empty object, which says as much. */
  hash: string;
  /** The decoded field of base64, in whose place `value` has a short text with the same fault. */
  content: Buffer | null;
  /** A complete body that is not JSON; refused once the request is known to be no replay. */
  fault?: ApiError;
}

/** The body of a request without one. */
export const noBody: Body = { value: undefined, hash: sha256(Buffer.of()), content: null };

/** The bytes of a file as the whole body. */
export const rawBody = (bytes: Buffer): Body => ({ value: undefined, hash: sha256(bytes), content: bytes });

/** The same for a body that is parsed already. */
export function parsedBody(value: unknown): Body {
  if (value === undefined) return noBody;
  const bytes = Buffer.from(JSON.stringify(value));
  return { value, hash: isEmptyObject(bytes) ? noBody.hash : sha256(bytes), content: null };
}

/**
 * Parses a body. `contentField` names a field of base64 that is taken out of it. Throws for a body that holds more than
 * it may.
 */
export function parseBody(bytes: Buffer, contentField?: string): Body {
  if (bytes.length === 0) return noBody;
  const longestText = checkBounds(bytes, contentField !== undefined);
  const hash = isEmptyObject(bytes) ? noBody.hash : sha256(bytes);
  try {
    if (contentField === undefined) return { value: parse(bytes), hash, content: null };
    return { ...parseUpload(bytes, longestText, contentField), hash };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    // Without its message, which holds text of the body.
    const fault = unreadable('The body is not JSON, or has a field called __proto__.');
    return { value: undefined, hash, content: null, fault };
  }
}

/** Parses an upload without its content, which is the longest text: ten megabytes need not become a string twice. */
function parseUpload(bytes: Buffer, { start, end }: TextRange, field: string): Omit<Body, 'hash'> {
  const others = Buffer.concat([bytes.subarray(0, start), Buffer.from(standIn), bytes.subarray(end)]);
  const rest = end === 0 ? null : parse(others);
  if (textIn(rest, field) !== standIn) {
    // Apart from its content, an upload is no larger than any other body.
    if (bytes.length > bodyLimits.default) throw tooLarge();
    const value = parse(bytes);
    return withoutContent(value, field, textIn(value, field));
  }
  const content = decode(bytes.subarray(start, end));
  if (content) return { value: { ...(rest as object), [field]: shortBase64 }, content };
  // It is not base64, or it was sent with escapes.
  return withoutContent(rest, field, parse(bytes.subarray(start - 1, end + 1)) as string);
}

/** Unknown to senders: a body that holds it by itself would be read wrongly. */
const standIn = randomUUID();

function textIn(value: unknown, field: string): string | null {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, field)) return null;
  const text = (value as Record<string, unknown>)[field];
  return typeof text === 'string' ? text : null;
}

/** A short text with the same fault takes the place of the content: empty, no base64, or none. */
function withoutContent(value: unknown, field: string, text: string | null) {
  if (text === null) return { value, content: null };
  const content = decode(Buffer.from(text));
  const short = text === '' ? '' : content ? shortBase64 : '=';
  return { value: { ...(value as object), [field]: short }, content };
}

const shortBase64 = 'AAAA';

/**
 * The bytes of standard base64 with padding and without spare bits; null for any other text. Piece by piece: strings of
 * ten megabytes would stay in memory until the next full collection.
 */
function decode(text: Buffer): Buffer | null {
  const content = Buffer.allocUnsafeSlow(Math.ceil(text.length / 4) * 3);
  let length = 0;
  for (let at = 0; at < text.length; at += pieceOfText) {
    // Padding ends the content.
    if (length * 4 !== at * 3) return null;
    const piece = text.toString('latin1', at, at + pieceOfText);
    length += content.write(piece, length, 'base64');
    if (content.toString('base64', (at / 4) * 3, length) !== piece) return null;
  }
  return content.subarray(0, length);
}

/** A multiple of four characters, which are three bytes. */
const pieceOfText = 64 * 1024;

function parse(bytes: Buffer): unknown {
  return JSON.parse(textOf(bytes), refusePrototype);
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function textOf(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw unreadable('The body is not UTF-8.');
  }
}

/** A field of this name would replace the prototype of an object that it is copied to. */
function refusePrototype(name: string, value: unknown): unknown {
  if (name === '__proto__') throw new SyntaxError('a field is called __proto__');
  return value;
}

function isEmptyObject(bytes: Buffer): boolean {
  return bytes.length < 100 && /^\s*\{\s*\}\s*$/.test(bytes.toString('latin1'));
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
