import { createHash, randomUUID } from 'node:crypto';
import { type ApiError, bodyLimits } from '@evict/contract';
import { checkBounds, type TextRange, tooLarge, unreadable } from './json-bounds.ts';

export interface Body {
  /** The parsed JSON, or undefined for an empty body. */
  value: unknown;
  /**
   * SHA-256 of the bytes as sent, in lower-case hex. An empty object hashes like an empty body, because both mean the
   * same.
   */
  hash: string;
  /**
   * The decoded base64 field or the raw file, if there is one. In `value`, a short string that validates the same way
   * replaces the field.
   */
  content: Buffer | null;
  /** Set if the body isn't valid JSON. Throw it only once the request is known not to be a replay. */
  fault?: ApiError;
}

export const noBody: Body = { value: undefined, hash: sha256(Buffer.of()), content: null };

/** Makes a body from the bytes of a file. */
export const rawBody = (bytes: Buffer): Body => ({ value: undefined, hash: sha256(bytes), content: bytes });

/** Makes a body from JSON that is already parsed. */
export function parsedBody(value: unknown): Body {
  if (value === undefined) return noBody;
  const bytes = Buffer.from(JSON.stringify(value));
  return { value, hash: isEmptyObject(bytes) ? noBody.hash : sha256(bytes), content: null };
}

/**
 * Parses a body. The base64 field named `contentField` is decoded separately. Invalid JSON is returned as `fault`.
 * Throws 400 if the body isn't UTF-8 or exceeds a structural limit, and 413 if an upload is too large apart from its
 * content.
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
    // Don't pass on the parser's message, which would quote the body.
    const fault = unreadable('The body is not JSON, or has a field called __proto__.');
    return { value: undefined, hash, content: null, fault };
  }
}

/** Parses an upload around its base64 content, so that ten megabytes of base64 don't have to become a string. */
function parseUpload(bytes: Buffer, { start, end }: TextRange, field: string): Omit<Body, 'hash'> {
  const others = Buffer.concat([bytes.subarray(0, start), Buffer.from(standIn), bytes.subarray(end)]);
  const rest = end === 0 ? null : parse(others);
  if (textIn(rest, field) !== standIn) {
    // The longest string isn't the content, so the whole body has to fit the ordinary limit.
    if (bytes.length > bodyLimits.default) throw tooLarge();
    const value = parse(bytes);
    return withoutContent(value, field, textIn(value, field));
  }
  const content = decode(bytes.subarray(start, end));
  if (content) return { value: { ...(rest as object), [field]: shortBase64 }, content };
  // The content isn't base64, or it contains escapes, so let the parser read it.
  return withoutContent(rest, field, parse(bytes.subarray(start - 1, end + 1)) as string);
}

/** Takes the place of the content during parsing. It is random, so no sender can put it in a body. */
const standIn = randomUUID();

function textIn(value: unknown, field: string): string | null {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, field)) return null;
  const text = (value as Record<string, unknown>)[field];
  return typeof text === 'string' ? text : null;
}

/** Replaces the content with a short string that validates the same way: an empty string, base64, or neither. */
function withoutContent(value: unknown, field: string, text: string | null) {
  if (text === null) return { value, content: null };
  const content = decode(Buffer.from(text));
  const short = text === '' ? '' : content ? shortBase64 : '=';
  return { value: { ...(value as object), [field]: short }, content };
}

const shortBase64 = 'AAAA';

/**
 * Decodes strict base64: the standard alphabet, with padding, and with unused bits set to zero. Returns null for
 * anything else. It works in pieces, because a string of ten megabytes would stay in memory until the next full garbage
 * collection.
 */
function decode(text: Buffer): Buffer | null {
  const content = Buffer.allocUnsafeSlow(Math.ceil(text.length / 4) * 3);
  let length = 0;
  for (let at = 0; at < text.length; at += pieceOfText) {
    // Padding is only valid at the end.
    if (length * 4 !== at * 3) return null;
    const piece = text.toString('latin1', at, at + pieceOfText);
    length += content.write(piece, length, 'base64');
    if (content.toString('base64', (at / 4) * 3, length) !== piece) return null;
  }
  return content.subarray(0, length);
}

/** A multiple of four characters, so that each piece decodes to whole bytes. */
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

/** Rejects fields named `__proto__`: copying one to another object would replace that object's prototype. */
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
