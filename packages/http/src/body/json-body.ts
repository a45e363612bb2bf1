import { createHash } from 'node:crypto';
import { type ApiError, isBase64 } from '@evict/contract';
import { unreadable } from './json-bounds.ts';

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

/** Parses a body that `createBodyReader` has bounded. `contentField` names a field of base64 that is taken out of it. */
export function parseBody(bytes: Buffer, contentField?: string): Body {
  if (bytes.length === 0) return noBody;
  const hash = sha256(bytes);
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
  body[field] = isBase64(text) ? 'AAAA' : '=';
  return Buffer.from(text, 'base64');
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
