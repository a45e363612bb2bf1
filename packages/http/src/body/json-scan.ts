/** What a scan finds: the brackets, colons and commas outside of texts, and the first byte of each text and literal. */
export interface JsonToken {
  /** The byte where it begins: `quote` for a text, and any byte that is not one of those below for a literal. */
  byte: number;
  at: number;
  /** Behind its last byte: of a text, where its closing quote is, or the end of the bytes. */
  end: number;
}

/**
 * Calls `visit` for each token of some bytes that may be JSON, from a position until another one; returns the position
 * after the last token. It is no parser, and takes whatever the bytes are. A token is valid during its call alone. A
 * literal that goes on behind `until` is a token of both calls.
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

export const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d];
export const [comma, colon, quote] = [0x2c, 0x3a, 0x22];
const [space, tab, lineFeed, carriageReturn, backslash] = [0x20, 0x09, 0x0a, 0x0d, 0x5c];
