/**
 * Strict standard base64: alphabet, padding and spare bits; null for anything else. Re-encoding is ten times as fast
 * as a regular expression, and one that groups by four overflows the stack on 10 MB.
 */
export function decodeBase64(text: string): Buffer | null {
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? bytes : null;
}
