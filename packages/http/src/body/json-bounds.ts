import { ApiError, bodyLimits, invalidRequest, jsonLimits } from '@evict/contract';

type Limits = Readonly<Record<keyof typeof jsonLimits, number>>;

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
  #textBytes = 0;
  #longestText = 0;

  /** `hasContent`: the longest text is that of an upload, beside which the body is no larger than any other. */
  constructor({ hasContent }: { hasContent: boolean }, limits: Limits = jsonLimits) {
    this.#hasContent = hasContent;
    this.#limits = limits;
  }

  /** The next bytes. Throws 400 beyond a limit, and 413 for an upload that is large apart from its content. */
  add(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; at += 1) {
      if (this.#isText) at = this.#endOfText(bytes, at);
      else this.#count(bytes[at] as number);
    }
    this.#length += bytes.length;
    const { textBytes } = this.#limits;
    if (this.#hasContent) {
      if (this.#length - this.#longestText > bodyLimits.default) throw tooLarge();
    } else if (this.#longestText > textBytes) {
      throw tooMuch('too_long', `A text of the body is longer than ${textBytes} bytes.`);
    }
  }

  #count(byte: number): void {
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
        this.#textBytes = 0;
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

  /** Where the text ends, or else the bytes. */
  #endOfText(bytes: Uint8Array, start: number): number {
    let at = this.#isEscaped ? start + 1 : start;
    while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
    // The escaped character comes with the next bytes.
    this.#isEscaped = at > bytes.length;
    const end = Math.min(at, bytes.length);
    this.#isText = end === bytes.length;
    this.#textBytes += end - start;
    this.#longestText = Math.max(this.#longestText, this.#textBytes);
    return end;
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
