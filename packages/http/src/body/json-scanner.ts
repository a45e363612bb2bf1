export interface JsonLimits {
  depth: number;
  values: number;
  fieldsPerObject: number;
  textBytes: number;
}

export type JsonFault = 'too_deep' | 'too_many_values' | 'too_many_fields' | 'text_too_long';

/** Receives the unescaped text of one field, which is cut out of the body. */
export interface FieldSink {
  /** The field begins. It can begin again: of a repeated field the last one counts. */
  begin(): void;
  /** Its next bytes, which hold no escape. */
  append(chunk: Buffer, from: number, to: number): void;
  /** One UTF-16 code unit, sent as an escape. */
  appendUnit(unit: number): void;
  /** The field ends. Returns its placeholder in the body. `malformed`: it held an escape that JSON does not have. */
  end(malformed: boolean): Buffer;
}

/**
 * Counts what JSON will hold once it is parsed, while its bytes are received, and cuts the text of one field of the
 * outermost object out of it. It is no parser: it bounds the work of the parser, which decides whether the text is
 * JSON. Time and memory are linear in the number of bytes, whatever they are.
 */
export class JsonScanner {
  readonly #limits: JsonLimits;
  readonly #field: { name: string; sink: FieldSink } | null;
  /** By depth: whether it is an object, and its number of fields so far. */
  readonly #isObject: Uint8Array;
  readonly #fields: Uint32Array;
  #state: State = outside;
  #depth = 0;
  #values = 0;
  #inLiteral = false;
  /** The last of `{ [ , : } ]` outside of strings. */
  #structural = 0;
  #textBytes = 0;
  /** The name of a field of the outermost object, as sent; null in any other string, and if it is too long to match. */
  #name: number[] | null = null;
  /** The name before the next colon is that of the field to cut out. */
  #isNamed = false;
  #unit = 0;
  #unitDigits = 0;
  #malformed = false;

  constructor(limits: JsonLimits, field: { name: string; sink: FieldSink } | null = null) {
    this.#limits = limits;
    this.#field = field;
    this.#isObject = new Uint8Array(limits.depth + 1);
    this.#fields = new Uint32Array(limits.depth + 1);
  }

  /** The number of values so far, including those that have only begun. */
  get values(): number {
    return this.#values;
  }

  /** Scans the next bytes. Returns what remains of them in the body, or the limit that they exceed. */
  scan(chunk: Buffer): Buffer[] | JsonFault {
    const rest: Buffer[] = [];
    let kept = 0;
    let at = 0;
    while (at < chunk.length) {
      if (this.#state >= inField) {
        at = this.#scanField(chunk, at);
        if (this.#state >= inField) return rest; // the field continues in the next chunk
        rest.push(this.#field?.sink.end(this.#malformed) ?? Buffer.of());
        kept = at - 1; // its closing quote
      } else {
        const fault = this.#step(chunk[at] as number);
        at += 1;
        if (fault) return fault;
        if (this.#state === inField) {
          rest.push(chunk.subarray(kept, at));
          kept = at;
        }
      }
    }
    if (kept < chunk.length && this.#state < inField) rest.push(chunk.subarray(kept));
    return rest;
  }

  #step(byte: number): JsonFault | null {
    switch (this.#state) {
      case inText:
        if (byte === quote) return this.#endText();
        if (byte === backslash) this.#state = escaped;
        return this.#textByte(byte);
      case escaped:
        this.#state = inText;
        return this.#textByte(byte);
      default:
        return this.#outside(byte);
    }
  }

  #outside(byte: number): JsonFault | null {
    switch (byte) {
      case 0x20:
      case 0x09:
      case 0x0a:
      case 0x0d:
        this.#inLiteral = false;
        return null;
      case openBrace:
      case openBracket:
        this.#mark(byte);
        this.#depth += 1;
        if (this.#depth > this.#limits.depth) return 'too_deep';
        this.#isObject[this.#depth] = byte === openBrace ? 1 : 0;
        this.#fields[this.#depth] = 0;
        return this.#count();
      case closeBrace:
      case closeBracket:
        this.#mark(byte);
        this.#depth = Math.max(0, this.#depth - 1);
        return null;
      case comma:
        this.#mark(byte);
        this.#isNamed = false;
        return null;
      case colon: {
        this.#mark(byte);
        const fields = (this.#fields[this.#depth] as number) + 1;
        this.#fields[this.#depth] = fields;
        return fields > this.#limits.fieldsPerObject ? 'too_many_fields' : null;
      }
      case quote:
        return this.#beginText();
      default:
        if (this.#inLiteral) return null;
        this.#inLiteral = true;
        return this.#count();
    }
  }

  #mark(structural: number): void {
    this.#structural = structural;
    this.#inLiteral = false;
  }

  #count(): JsonFault | null {
    this.#values += 1;
    return this.#values > this.#limits.values ? 'too_many_values' : null;
  }

  #beginText(): JsonFault | null {
    this.#inLiteral = false;
    const isOutermost = this.#depth === 1 && this.#isObject[1] === 1;
    if (this.#field && isOutermost && this.#structural === colon && this.#isNamed) {
      this.#isNamed = false;
      this.#state = inField;
      this.#malformed = false;
      this.#field.sink.begin();
    } else {
      this.#state = inText;
      this.#textBytes = 0;
      this.#name = this.#field && isOutermost && this.#structural !== colon ? [] : null;
    }
    return this.#count();
  }

  #textByte(byte: number): JsonFault | null {
    this.#textBytes += 1;
    if (this.#name && this.#name.push(byte) > maxNameBytes) this.#name = null;
    return this.#textBytes > this.#limits.textBytes ? 'text_too_long' : null;
  }

  #endText(): null {
    this.#state = outside;
    this.#isNamed = this.#name !== null && unescaped(this.#name) === this.#field?.name;
    this.#name = null;
    return null;
  }

