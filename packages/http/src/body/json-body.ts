import { createHash } from 'node:crypto';
import { ApiError, bodyLimits, invalidRequest, jsonLimits } from '@evict/contract';

export interface Body {
  /** The parsed JSON; undefined for an empty body. */
  value: unknown;
  /** SHA-256 of the bytes as sent, lower-case hex. */
  hash: string;
  /** The decoded field of base64, in whose place `value` has a short text with the same fault. */
  content: Buffer | null;
  /** A complete body that is not JSON; refused once the request is known to be no replay. */
  fault?: ApiError;
}

/** The body of a request without one. */
export const noBody: Body = { value: undefined, hash: sha256(Buffer.of()), content: null };

/**
 * Parses a body. What it becomes in memory is bounded before: 400 beyond `jsonLimits`, 413 for an upload that is large
 * apart from its content. `contentField` names a field of base64.
 */
export function parseBody(bytes: Buffer, contentField?: string): Body {
  if (bytes.length === 0) return noBody;
  const hash = sha256(bytes);
  const { longestText } = checkStructure(bytes);
  if (contentField === undefined) {
    if (longestText > jsonLimits.textBytes) {
      throw tooMuch('too_long', `A text of the body is longer than ${jsonLimits.textBytes} bytes.`);
    }
  } else if (bytes.length - longestText > bodyLimits.default) throw tooLarge();
  const text = textOf(bytes);
  try {
    const value: unknown = JSON.parse(text, refusePrototype);
    return { value, hash, content: contentField === undefined ? null : takeContent(value, contentField) };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    // Without its message, which holds text of the body.
    const fault = unreadable('The body is not JSON, or has a field called __proto__.');
    return { value: undefined, hash, content: null, fault };
  }
}

/**
 * Counts what JSON will hold once it is parsed: levels, values with names, and fields of one object. It is no parser, and
 * leaves what is no JSON to one. Returns the length of the longest text, in bytes as sent.
 */
export function checkStructure(bytes: Uint8Array, limits: Limits = jsonLimits): { longestText: number } {
  /** The number of fields of each open object or array. */
  const fields: number[] = [];
  let [values, longestText] = [0, 0];
  let isLiteral = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const wasLiteral = isLiteral;
    isLiteral = false;
    switch (bytes[at] as number) {
      case openBrace:
      case openBracket:
        values += 1;
        if (fields.push(0) > limits.depth) {
          throw unreadable(`The body is nested more than ${limits.depth} levels deep.`);
        }
        break;
      case closeBrace:
      case closeBracket:
        fields.pop();
        break;
      case colon: {
        const count = (fields.pop() ?? 0) + 1;
        if (count > limits.fieldsPerObject) {
          throw tooMuch('too_many', `An object has more than ${limits.fieldsPerObject} fields.`);
        }
        fields.push(count);
        break;
      }
      case quote: {
        values += 1;
        const start = at + 1;
        at = endOfText(bytes, start);
        longestText = Math.max(longestText, at - start);
        break;
      }
      case comma:
      case space:
      case tab:
      case lineFeed:
      case carriageReturn:
        break;
      default:
        if (!wasLiteral) values += 1;
        isLiteral = true;
    }
    if (values > limits.values) {
      throw tooMuch('too_many', `The body has more than ${limits.values} values and field names.`);
    }
  }
  return { longestText };
}

/** 400: the body cannot be read. */
export function unreadable(message: string): ApiError {
  return invalidRequest([{ path: '', code: 'unreadable', message }]);
}

/** 413: the body is longer than its route allows. */
export function tooLarge(): ApiError {
  return new ApiError('payload_too_large');
}

type Limits = Readonly<Record<'depth' | 'values' | 'fieldsPerObject', number>>;

const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const comma = 0x2c;
const colon = 0x3a;
const quote = 0x22;
const backslash = 0x5c;
const [space, tab, lineFeed, carriageReturn] = [0x20, 0x09, 0x0a, 0x0d];

/** Where the closing quote is; the end of the bytes without one. */
function endOfText(bytes: Uint8Array, start: number): number {
  let at = start;
  while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
  return Math.min(at, bytes.length);
}

/** 400 and not 413: no valid body of any route holds as much. */
function tooMuch(code: string, message: string): ApiError {
  return invalidRequest([{ path: '', code, message }]);
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

/** Takes the text of a field out of a body, and returns its bytes; null if there is no such text. */
function takeContent(value: unknown, field: string): Buffer | null {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, field)) return null;
  const body = value as Record<string, unknown>;
  const text = body[field];
  if (typeof text !== 'string' || text === '') return null;
  const content = Buffer.from(text, 'base64');
  // Canonical: encoding the bytes again gives the same text.
  body[field] = content.toString('base64') === text ? 'AAAA' : '=';
  return content;
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
