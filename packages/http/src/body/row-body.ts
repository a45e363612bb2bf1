import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { bodyLimits } from '@evict/contract';
import { type Body, parseBody } from './json-body.ts';
import { tooLarge, tooMuch, unreadable } from './json-bounds.ts';
import {
  closeBrace,
  closeBracket,
  comma,
  openBrace,
  openBracket,
  quote,
  type JsonToken,
  scanJson,
} from './json-scan.ts';

interface RowList {
  /** The field that contains the list. */
  field: string;
  /** The maximum number of items, and the maximum size of one in bytes. */
  most: number;
  mostBytes: number;
}

/**
 * Reads a body that is one object with a long list. Returns each item of the list as bytes, to be parsed one at a time:
 * parsing 20 MB at once would block the event loop for half a second and take 100 MB. Throws 400 for too many items or
 * an item that is too long, and 413 if the rest of the object is larger than an ordinary body.
 */
export async function parseRows(bytes: Buffer, list: RowList): Promise<Body> {
  if (!isUtf8(bytes)) throw unreadable('The body is not UTF-8.');
  const { start, end, items, hash } = await findItems(bytes, list);
  // A body without the list, or with one that never ends, is treated and limited like any other.
  const around = end === 0 ? bytes : Buffer.concat([bytes.subarray(0, start), Buffer.from('[]'), bytes.subarray(end)]);
  if (around.length > bodyLimits.default) throw tooLarge();
  const { value, ...rest } = parseBody(around);
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return { ...rest, hash, value: isObject && end > 0 ? { ...value, [list.field]: items } : value };
}

/**
 * Finds the list in the field with this name, and its items. `end` is the position after the list, or 0 if there is no
 * complete list. `hash` is that of the whole body.
 */
async function findItems(bytes: Buffer, { field, most, mostBytes }: RowList) {
  const items: Buffer[] = [];
  let [start, end, depth] = [0, 0, 0];
  let name = '';
  /** The position where the current item begins, or -1 before its first byte. */
  let item = -1;
  const endItem = (at: number) => {
    if (item < 0) return;
    if (at - item > mostBytes)
      throw tooMuch('too_long', `Must have at most ${mostBytes} bytes.`, `${field}[${items.length}]`);
    items.push(bytes.subarray(item, at));
    item = -1;
    if (items.length > most) throw tooMuch('too_many', `Must have at most ${most} items.`, field);
  };
  const visit = ({ byte, at, end: textEnd }: Readonly<JsonToken>) => {
    const isInList = start > 0 && end === 0;
    if (isInList && depth === 2 && byte === comma) endItem(at);
    else if (isInList && depth === 2 && item < 0 && byte !== closeBracket) item = at;
    if (byte === quote && depth === 1) name = bytes.toString('utf8', at + 1, Math.min(textEnd, at + 100));
    if (byte === openBrace || byte === openBracket) depth += 1;
    if (byte === openBracket && depth === 2 && start === 0 && name === field) start = at;
    if (byte !== closeBrace && byte !== closeBracket) return;
    if (isInList && depth === 2) {
      endItem(at);
      end = at + 1;
    }
    depth -= 1;
  };
  const hash = createHash('sha256');
  for (let from = 0, next = 0; from < bytes.length; from = next) {
    next = scanJson(bytes, visit, { from, until: Math.min(from + sliceBytes, bytes.length) });
    hash.update(bytes.subarray(from, next));
    await yieldToOthers();
  }
  return { start, end, items, hash: hash.digest('hex') };
}

/** Other requests run after each slice of this many bytes, which takes a few milliseconds. */
const sliceBytes = 512 * 1024;
