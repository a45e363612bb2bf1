import { createHash } from 'node:crypto';
import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { bodyLimits, invalidRequest } from '@evict/contract';
import { type Body, parseBody } from './json-body.ts';
import { tooLarge } from './json-bounds.ts';

/** Others come in between after so many bytes: some milliseconds. */
const sliceBytes = 512 * 1024;

/**
 * A body that is one object with a long list in a field, as the bytes of its items: none of them becomes a value here, so
 * that 20 MB keep nobody waiting and take no memory beside their bytes. What is around the list is as small as any other
 * body. Throws 400 for more than `most` items.
 */
export async function parseRows(bytes: Buffer, { field, most }: { field: string; most: number }): Promise<Body> {
  const scan = new Scan(bytes, field, most);
  for (let end = sliceBytes; !scan.isOver; end += sliceBytes) {
    scan.goTo(Math.min(end, bytes.length));
    await yieldToOthers();
  }
  const { start, end, items } = scan;
  // Without the list, or with one that never ends, it is a body like any other, and no longer.
  const around = end === 0 ? bytes : Buffer.concat([bytes.subarray(0, start), empty, bytes.subarray(end)]);
  if (around.length > bodyLimits.default) throw tooLarge();
  const { value, ...rest } = parseBody(around);
  const hash = createHash('sha256').update(bytes).digest('hex');
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return { ...rest, hash, value: isObject && end > 0 ? { ...value, [field]: items } : value };
}

const empty = Buffer.from('[]');

/** Finds the items of the list. It is no parser: what is no JSON is left to one. */
class Scan {
  /** The first byte of the list, and the first one behind it; 0 until they are found. */
  start = 0;
  end = 0;
  items: Buffer[] = [];
  readonly #bytes: Buffer;
  readonly #field: string;
  readonly #most: number;
  #at = 0;
  #depth = 0;
  /** Where a text began; -1 outside of one. */
  #text = -1;
  #name = '';
  #item = -1;

  constructor(bytes: Buffer, field: string, most: number) {
    this.#bytes = bytes;
    this.#field = field;
    this.#most = most;
  }

  get isOver(): boolean {
    return this.#at >= this.#bytes.length;
  }

  goTo(end: number): void {
    for (; this.#at < end; this.#at += 1) this.#take(this.#bytes[this.#at] as number);
  }

  #take(byte: number): void {
    if (this.#text >= 0) {
      if (byte === backslash) this.#at += 1;
      else if (byte === quote) this.#endText();
      return;
    }
    const isInList = this.start > 0 && this.end === 0;
    if (isInList && this.#depth === 2 && this.#item < 0 && !isSpace(byte) && byte !== closeBracket)
      this.#item = this.#at;
    switch (byte) {
      case quote:
        this.#text = this.#at;
        break;
      case openBrace:
      case openBracket:
        this.#depth += 1;
        if (byte === openBracket && this.#depth === 2 && this.start === 0 && this.#name === this.#field)
          this.start = this.#at;
        break;
      case comma:
        if (isInList && this.#depth === 2) this.#endItem();
        break;
      case closeBrace:
      case closeBracket:
        if (isInList && this.#depth === 2) {
          this.#endItem();
          this.end = this.#at + 1;
        }
        this.#depth -= 1;
    }
  }

  #endText(): void {
    if (this.#depth === 1)
      this.#name = this.#bytes.toString('utf8', this.#text + 1, Math.min(this.#at, this.#text + 100));
    this.#text = -1;
  }

  #endItem(): void {
    if (this.#item < 0) return;
    this.items.push(this.#bytes.subarray(this.#item, this.#at));
    this.#item = -1;
    if (this.items.length <= this.#most) return;
    const message = `Must have at most ${this.#most} items.`;
    throw invalidRequest([{ path: this.#field, code: 'too_many', message }]);
  }
}

const isSpace = (byte: number) => byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d;
const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d];