  /** Scans the field to its end or that of the chunk, and returns the position. */
  #scanField(chunk: Buffer, start: number): number {
    const { sink } = this.#field as { sink: FieldSink };
    let nextQuote = -1;
    let nextBackslash = -1;
    let at = start;
    while (at < chunk.length) {
      if (this.#state === inField) {
        // Searched again only once passed, which keeps the scan linear.
        if (nextQuote < at) nextQuote = indexOrEnd(chunk, quote, at);
        if (nextBackslash < at) nextBackslash = indexOrEnd(chunk, backslash, at);
        const end = Math.min(nextQuote, nextBackslash);
        if (end > at) sink.append(chunk, at, end);
        if (end === chunk.length) return end;
        at = end + 1;
        if (end === nextQuote) {
          this.#state = outside;
          return at;
        }
        this.#state = fieldEscape;
      } else {
        this.#fieldEscape(chunk[at] as number, sink);
        at += 1;
      }
    }
    return at;
  }

  #fieldEscape(byte: number, sink: FieldSink): void {
    if (this.#state === fieldEscape) {
      if (byte === 0x75 /* u */) {
        this.#state = fieldUnit;
        this.#unit = 0;
        this.#unitDigits = 0;
        return;
      }
      const unit = escapes.get(byte);
      if (unit === undefined) this.#malformed = true;
      else sink.appendUnit(unit);
      this.#state = inField;
      return;
    }
    const digit = Number.parseInt(String.fromCharCode(byte), 16);
    if (Number.isNaN(digit)) this.#malformed = true;
    this.#unit = this.#unit * 16 + digit;
    this.#unitDigits += 1;
    if (this.#unitDigits < 4) return;
    sink.appendUnit(this.#unit);
    this.#state = inField;
  }
}

type State = number;
const outside = 0;
const inText = 1;
const escaped = 2;
/** This state and the following ones: in the field that is cut out. */
const inField = 3;
const fieldEscape = 4;
const fieldUnit = 5;

const quote = 0x22;
const backslash = 0x5c;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const comma = 0x2c;
const colon = 0x3a;

const escapes: ReadonlyMap<number, number> = new Map(
  (
    [
      ['"', '"'],
      ['\\', '\\'],
      ['/', '/'],
      ['b', '\b'],
      ['f', '\f'],
      ['n', '\n'],
      ['r', '\r'],
      ['t', '\t'],
    ] as const
  ).map(([name, character]) => [name.charCodeAt(0), character.charCodeAt(0)]),
);

/** Enough for a name written in escapes of six bytes each. */
const maxNameBytes = 256;

function indexOrEnd(chunk: Buffer, byte: number, from: number): number {
  const index = chunk.indexOf(byte, from);
  return index === -1 ? chunk.length : index;
}

function unescaped(name: readonly number[]): string | null {
  try {
    return JSON.parse(`"${Buffer.from(name).toString()}"`) as string;
  } catch {
    return null;
  }
}
