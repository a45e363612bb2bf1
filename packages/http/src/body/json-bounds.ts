import { ApiError, bodyLimits, invalidRequest, jsonLimits } from '@evict/contract';

type Limits = Readonly<Record<keyof typeof jsonLimits, number>>;

/** The positions of the first byte of a text, and of the quote behind its last one. */
export interface TextRange {
  start: number;
  end: number;
}

/**
 * Counts what a body will hold once it is parsed, while its bytes arrive: levels, values with names, fields of one
 * object, the length of texts. It is no parser, and leaves what is no JSON to one.
 */
export class JsonBounds {
  readonly #limits: Limits;
  readonly #hasContent: boolean;
  #length = 0;
  /** The number of fields of each open object or array. */
  readonly #fields: number[] = [];
  #values = 0;
  #isLiteral = false;
  #isText = false;
  #isEscaped = false;
  /** Where the text began that is being read. */
  #textStart = 0;
  #longestText: TextRange = { start: 0, end: 0 };

  /** `hasContent`: the longest text is that of an upload, beside which the body is no larger than any other. */
  constructor({ hasContent }: { hasContent: boolean }, limits: Limits = jsonLimits) {
    this.#hasContent = hasContent;
    this.#limits = limits;
  }

  /** The next bytes. Throws 400 beyond a limit, and 413 for an upload that is large apart from its content. */
  add(bytes: Buffer): void {
    for (let at = 0; at < bytes.length; at += 1) {
      if (this.#isText) at = this.#readText(bytes, at);
      else this.#count(bytes[at] as number, this.#length + at);
    }
    this.#length += bytes.length;
    const { textBytes } = this.#limits;
    const longest = this.#longestText.end - this.#longestText.start;
    if (this.#hasContent) {
      if (this.#length - longest > bodyLimits.default) throw tooLarge();
    } else if (longest > textBytes) {
      throw tooMuch('too_long', `A text of the body is longer than ${textBytes} bytes.`);
    }
  }

  /** Where the longest text is; an empty range without any text. */
  get longestText(): TextRange {
    return this.#longestText;
  }

  #count(byte: number, position: number): void {
    const { depth, values, fieldsPerObject } = this.#limits;
    const wasLiteral = this.#isLiteral;
    this.#isLiteral = false;
    switch (byte) {
      case openBrace:
      case openBracket:
        this.#values += 1;
        if (this.#fields.push(0) > depth) throw unreadable(`The body is nested more than ${depth} levels deep.`);
        break;
      case closeBrace:
      case closeBracket:
        this.#fields.pop();
        break;
      case colon: {
        const count = (this.#fields.pop() ?? 0) + 1;
        if (count > fieldsPerObject) throw tooMuch('too_many', `An object has more than ${fieldsPerObject} fields.`);
        this.#fields.push(count);
        break;
      }
      case quote:
        this.#values += 1;
        this.#isText = true;
        this.#textStart = position + 1;
        break;
      case comma:
      case space:
      case tab:
      case lineFeed:
      case carriageReturn:
        break;
      default:
        if (!wasLiteral) this.#values += 1;
        this.#isLiteral = true;
    }
    if (this.#values > values) throw tooMuch('too_many', `The body has more than ${values} values and field names.`);
  }

  /** Reads on to the quote that ends the text, or to the end of the bytes; returns the position of either. */
  #readText(bytes: Buffer, start: number): number {
    let from = this.#isEscaped ? start + 1 : start;
    this.#isEscaped = false;
    for (;;) {
      const quoteAt = bytes.indexOf(quote, from);
      const end = quoteAt === -1 ? bytes.length : quoteAt;
      let backslashes = 0;
      while (end - backslashes > from && bytes[end - backslashes - 1] === backslash) backslashes += 1;
      const isEscaped = backslashes % 2 === 1;
      if (quoteAt !== -1 && isEscaped) {
        from = end + 1;
        continue;
      }
      this.#isText = quoteAt === -1;
      // The escaped character comes with the next bytes.
      this.#isEscaped = isEscaped;
      const text = { start: this.#textStart, end: this.#length + end };
      if (text.end - text.start > this.#longestText.end - this.#longestText.start) this.#longestText = text;
      return end;
    }
  }
}

/** 400: the body cannot be read. */
export function unreadable(message: string): ApiError {
  return invalidRequest([{ path: '', code: 'unreadable', message }]);
}

/** 413: the body is longer than its route allows. */
export function tooLarge(): ApiError {
  return new ApiError('payload_too_large');
}

const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const comma = 0x2c;
const colon = 0x3a;
const quote = 0x22;
const backslash = 0x5c;
const [space, tab, lineFeed, carriageReturn] = [0x20, 0x09, 0x0a, 0x0d];

/** 400 and not 413: no valid body of any route holds as much. */
function tooMuch(code: string, message: string): ApiError {
  return invalidRequest([{ path: '', code, message }]);
}
