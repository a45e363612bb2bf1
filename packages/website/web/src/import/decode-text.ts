/**
 * The text of a file that may not say how it is written: UTF-16 or UTF-8 where its first bytes say so, UTF-8 where all of
 * it is that, and else Windows-1252, as Excel writes a CSV file.
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
