import { ApiError, bodyLimits, invalidRequest, jsonLimits } from '@evict/contract';
import { closeBrace, closeBracket, colon, comma, openBrace, openBracket, quote, scanJson } from './json-scan.ts';

type Limits = Readonly<Record<keyof typeof jsonLimits, number>>;

/** The byte offsets of a JSON string's first byte and its closing quote. */
export interface TextRange {
  start: number;
  end: number;
}

/**
 * Counts, without parsing, what a body would expand to: its nesting depth, values and names, fields per object, and
 * string lengths. Throws 400 above a limit. Malformed JSON is left to the parser. Returns the range of the longest
 * string, or an empty range. With `hasContent`, the longest string is a file, whose length isn't checked. The rest must
 * not be longer than an ordinary body; otherwise this throws 413.
 */
export function checkBounds(bytes: Buffer, hasContent: boolean, limits: Limits = jsonLimits): TextRange {
  const { depth, values: maxValues, fieldsPerObject, textBytes } = limits;
  /** The fields counted so far in each open object or array. */
  const fields: number[] = [];
  let values = 0;
  let [start, longestBytes] = [0, 0];
  scanJson(bytes, ({ byte, at, end }) => {
    switch (byte) {
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
      case comma:
        break;
      case quote:
        values += 1;
        if (end - at - 1 > longestBytes) [start, longestBytes] = [at + 1, end - at - 1];
        break;
      default:
        values += 1;
    }
    if (values > maxValues) throw tooMuch('too_many', `The body has more than ${maxValues} values and field names.`);
  });
  if (hasContent && bytes.length - longestBytes > bodyLimits.default) throw tooLarge();
  if (!hasContent && longestBytes > textBytes) {
    throw tooMuch('too_long', `A string in the body is longer than ${textBytes} bytes.`);
  }
  return { start, end: start + longestBytes };
}

/** Returns the 400 error for a body that can't be read. */
export function unreadable(message: string): ApiError {
  return invalidRequest([{ path: '', code: 'unreadable', message }]);
}

/** Returns the 413 error for a body longer than its route allows. */
export function tooLarge(): ApiError {
  return new ApiError('payload_too_large');
}

/**
 * Returns the error for a body with too much structure. It is 400 and not 413, because no valid body has that much.
 * `path` identifies the field, and is empty for the whole body.
 */
export function tooMuch(code: string, message: string, path = ''): ApiError {
  return invalidRequest([{ path, code, message }]);
}
