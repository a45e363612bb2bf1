import { ApiError, bodyLimits, invalidRequest, jsonLimits } from '@evict/contract';

type Limits = Readonly<Record<keyof typeof jsonLimits, number>>;

/** The positions of the first byte of a text, and of the quote behind its last one. */
export interface TextRange {
  start: number;
  end: number;
}

/**
 * Counts what a body will hold once it is parsed: levels, values with names, fields of one object, the length of texts.
 * Throws 400 beyond a limit. It is no parser, and leaves what is no JSON to one. Returns where the longest text is; an
 * empty range without any text.
 *
 * `hasContent`: the longest text is that of an upload, beside which the body is no larger than any other, otherwise 413.
 */
export function checkBounds(bytes: Buffer, hasContent: boolean, limits: Limits = jsonLimits): TextRange {
  const { depth, values: maxValues, fieldsPerObject, textBytes } = limits;
  /** The number of fields of each open object or array. */
  const fields: number[] = [];
  let values = 0;
  let isLiteral = false;
  let longest: TextRange = { start: 0, end: 0 };
  const longestBytes = () => longest.end - longest.start;
  for (let at = 0; at < bytes.length; at += 1) {
    const wasLiteral = isLiteral;
    isLiteral = false;
    switch (bytes[at] as number) {
      case openBrace:
      case openBracket:
        values += 1;
        if (fields.push(0) > depth) throw unreadable(`The body is nested more than ${depth} levels deep.`);
        break;
      case closeBrace:
      case closeBracket:
        fields.pop();
        break;
      case colon: {
        const count = (fields.pop() ?? 0) + 1;
        if (count > fieldsPerObject) throw tooMuch('too_many', `An object has more than ${fieldsPerObject} fields.`);
        fields.push(count);
        break;
      }
      case quote: {
        values += 1;
        const start = at + 1;
        at = endOfText(bytes, start);
        if (at - start > longestBytes()) longest = { start, end: at };
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
    // Whichever text turns out to be the longest, there is as much beside it.
    if (hasContent && at - longestBytes() > bodyLimits.default) throw tooLarge();
    if (values > maxValues) throw tooMuch('too_many', `The body has more than ${maxValues} values and field names.`);
  }
  if (hasContent && bytes.length - longestBytes() > bodyLimits.default) throw tooLarge();
  if (!hasContent && longestBytes() > textBytes) {
    throw tooMuch('too_long', `A text of the body is longer than ${textBytes} bytes.`);
  }
  return longest;
}

/** The position of the quote that ends a text, or the end of the bytes. */
function endOfText(bytes: Buffer, start: number): number {
  for (let from = start; ;) {
    const end = bytes.indexOf(quote, from);
    if (end === -1) return bytes.length;
    let backslashes = 0;
    while (bytes[end - backslashes - 1] === backslash) backslashes += 1;
    if (backslashes % 2 === 0) return end;
    from = end + 1;
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

const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d];
const [comma, colon, quote, backslash] = [0x2c, 0x3a, 0x22, 0x5c];
const [space, tab, lineFeed, carriageReturn] = [0x20, 0x09, 0x0a, 0x0d];

/** 400 and not 413: no valid body of any route holds as much. */
function tooMuch(code: string, message: string): ApiError {
  return invalidRequest([{ path: '', code, message }]);
}
