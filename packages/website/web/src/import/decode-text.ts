/**
 * Decodes a file whose encoding may be unknown. Uses UTF-16 or UTF-8 if its first bytes say so, UTF-8 if all of it is
 * valid UTF-8, and otherwise Windows-1252, as in CSV files from Excel.
 */
export function decodeText(bytes: ArrayBuffer): string {
  const [first, second, third] = new Uint8Array(bytes);
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  if (first === 0xef && second === 0xbb && third === 0xbf) return new TextDecoder().decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
