import { ApiError, bodyLimits, invalidRequest, jsonLimits } from '@evict/contract';
import { closeBrace, closeBracket, colon, comma, openBrace, openBracket, quote, scanJson } from './json-scan.ts';

type Limits = Readonly<Record<keyof typeof jsonLimits, number>>;

/** The positions of the first byte of a text, and of the quote behind its last one. */
export interface TextRange {
  start: number;
  end: number;
}

/**
 * Counts what a body will hold once it is parsed: levels, values with names, fields of one object, the length of texts.
 * Throws 400 beyond a limit. It leaves what is no JSON to the parser. Returns where the longest text is; an empty range
 * without any text.
 *
 * `hasContent`: the longest text is that of an upload, beside which the body is no larger than any other, otherwise 413.
 */
export function checkBounds(bytes: Buffer, hasContent: boolean, limits: Limits = jsonLimits): TextRange {
  const { depth, values: maxValues, fieldsPerObject, textBytes } = limits;
  /** The number of fields of each open object or array. */
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
    throw tooMuch('too_long', `A text of the body is longer than ${textBytes} bytes.`);
  }
  return { start, end: start + longestBytes };
}

/** 400: the body cannot be read. */
export function unreadable(message: string): ApiError {
  return invalidRequest([{ path: '', code: 'unreadable', message }]);
}

/** 413: the body is longer than its route allows. */
export function tooLarge(): ApiError {
  return new ApiError('payload_too_large');
}

/** 400 and not 413: no valid body of any route holds as much. `path`: where, and the whole body without it. */
export function tooMuch(code: string, message: string, path = ''): ApiError {
  return invalidRequest([{ path, code, message }]);
}
