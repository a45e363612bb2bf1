/** A token reported by a scan: a bracket, colon or comma outside strings, or the start of a string or literal. */
export interface JsonToken {
  /** The token's first byte: `quote` for a string, and for a literal any byte that isn't one of the constants below. */
  byte: number;
  at: number;
  /** The position after the first byte. For a string, the position of its closing quote, or the end of the bytes. */
  end: number;
}

/**
 * Calls `visit` for each token from `from` to `until`, and returns the position where the next scan should start. It
 * doesn't parse, and accepts any bytes. The token object is reused, so it is only valid during the call. A literal that
 * crosses `until` is reported by both scans.
 */
export function scanJson(
  bytes: Buffer,
  visit: (token: Readonly<JsonToken>) => void,
  { from = 0, until = bytes.length } = {},
): number {
  const token: JsonToken = { byte: 0, at: 0, end: 0 };
  let isLiteral = false;
  let at = from;
  for (; at < until; at += 1) {
    const byte = bytes[at] as number;
    const wasLiteral = isLiteral;
    isLiteral = false;
    switch (byte) {
      case space:
      case tab:
      case lineFeed:
      case carriageReturn:
        continue;
      case quote:
        token.end = endOfText(bytes, at + 1);
        break;
      case openBrace:
      case closeBrace:
      case openBracket:
      case closeBracket:
      case colon:
      case comma:
        token.end = at + 1;
        break;
      default:
        isLiteral = true;
        if (wasLiteral) continue;
        token.end = at + 1;
    }
    token.byte = byte;
    token.at = at;
    visit(token);
    if (byte === quote) at = token.end;
  }
  return at;
}

/** Returns the position of the quote that ends a string, or the end of the bytes. */
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

export const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d];
export const [comma, colon, quote] = [0x2c, 0x3a, 0x22];
const [space, tab, lineFeed, carriageReturn, backslash] = [0x20, 0x09, 0x0a, 0x0d, 0x5c];
